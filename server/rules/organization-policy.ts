/** Servers that an organization's policy doesn't allow. The policy is only reported, never enforced. */
import * as l10n from '@vscode/l10n';
import type { ParsedServer, ServerEntry } from '../config/servers/server-entry.ts';
import type { Policy } from '../policy/policy.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { subjectOf } from '../policy/subject.ts';
import { type Verdict, verdictOf } from '../policy/verdict.ts';
import type { RuleContext } from './context.ts';
import { fileWith, quote } from './message-text.ts';
import { type DocumentRule, relatedTo, type ServerRule } from './rule.ts';

/** Rules that the config of a repository can't turn off: a repository doesn't decide what its organization allows. */
export const policyCodes: readonly string[] = ['policy-denied', 'policy-not-listed', 'policy-invalid'];

const exampleUri = 'file:///etc/claude-code/managed-settings.json';

/** Reads a policy for the documentation, which nothing needs when the rules are loaded. */
function examplePolicy(lists: object): Policy {
  const read = readPolicy(JSON.stringify(lists), exampleUri);
  return { layers: [{ label: 'managed-settings.json', ...read.lists }], faults: read.faults };
}

function verdictIn(parsed: ParsedServer, { name }: ServerEntry, { policy }: RuleContext): Verdict | undefined {
  return policy === undefined ? undefined : verdictOf(subjectOf(name, parsed), policy);
}

export const policyDenied: ServerRule = {
  code: 'policy-denied',
  severity: 'warning',
  on: {},
  appliesIn: ({ policy }) => policy !== undefined,
  docs: {
    title: 'Server denied by the policy',
    why: 'The denylist of the policy ("deniedMcpServers") has an entry for this server. A denial overrides the allowlist. Switchyard reports this and enforces nothing. In the example, the policy denies the name "docs".',
    wrong: fileWith('{"command": "docs-server"}'),
    right: fileWith('{"command": "docs-server"}', 'my-docs'),
    get context() {
      return { policy: examplePolicy({ deniedMcpServers: [{ serverName: 'docs' }] }) };
    },
  },
  check(parsed, entry, report, context) {
    const verdict = verdictIn(parsed, entry, context);
    if (verdict?.kind !== 'denied') return;
    report(
      entry.key,
      l10n.t('{0} is denied by the policy in {1}. Remove this server.', quote(entry.name), verdict.label),
      undefined,
      relatedTo(verdict.at, l10n.t('Denied by this entry.')),
    );
  },
};

export const policyNotListed: ServerRule = {
  code: 'policy-not-listed',
  severity: 'warning',
  on: {},
  appliesIn: ({ policy }) => policy !== undefined,
  docs: {
    title: 'Server not in the allowlist of the policy',
    why: 'The policy has an allowlist ("allowedMcpServers"), and no entry matches this server. If the list has entries for commands or URLs, the name doesn\'t count for servers of that kind. Switchyard reports this and enforces nothing. In the example, the policy allows the command docs-server.',
    wrong: fileWith('{"command": "other-server"}'),
    right: fileWith('{"command": "docs-server"}'),
    get context() {
      return { policy: examplePolicy({ allowedMcpServers: [{ serverCommand: ['docs-server'] }] }) };
    },
  },
  check(parsed, entry, report, context) {
    const verdict = verdictIn(parsed, entry, context);
    if (verdict?.kind !== 'notListed') return;
    const { at, why, label, own } = verdict;
    const isUnclear = why === 'variable' || why === 'invalid';
    const place = isUnclear ? l10n.t('Compared with this.') : l10n.t('No entry of this list matches.');
    report(entry.key, notListed(why, quote(entry.name), label, own === 'command'), undefined, relatedTo(at, place));
  },
};

function notListed(
  why: Extract<Verdict, { kind: 'notListed' }>['why'],
  name: string,
  label: string,
  isProcess: boolean,
): string {
  switch (why) {
    case 'no-match':
      return l10n.t(
        "{0} isn't in the allowlist of the policy in {1}. Remove this server, or request an entry.",
        name,
        label,
      );
    case 'name-only':
      return isProcess
        ? l10n.t(
            '{0} is allowed by name only, and the policy in {1} lists commands. Use the listed command and arguments.',
            name,
            label,
          )
        : l10n.t('{0} is allowed by name only, and the policy in {1} lists URLs. Use a listed URL.', name, label);
    case 'variable':
      return isProcess
        ? l10n.t(
            "{0} can't be compared with the policy in {1}, because its command has a variable. Write the value.",
            name,
            label,
          )
        : l10n.t(
            "{0} can't be compared with the policy in {1}, because its URL has a variable. Write the value.",
            name,
            label,
          );
    case 'invalid':
      return l10n.t(
        "{0} can't be compared with the policy in {1}, because its command or URL isn't valid. Correct it.",
        name,
        label,
      );
  }
}

export const policyInvalid: DocumentRule = {
  code: 'policy-invalid',
  severity: 'warning',
  docs: {
    title: 'Invalid policy file',
    why: "The policy file can't be read or isn't valid, so servers aren't compared with it. Tools that enforce it may block all servers, or not start. In the example, an entry of the policy has an unknown property.",
    wrong: fileWith('{"command": "docs-server"}'),
    right: '{}',
    get context() {
      return { policy: { ...examplePolicy({ deniedMcpServers: [{ servername: 'docs' }] }), layers: [] } };
    },
  },
  check(document, report, { policy }) {
    const [first] = policy?.faults ?? [];
    if (first === undefined || document.servers.length === 0) return;
    const at = document.top?.fields.get('mcpServers')?.key ?? { offset: 0, length: 1 };
    const message = l10n.t("The policy file isn't valid: {0}", first.message);
    report(at, message, undefined, relatedTo({ ...first, length: 0 }, first.message));
  },
};

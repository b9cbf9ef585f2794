/** Verdict of a policy on a server. Nothing is enforced here: the tools of the vendors do that. */
import * as l10n from '@vscode/l10n';
import type { PolicyInfo, Transport } from '../../common/messages/tool-servers.ts';
import { baseName } from '../files/uris.ts';
import type { Matcher, Policy, PolicyLayer, PolicyPlace } from './policy.ts';
import { matchesParts, matchesUrl, readServerUrl, readUrlPattern, type ServerUrl } from './url-pattern.ts';

/** The parts of a server that a policy compares. Values are as written: variables aren't expanded. */
export interface PolicySubject {
  readonly name: string;
  readonly transport: Transport | undefined;
  /** Command and arguments; undefined without a command, or if they aren't all strings. */
  readonly commandLine: readonly string[] | undefined;
  readonly url: string | undefined;
  /** False without a command and a URL, whatever their types: the entry starts nothing. */
  readonly hasEndpoint: boolean;
  /** Other ways to read the same entry. All must be allowed. */
  readonly others?: readonly PolicySubject[];
}

export type Verdict =
  /** `at`: the entry; undefined without an allowlist. */
  | { readonly kind: 'allowed'; readonly label: string; readonly at: PolicyPlace | undefined }
  | { readonly kind: 'denied'; readonly label: string; readonly at: PolicyPlace }
  /**
   * `at`: the allowlist, or the entry that may match. `name-only`: only the name matches, which isn't enough if there
   * are entries for commands or URLs. `variable`: the command or URL depends on a variable. `invalid`: it isn't valid.
   */
  | {
      readonly kind: 'notListed';
      readonly label: string;
      readonly at: PolicyPlace;
      readonly why: 'no-match' | 'name-only' | 'variable' | 'invalid';
      /** What was compared. */
      readonly own: 'command' | 'url';
    };

/**
 * A denial by any layer wins; otherwise, every layer must allow the server. Returns undefined without a policy, and for an
 * entry that starts nothing and isn't denied.
 */
export function verdictOf(subject: PolicySubject, policy: Policy): Verdict | undefined {
  const verdicts = [subject, ...(subject.others ?? [])].map((reading) => verdictOfReading(reading, policy));
  return (
    verdicts.find((verdict) => verdict?.kind === 'denied') ??
    verdicts.find((verdict) => verdict?.kind === 'notListed') ??
    verdicts[0]
  );
}

function verdictOfReading(subject: PolicySubject, { layers }: Policy): Verdict | undefined {
  if (layers.length === 0) return undefined;
  const server = { ...subject, address: subject.url === undefined ? undefined : readServerUrl(subject.url) };
  for (const { denied, deniesExactly } of layers) {
    const at = denied?.find(({ matcher }) => isDenied(matcher, server, deniesExactly === true ? 'allow' : 'deny'));
    if (at !== undefined) return { kind: 'denied', label: baseName(at.uri), at };
  }
  if (!subject.hasEndpoint) return undefined;
  const verdicts = layers.map((layer) => allowance(layer, server));
  return (
    verdicts.find(({ kind }) => kind === 'notListed') ??
    verdicts.find((verdict) => verdict.kind === 'allowed' && verdict.at !== undefined) ??
    verdicts[0]
  );
}

interface CheckedServer extends PolicySubject {
  readonly address: ServerUrl | undefined;
}

/** Denials apply whatever the transport, because a server can have both a command and a URL. */
function isDenied(
  matcher: Matcher,
  { name, commandLine, url, address }: CheckedServer,
  comparison: 'allow' | 'deny',
): boolean {
  switch (matcher.kind) {
    case 'name':
      return matcher.name === name;
    case 'command':
      return commandLine !== undefined && isSame(matcher.commandLine, commandLine);
    case 'url':
      return url === matcher.text || (address !== undefined && matchesUrl(matcher.pattern, address, comparison));
  }
}

function allowance({ label, allowed, denied }: PolicyLayer, server: CheckedServer): Verdict {
  const { name, commandLine, url, transport } = server;
  const own = transport === 'stdio' ? 'command' : 'url';
  const unclear = own === 'command' ? commandLine?.some(hasVariable) : url !== undefined && hasVariable(url);
  const entry = allowed?.entries.find(({ matcher }) => isAllowed(matcher, server));
  const named = allowed?.entries.find(({ matcher }) => matcher.kind === 'name' && allowedName(matcher.name) === name);
  const needsMore = allowed?.entries.some(({ matcher }) => matcher.kind === own) === true;
  const match = entry ?? (needsMore ? undefined : named);
  if (allowed !== undefined && match === undefined) {
    const why = unclear === true && needsMore ? 'variable' : named === undefined ? 'no-match' : 'name-only';
    return { kind: 'notListed', label: baseName(allowed.at.uri), at: allowed.at, why, own };
  }
  const risk = denied?.find(({ matcher }) => mayBeDenied(matcher, server));
  if (risk !== undefined) {
    const why = isComparable(risk.matcher, server) ? 'variable' : 'invalid';
    const compared = risk.matcher.kind === 'url' ? 'url' : 'command';
    return { kind: 'notListed', label: baseName(risk.uri), at: risk, why, own: compared };
  }
  return { kind: 'allowed', label: match === undefined ? label : baseName(match.uri), at: match };
}

/** Compares the command or the URL, depending on the transport. With a variable, only the same text matches. */
function isAllowed(matcher: Matcher, { transport, commandLine, url, address }: CheckedServer): boolean {
  if (matcher.kind === 'command')
    return transport === 'stdio' && commandLine !== undefined && isSame(matcher.commandLine, commandLine);
  if (matcher.kind === 'name' || transport === undefined || transport === 'stdio' || url === undefined) return false;
  if (hasVariable(url)) return url === matcher.text;
  return address !== undefined && !hasVariable(matcher.text) && matchesUrl(matcher.pattern, address, 'allow');
}

/** Claude Code drops entries with other characters from an allowlist. */
const allowedName = (name: string): string | undefined => (/^[\w-]+$/.test(name) ? name : undefined);

/** False for a command or URL that can't be read, not even with variables. */
function isComparable({ kind }: Matcher, { transport, commandLine, url, address }: CheckedServer): boolean {
  if (kind === 'command') return transport !== 'stdio' || commandLine !== undefined;
  if (url === undefined) return transport === 'stdio';
  return url === '' || address !== undefined || hasVariable(url);
}

/** True if the entry denies the server for some values of the variables, or if they can't be compared. */
function mayBeDenied(matcher: Matcher, server: CheckedServer): boolean {
  const { commandLine, url, address } = server;
  if (matcher.kind === 'name') return false;
  if (!isComparable(matcher, server)) return true;
  if (matcher.kind === 'command')
    return (
      commandLine?.length === matcher.commandLine.length &&
      matcher.commandLine.every((word, index) => maySame(word, commandLine[index] ?? ''))
    );
  if (url !== undefined && hasVariable(url)) {
    const origin = fixedOrigin(url);
    const isFixed = !hasVariable(matcher.text) || fixedOrigin(matcher.text) !== undefined;
    return origin === undefined || !isFixed || matchesUrl({ ...matcher.pattern, path: undefined }, origin, 'deny');
  }
  const pattern = hasVariable(matcher.text) ? readUrlPattern(literalParts(matcher.text).join('*')) : undefined;
  return pattern !== undefined && address !== undefined && matchesUrl(pattern, address, 'deny');
}

/**
 * Reads a URL up to its first variable. Returns undefined if a value of the variable could change the scheme or the
 * authority, or in unusual spellings such as `https:\\host`.
 */
function fixedOrigin(url: string): ServerUrl | undefined {
  const [start = ''] = literalParts(url);
  return /^[^/?#\\\s]+:\/\/[^/?#\\\s]+[/?#]/.test(start) ? readServerUrl(start) : undefined;
}

function maySame(one: string, other: string): boolean {
  if (hasVariable(one)) return hasVariable(other) || matchesParts(literalParts(one), other);
  return matchesParts(literalParts(other), one);
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, index) => word === other[index]);

/**
 * `${NAME}`, `${NAME:-default}`, `${env:NAME}`, and `$NAME`; OpenCode's `{env:NAME}` and `{file:path}`; Crush's `$(command)`.
 * They also match if they're unclosed, because searching again inside of them would take quadratic time.
 */
const variable = /\$\{[^}]*\}?|\$[A-Za-z_]\w*|\{(?:env|file):[^}]*\}?|\$\([^)]*\)*/g;
const hasVariable = (text: string): boolean => literalParts(text).length > 1;

/** Returns the text before, between, and after its variables. One without its closing brace is literal text. */
function literalParts(text: string): readonly string[] {
  // Most texts have no variables, and a policy can have thousands of entries.
  if (!/[${]/.test(text)) return [text];
  // Searching for a closing brace after the last one, at each opening brace, would take quadratic time.
  const end = text.lastIndexOf('}') + 1;
  const closed = text.slice(0, end) + text.slice(end).replaceAll('{', ' ');
  const parts: string[] = [];
  let from = 0;
  for (const { 0: written, index } of closed.matchAll(variable)) {
    parts.push(text.slice(from, index));
    from = index + written.length;
  }
  return [...parts, text.slice(from)];
}

/** Returns the verdict as text for views. */
export function policyInfo(verdict: Verdict | undefined): PolicyInfo | null {
  return verdict === undefined ? null : { verdict: verdict.kind, text: verdictText(verdict) };
}

function verdictText(verdict: Verdict): string {
  const { label } = verdict;
  switch (verdict.kind) {
    case 'allowed':
      return l10n.t('Allowed by the policy in {0}', label);
    case 'denied':
      return l10n.t('Denied by the policy in {0} (not enforced by Switchyard)', label);
    case 'notListed':
      if (verdict.why === 'variable')
        return l10n.t(
          'Not comparable with the policy in {0} because of a variable (not enforced by Switchyard)',
          label,
        );
      if (verdict.why === 'invalid')
        return l10n.t(
          "Not comparable with the policy in {0} because the command or URL isn't valid (not enforced by Switchyard)",
          label,
        );
      return l10n.t('Not in the allowlist of the policy in {0} (not enforced by Switchyard)', label);
  }
}

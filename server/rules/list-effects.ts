/** Effects of the two lists, and files where they have no effect (spec config-format.md, Top-level object). */
import * as l10n from '@vscode/l10n';
import type { ConfigDocument } from '../config/document.ts';
import type { ArrayNode, StringNode } from '../config/json.ts';
import { preferred, removal } from '../fixes/fix.ts';
import { removeMember, removeStrings } from '../fixes/members.ts';
import { isShared } from './context.ts';
import { fileWith, quote } from './message-text.ts';
import type { DocumentRule } from './rule.ts';
import { removeKeyFix } from './unknown-keys.ts';

type ListName = 'disabledServers' | 'enabledServers';
const lists: readonly ListName[] = ['disabledServers', 'enabledServers'];

function listOf({ top }: ConfigDocument, name: ListName): ArrayNode | undefined {
  const value = top?.fields.get(name)?.value;
  return value?.type === 'array' ? value : undefined;
}

/** Returns the names of a list, each with its first occurrence. */
function namesIn(document: ConfigDocument, list: ListName): ReadonlyMap<string, StringNode> {
  const names = new Map<string, StringNode>();
  for (const item of listOf(document, list)?.items ?? [])
    if (item.type === 'string' && item.value !== '' && !names.has(item.value)) names.set(item.value, item);
  return names;
}

export const listedInBoth: DocumentRule = {
  code: 'listed-in-both',
  severity: 'warning',
  tag: 'unnecessary',
  docs: {
    title: 'Name in both lists',
    why: 'A server in both lists stays disabled, because disabledServers takes precedence over enabledServers.',
    wrong: '{"disabledServers": ["docs"], "enabledServers": ["docs"]}',
    right: '{"disabledServers": ["docs"]}',
  },
  check(document, report) {
    const denied = namesIn(document, 'disabledServers');
    const list = listOf(document, 'enabledServers');
    if (denied.size === 0 || list === undefined) return;
    for (const [name, item] of namesIn(document, 'enabledServers')) {
      const winner = denied.get(name);
      if (winner === undefined) continue;
      report(
        item,
        l10n.t(
          '{0} is also in "disabledServers", which takes precedence. Remove it from one of the lists.',
          quote(name),
        ),
        ({ text }) => {
          const deny = listOf(document, 'disabledServers');
          const allowing = deny === undefined ? [] : removeStrings(text, deny, name);
          return [
            preferred(l10n.t('Remove {0} from "enabledServers"', quote(name)), ...removeStrings(text, list, name)),
            removal(l10n.t('Remove {0} from "disabledServers"', quote(name)), ...allowing),
          ];
        },
        [{ offset: winner.offset, length: winner.length, message: l10n.t('This entry takes precedence.') }],
      );
    }
  },
};

export const listsWithoutEffect: DocumentRule = {
  code: 'lists-without-effect',
  severity: 'warning',
  tag: 'unnecessary',
  docs: {
    title: 'List in a project file',
    why: 'Oh My Pi reads disabledServers and enabledServers only from your user-level file. In a project file, they have no effect.',
    wrong: '{"disabledServers": ["docs"]}',
    right: '{}',
    context: { level: 'project' },
  },
  check({ top }, report, context) {
    if (!isShared(context) || top === undefined) return;
    for (const list of lists) {
      const field = top.fields.get(list);
      if (field === undefined) continue;
      report(
        field.key,
        l10n.t(
          '"{0}" has no effect in a project file. Add the names to your user-level file, or remove the property.',
          list,
        ),
        removeKeyFix(top.node, field),
      );
    }
  },
};

export const enabledOverridden: DocumentRule = {
  code: 'enabled-overridden',
  severity: 'information',
  docs: {
    title: 'enabled: false overridden by enabledServers',
    why: 'A server in enabledServers is used even if its entry has "enabled": false.',
    wrong: '{"mcpServers": {"docs": {"command": "docs-server", "enabled": false}}, "enabledServers": ["docs"]}',
    right: fileWith('{"command": "docs-server", "enabled": false}'),
  },
  check(document, report, context) {
    if (isShared(context)) return;
    const allowed = namesIn(document, 'enabledServers');
    const denied = namesIn(document, 'disabledServers');
    if (allowed.size === 0) return;
    for (const { live, damaged, name, parsed } of document.servers) {
      const item = allowed.get(name);
      if (!live || damaged || parsed === undefined || item === undefined || denied.has(name)) continue;
      const enabled = parsed.group.fields.get('enabled');
      if (enabled?.value?.type !== 'boolean' || enabled.value.value) continue;
      const list = listOf(document, 'enabledServers');
      report(
        enabled.value,
        l10n.t('"enabledServers" contains {0} and overrides "enabled": false. Remove one of the two.', quote(name)),
        ({ text }) => [
          ...(list === undefined
            ? []
            : [removal(l10n.t('Remove {0} from "enabledServers"', quote(name)), ...removeStrings(text, list, name))]),
          removal(l10n.t('Remove {0}', '"enabled"'), ...removeMember(text, parsed.group.node, enabled)),
        ],
        [{ offset: item.offset, length: item.length, message: l10n.t('This entry overrides it.') }],
      );
    }
  },
};

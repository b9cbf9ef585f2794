/** The two lists of names: valid entries, and their effects (spec config-format.md, Top-level object). */
import * as l10n from '@vscode/l10n';
import { maskNamed } from '../../common/text/mask-secrets.ts';
import { type ListName, listNames } from '../config/format/format.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import { type ArrayNode, endOf, type Span, type StringNode, typeInWords } from '../config/text/json.ts';
import { preferred, removal, replaceString, safe } from '../fixes/fix.ts';
import { removeItem, removeMember, removeStrings } from '../fixes/members.ts';
import { hasNoData } from '../fixes/removal.ts';
import { ignoresLists } from './context.ts';
import { fileWith, quote } from './message-text.ts';
import { type DocumentRule, type FieldRule, relatedTo } from './rule.ts';
import { removeKeyFix } from './unknown-keys.ts';

const right = '{"disabledServers": ["docs"]}';

/** Returns JSON for a title: shortened, and with its secrets masked. Every second piece between quotes is a string. */
function shown(written: string): string {
  const masked = written.split('"').map((piece, index, pieces) => {
    const isString = index % 2 === 1;
    return isString ? maskNamed(pieces[index - 2] ?? '', piece) : piece;
  });
  const text = masked.join('"');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export const listItemNotString: FieldRule = {
  code: 'list-item-not-string',
  severity: 'error',
  on: ({ names }) => names === true,
  docs: {
    title: 'List entry is not a string',
    why: 'The lists contain server names.',
    wrong: '{"disabledServers": ["docs", 1]}',
    right,
  },
  check({ info, value }, _group, report) {
    if (value.type !== 'array') return;
    for (const item of value.items) {
      if (item.type === 'string' || item.type === 'invalid') continue;
      report(
        item,
        l10n.t('Expected a server name in "{0}", got {1}. Use a name in double quotes.', info.name, typeInWords(item)),
        ({ text }) =>
          item.type === 'number'
            ? [preferred(l10n.t('Enclose in double quotes'), replaceString(item, text.slice(item.offset, endOf(item))))]
            : [
                (hasNoData(item) ? preferred : removal)(
                  l10n.t('Remove {0}', shown(text.slice(item.offset, endOf(item)))),
                  ...removeItem(text, value, item),
                ),
              ],
      );
    }
  },
};

export const listItemEmpty: FieldRule = {
  code: 'list-item-empty',
  severity: 'error',
  on: ({ names }) => names === true,
  docs: {
    title: 'Empty list entry',
    why: "Server names can't be empty.",
    wrong: '{"disabledServers": ["docs", ""]}',
    right,
  },
  check({ info, value }, _group, report) {
    if (value.type !== 'array') return;
    for (const item of value.items) {
      if (item.type === 'string' && item.value === '')
        report(
          item,
          l10n.t('Empty entry in "{0}". Enter a server name or remove the entry.', info.name),
          ({ text }) => [safe(l10n.t('Remove the empty entry'), ...removeItem(text, value, item))],
        );
    }
  },
};

export const listItemRepeated: FieldRule = {
  code: 'list-item-repeated',
  severity: 'error',
  tag: 'unnecessary',
  on: ({ names }) => names === true,
  docs: {
    title: 'Duplicate list entry',
    why: 'List entries must be unique.',
    wrong: '{"disabledServers": ["docs", "docs"]}',
    right,
  },
  check({ info, value }, _group, report) {
    if (value.type !== 'array') return;
    const seen = new Map<string, Span>();
    for (const item of value.items) {
      if (item.type !== 'string' || item.value === '') continue;
      const first = seen.get(item.value);
      if (first === undefined) seen.set(item.value, item);
      else {
        report(
          item,
          l10n.t('Duplicate entry {0} in "{1}".', quote(item.value), info.name),
          ({ text }) => [safe(l10n.t('Remove the duplicate entry'), ...removeItem(text, value, item))],
          relatedTo(first, l10n.t('First listed here.')),
        );
      }
    }
  },
};

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
    const deny = listOf(document, 'disabledServers');
    if (deny === undefined || list === undefined) return;
    for (const [name, item] of namesIn(document, 'enabledServers')) {
      const winner = denied.get(name);
      if (winner === undefined) continue;
      report(
        item,
        l10n.t(
          '{0} is also in "disabledServers", which takes precedence. Remove it from one of the lists.',
          quote(name),
        ),
        ({ text }) => [
          preferred(l10n.t('Remove {0} from "enabledServers"', quote(name)), ...removeStrings(text, list, name)),
          removal(l10n.t('Remove {0} from "disabledServers"', quote(name)), ...removeStrings(text, deny, name)),
        ],
        relatedTo(winner, l10n.t('This entry takes precedence.')),
      );
    }
  },
};

export const listsWithoutEffect: DocumentRule = {
  code: 'lists-without-effect',
  severity: 'warning',
  tag: 'unnecessary',
  docs: {
    title: 'List without effect',
    why: 'Oh My Pi reads disabledServers and enabledServers only from your user-level mcp.json. In other files, such as those of a project, they have no effect.',
    wrong: '{"disabledServers": ["docs"]}',
    right: '{}',
    context: { level: 'project' },
  },
  check({ top }, report, context) {
    if (!ignoresLists(context) || top === undefined) return;
    for (const list of listNames) {
      const field = top.fields.get(list);
      if (field === undefined) continue;
      report(
        field.key,
        l10n.t(
          '"{0}" has no effect in this file. Add the names to your user-level mcp.json, or remove the property.',
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
    const list = listOf(document, 'enabledServers');
    if (ignoresLists(context) || list === undefined) return;
    const allowed = namesIn(document, 'enabledServers');
    const denied = namesIn(document, 'disabledServers');
    for (const { damaged, name, parsed } of document.liveServers) {
      const item = allowed.get(name);
      if (damaged || parsed === undefined || item === undefined || denied.has(name)) continue;
      const enabled = parsed.group.fields.get('enabled');
      if (enabled?.value?.type !== 'boolean' || enabled.value.value) continue;
      report(
        enabled.value,
        l10n.t('"enabledServers" contains {0} and overrides "enabled": false. Remove one of the two.', quote(name)),
        ({ text }) => [
          removal(l10n.t('Remove {0} from "enabledServers"', quote(name)), ...removeStrings(text, list, name)),
          removal(l10n.t('Remove {0}', '"enabled"'), ...removeMember(text, parsed.group.node, enabled)),
        ],
        relatedTo(item, l10n.t('This entry overrides it.')),
      );
    }
  },
};

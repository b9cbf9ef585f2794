/** The two lists of names: unique, non-empty strings (spec config-format.md, Top-level object). */
import * as l10n from '@vscode/l10n';
import { endOf, type Span, typeInWords } from '../config/json.ts';
import { preferred, removal, replaceString, safe } from '../fixes/fix.ts';
import { removeItem } from '../fixes/members.ts';
import { isEmpty } from '../fixes/removal.ts';
import { quote } from './message-text.ts';
import type { FieldRule } from './rule.ts';

const right = '{"disabledServers": ["docs"]}';

const shown = (written: string): string => (written.length > 60 ? `${written.slice(0, 60)}…` : written);

export const listItemNotString: FieldRule = {
  code: 'list-item-not-string',
  severity: 'error',
  docs: {
    title: 'List entry is not a string',
    why: 'The lists contain server names.',
    wrong: '{"disabledServers": ["docs", 1]}',
    right,
  },
  check({ info, value }, _group, report) {
    if (info.names !== true || value.type !== 'array') return;
    for (const item of value.items) {
      if (item.type === 'string' || item.type === 'invalid') continue;
      report(
        item,
        l10n.t('Expected a server name in "{0}", got {1}. Use a name in double quotes.', info.name, typeInWords(item)),
        ({ text }) =>
          item.type === 'number'
            ? [preferred(l10n.t('Enclose in double quotes'), replaceString(item, text.slice(item.offset, endOf(item))))]
            : [
                (isEmpty(item) ? preferred : removal)(
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
  docs: {
    title: 'Empty list entry',
    why: "Server names can't be empty.",
    wrong: '{"disabledServers": ["docs", ""]}',
    right,
  },
  check({ info, value }, _group, report) {
    if (info.names !== true || value.type !== 'array') return;
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
  docs: {
    title: 'Duplicate list entry',
    why: 'List entries must be unique.',
    wrong: '{"disabledServers": ["docs", "docs"]}',
    right,
  },
  check({ info, value }, _group, report) {
    if (info.names !== true || value.type !== 'array') return;
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
          [{ offset: first.offset, length: first.length, message: l10n.t('First listed here.') }],
        );
      }
    }
  },
};

/** Arrays and maps of strings: args, env, headers (spec config-format.md, the variants). */
import * as l10n from '@vscode/l10n';
import { endOf, type JsonNode, typeInWords } from '../config/text/json.ts';
import { choice, type Fix, removal, replace, safe } from '../fixes/fix.ts';
import { removeMember } from '../fixes/members.ts';
import { fileWith, inQuotes, inQuotesTitle, quote } from './message-text.ts';
import type { FieldRule } from './rule.ts';

/** @param name of the variable, header, or option */
function remedyFor(value: JsonNode, name: string): string {
  if (value.type === 'number' || value.type === 'boolean') return inQuotes(value, name);
  return value.type === 'null' ? l10n.t('Remove it, or use "" for an empty string') : l10n.t('Use a string');
}

/** Returns the fix that encloses the value in quotes exactly as it's written. */
function quoted(text: string, value: JsonNode, name: string): readonly Fix[] {
  if (value.type !== 'number' && value.type !== 'boolean') return [];
  const quoted = `"${text.slice(value.offset, endOf(value))}"`;
  return [safe(inQuotesTitle(quoted, name), replace(value, quoted))];
}

export const itemNotString: FieldRule = {
  code: 'item-not-string',
  severity: 'error',
  on: ({ type, holds, names }) => type === 'array' && holds === 'strings' && names !== true,
  docs: {
    title: 'Argument is not a string',
    why: 'Command-line arguments are strings.',
    wrong: fileWith('{"command": "docs-server", "args": ["--port", 80]}'),
    right: fileWith('{"command": "docs-server", "args": ["--port", "80"]}'),
  },
  check({ info, value }, _group, report) {
    if (value.type !== 'array') return;
    for (const [index, item] of value.items.entries()) {
      if (item.type === 'string' || item.type === 'invalid') continue;
      const before = value.items[index - 1];
      const option = before?.type === 'string' ? before.value : '';
      report(
        item,
        l10n.t('Expected a string in "{0}", got {1}. {2}.', info.name, typeInWords(item), remedyFor(item, option)),
        ({ text }) => quoted(text, item, option),
      );
    }
  },
};

export const valueNotString: FieldRule = {
  code: 'value-not-string',
  severity: 'error',
  on: ({ type, holds }) => type === 'object' && holds === 'strings',
  docs: {
    title: 'Variable or header is not a string',
    why: 'Environment variables and HTTP headers are strings.',
    wrong: fileWith('{"command": "docs-server", "env": {"PORT": 80}}'),
    right: fileWith('{"command": "docs-server", "env": {"PORT": "80"}}'),
  },
  check({ info, value: map }, _group, report) {
    if (map.type !== 'object') return;
    for (const member of map.members) {
      const { key, value, live } = member;
      if (!live || value === undefined || value.type === 'string' || value.type === 'invalid') continue;
      report(
        value,
        l10n.t(
          'Expected a string for {0} in "{1}", got {2}. {3}.',
          quote(key.value),
          info.name,
          typeInWords(value),
          remedyFor(value, key.value),
        ),
        ({ text }) =>
          value.type === 'null'
            ? [
                choice(l10n.t('Change to ""'), replace(value, '""')),
                removal(l10n.t('Remove {0}', quote(key.value)), ...removeMember(text, map, member)),
              ]
            : quoted(text, value, key.value),
      );
    }
  },
};

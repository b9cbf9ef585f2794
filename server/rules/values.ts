/** Checks the values of fields against the schema. */

import * as l10n from '@vscode/l10n';
import { closestMatch } from '../config/closest-match.ts';
import type { FieldInfo } from '../config/format/field.ts';
import { fieldOf } from '../config/format/format.ts';
import { type Group, hasField } from '../config/format/group.ts';
import { endOf, type JsonNode, memberSpan, nameOfType, typeInWords } from '../config/text/json.ts';
import { choice, type Fix, preferred, replace, replaceString, safe } from '../fixes/fix.ts';
import { insertAfter, member } from '../fixes/members.ts';
import { namedServers } from '../fixes/move-servers.ts';
import { converted, isInRange } from '../fixes/value-conversion.ts';
import { fileWith, inQuotes, inQuotesTitle, orList, quote, quoteValue } from './message-text.ts';
import type { FieldRule, FilledField } from './rule.ts';

function fits(info: FieldInfo, value: JsonNode): boolean {
  if (value.type === 'invalid') return true;
  if (info.type === 'integer') return value.type === 'number' && Number.isInteger(value.value);
  return value.type === info.type;
}

function remedyFor(info: FieldInfo, value: JsonNode): string {
  if (info.values !== undefined) return l10n.t('Use {0}', orList(info.values.map((allowed) => quote(allowed.value))));
  switch (info.type) {
    case 'boolean':
    case 'number':
    case 'integer': {
      const better = converted(info, value, '');
      if (better !== undefined) return l10n.t('Use {0}', better.json);
      return info.type === 'boolean'
        ? l10n.t('Use true or false')
        : l10n.t('Use a number such as {0}', String(info.examples[0]));
    }
    case 'string':
      if (value.type === 'number' || value.type === 'boolean') return inQuotes(value, info.name);
      if (info.name === 'command' && value.type === 'array')
        return l10n.t('Use the first item as "command" and the rest as "args"');
      break;
    case 'array':
      if (value.type === 'string' && value.value.length < 60)
        return l10n.t('Use {0}', converted(info, value, JSON.stringify(value.value))?.shown ?? '');
      return l10n.t('Use an array of strings');
    case 'object':
      if (info.name === 'mcpServers' && value.type === 'array')
        return l10n.t('Use an object with server names as keys');
      break;
  }
  return l10n.t('Use a value such as {0}', JSON.stringify(info.examples[0]));
}

export const wrongJsonType: FieldRule = {
  code: 'wrong-json-type',
  severity: 'error',
  on: () => true,
  docs: {
    title: 'Wrong value type',
    why: 'Each property accepts one type of JSON value.',
    wrong: fileWith('{"command": "docs-server", "timeout": "5000"}'),
    right: fileWith('{"command": "docs-server", "timeout": 5000}'),
  },
  check(field, group, report) {
    const { info, value } = field;
    if (fits(info, value)) return;
    const found = value.type === 'number' && info.type === 'integer' ? notWhole(value.value) : typeInWords(value);
    report(
      value,
      l10n.t('Expected {0} for "{1}", got {2}. {3}.', nameOfType(info.type), info.name, found, remedyFor(info, value)),
      ({ text }) => {
        if (info.name === 'command' && value.type === 'array') return splitCommand(text, field, group);
        if (info.name === 'mcpServers' && value.type === 'array') {
          const changes = namedServers(text, value);
          return changes === undefined ? [] : [preferred(l10n.t('Convert to an object'), ...changes)];
        }
        const better = converted(info, value, text.slice(value.offset, endOf(value)));
        if (better === undefined) return [];
        const { json, shown, certain } = better;
        const make = certain ? safe : preferred;
        const title = info.type === 'string' ? inQuotesTitle(shown, info.name) : l10n.t('Change to {0}', shown);
        return [make(title, replace(value, json))];
      },
    );
  },
};

const notWhole = (value: number): string =>
  Number.isFinite(value) ? l10n.t('a decimal number') : l10n.t('a number that is too large');

/** Splits `"command": ["npx", "x"]`: the first item is the command, the others are its arguments. */
function splitCommand(text: string, command: FilledField, group: Group): readonly Fix[] {
  const { value } = command;
  if (value.type !== 'array' || hasField(group, 'args')) return [];
  const [first, ...others] = value.items;
  if (first?.type !== 'string' || first.value === '') return [];
  const source = (node: JsonNode) => text.slice(node.offset, node.offset + node.length);
  const args = insertAfter(text, memberSpan(command), member('args', `[${others.map(source).join(', ')}]`));
  const changes = others.length === 0 ? [replace(value, source(first))] : [replace(value, source(first) + args.text)];
  return [preferred(l10n.t('Split into "command" and "args"'), ...changes)];
}

export const emptyValue: FieldRule = {
  code: 'empty-value',
  severity: 'error',
  on: ({ minLength }) => minLength !== undefined,
  docs: {
    title: 'Empty command or url',
    why: "An empty command can't be started, and an empty URL can't be called.",
    wrong: fileWith('{"command": ""}'),
    right: fileWith('{"command": "docs-server"}'),
  },
  check({ info, value }, { set }, report) {
    // Of another transport, the whole property is the mistake.
    if (fieldOf(set, info.name) === undefined) return;
    if (value.type !== 'string' || value.value.length >= (info.minLength ?? 0)) return;
    report(value, l10n.t('"{0}" is empty. Use a value such as {1}.', info.name, JSON.stringify(info.examples[0])));
  },
};

export const notAllowedValue: FieldRule = {
  code: 'not-allowed-value',
  severity: 'error',
  // Separate rules check the type of a server.
  on: ({ name, values }, place) => values !== undefined && !(place === 'server' && name === 'type'),
  docs: {
    title: 'Value not allowed',
    why: 'Some properties accept only a fixed set of values.',
    wrong: fileWith('{"command": "docs-server", "requestIdFormat": "uuid"}'),
    right: fileWith('{"command": "docs-server", "requestIdFormat": "string"}'),
  },
  check({ info, value }, _group, report) {
    const names = (info.values ?? []).map((allowed) => allowed.value);
    if (value.type !== 'string' || names.includes(value.value)) return;
    report(
      value,
      l10n.t('Invalid value {0} for "{1}". Use {2}.', quoteValue(value.value), info.name, orList(names.map(quote))),
      () => {
        const meant = closestMatch(value.value, names);
        return names
          .toSorted((one, other) => Number(other === meant) - Number(one === meant))
          .map((name) =>
            (name === meant ? preferred : choice)(l10n.t('Change to {0}', quote(name)), replaceString(value, name)),
          );
      },
    );
  },
};

export const outOfRange: FieldRule = {
  code: 'out-of-range',
  severity: 'error',
  on: ({ type }) => type === 'number' || type === 'integer',
  docs: {
    title: 'Number out of range',
    why: 'A timeout must be 0 or more (0 means no limit). A port must be 1 to 65535.',
    wrong: fileWith('{"command": "docs-server", "timeout": -1}'),
    right: fileWith('{"command": "docs-server", "timeout": 0}'),
  },
  check({ info, value }, _group, report) {
    if (value.type !== 'number' || !fits(info, value)) return;
    if (isInRange(info, value.value)) return;
    const range =
      info.maximum === undefined
        ? l10n.t('{0} or more', info.minimum ?? 0)
        : l10n.t('{0} to {1}', info.minimum ?? 0, info.maximum);
    const problem = Number.isFinite(value.value)
      ? l10n.t('Value {0} is out of range for "{1}". Use {2}.', value.value, info.name, range)
      : l10n.t('Value is too large for "{0}". Use {1}.', info.name, range);
    // A negative or too large timeout most likely means no limit. A port can't be guessed.
    report(value, problem, () =>
      info.name === 'timeout' ? [preferred(l10n.t('Change to 0 (no time limit)'), replace(value, '0'))] : [],
    );
  },
};

export const timeoutInSeconds: FieldRule = {
  code: 'timeout-in-seconds',
  severity: 'warning',
  on: ({ name }) => name === 'timeout',
  docs: {
    title: 'Timeout in seconds',
    why: 'The timeout is in milliseconds. Some tools use seconds, and no server answers reliably within a few hundred milliseconds.',
    wrong: fileWith('{"command": "docs-server", "timeout": 60}'),
    right: fileWith('{"command": "docs-server", "timeout": 60000}'),
  },
  check({ value }, _group, report) {
    // Another rule reports forms such as 010. Values below 10 may be for tests; values above 600 may be milliseconds.
    if (value.type !== 'number' || String(value.value).length !== value.length) return;
    if (!Number.isInteger(value.value) || value.value < 10 || value.value > 600) return;
    const seconds = value.value;
    const better = String(seconds * 1000);
    report(value, l10n.t('"timeout" is in milliseconds. Use {0} for {1} seconds.', better, seconds), () => [
      preferred(l10n.t('Change to {0}', better), replace(value, better)),
    ]);
  },
};

/** Values of fields, against what the schema says of the field. */
import type { FieldInfo } from '../config/field.ts';
import type { Group } from '../config/group.ts';
import { type JsonNode, typeInWords } from '../config/json.ts';
import { nearest } from '../config/near.ts';
import { choice, type Fix, preferred, replace, replaceString, safe } from '../fixes/fix.ts';
import { insertAfter, member } from '../fixes/members.ts';
import { converted } from '../fixes/values.ts';
import type { FieldRule, FilledField } from './rule.ts';
import { fileWith, orList, quote } from './words.ts';

function fits(info: FieldInfo, value: JsonNode): boolean {
  if (value.type === 'invalid') return true;
  if (info.type === 'integer') return value.type === 'number' && Number.isInteger(value.value);
  return value.type === info.type;
}

const typeNames: Readonly<Record<FieldInfo['type'], string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function remedyFor(info: FieldInfo, value: JsonNode): string {
  const text = value.type === 'string' ? value.value.trim() : '';
  if (info.type === 'boolean')
    return /^(true|false)$/i.test(text) ? `write ${text.toLowerCase()} without quotes` : 'write true or false';
  if (info.type === 'number' || info.type === 'integer') {
    if (/^\d+$/.test(text)) return `write ${text} without quotes`;
    return value.type === 'number'
      ? `write ${Math.round(value.value) || info.minimum}`
      : `write a number such as ${info.examples[0]}`;
  }
  if (info.type === 'string' && (value.type === 'number' || value.type === 'boolean'))
    return `write "${value.value}" in double quotes`;
  if (info.name === 'command' && value.type === 'array')
    return 'write the first item as "command" and the others as "args"';
  if (info.type === 'array' && value.type === 'string') return `write [${quote(value.value)}]`;
  return `write something like ${JSON.stringify(info.examples[0])}`;
}

export const wrongJsonType: FieldRule = {
  kind: 'field',
  code: 'wrong-json-type',
  severity: 'error',
  docs: {
    title: 'Wrong type of value',
    why: 'Each field takes one type of JSON value.',
    wrong: fileWith('{"command": "docs-server", "timeout": "5000"}'),
    right: fileWith('{"command": "docs-server", "timeout": 5000}'),
  },
  check(field, group, report) {
    const { info, value } = field;
    if (fits(info, value)) return;
    const found = value.type === 'number' && info.type === 'integer' ? 'a fraction' : typeInWords(value);
    report(value, `"${info.name}" takes ${typeNames[info.type]}, and this is ${found}: ${remedyFor(info, value)}.`, {
      fixes: ({ text }) => {
        if (info.name === 'command' && value.type === 'array') return splitCommand(text, field, group);
        const better = converted(info, value, text);
        if (better === undefined) return [];
        const make = better.certain ? safe : preferred;
        return [make(`Write ${better.json}`, replace(value, better.json))];
      },
    });
  },
};

/** `"command": ["npx", "x"]`: the first word is the command, the others are its arguments. */
function splitCommand(text: string, { key, value }: FilledField, group: Group): readonly Fix[] {
  if (value.type !== 'array' || group.fields.has('args')) return [];
  const [first, ...others] = value.items;
  const self = group.node.members.find((candidate) => candidate.key === key);
  if (first?.type !== 'string' || first.value === '' || self === undefined) return [];
  const source = (node: JsonNode) => text.slice(node.offset, node.offset + node.length);
  const args = insertAfter(text, self, member('args', `[${others.map(source).join(', ')}]`));
  const changes = others.length === 0 ? [replace(value, source(first))] : [replace(value, source(first) + args.text)];
  return [preferred('Split it into "command" and "args"', ...changes)];
}

export const emptyValue: FieldRule = {
  kind: 'field',
  concerns: ({ minLength }) => minLength !== undefined,
  code: 'empty-value',
  severity: 'error',
  docs: {
    title: 'Empty command or url',
    why: 'There is nothing to start or to call.',
    wrong: fileWith('{"command": ""}'),
    right: fileWith('{"command": "docs-server"}'),
  },
  check({ info, value }, _group, report) {
    if (info.minLength === undefined || value.type !== 'string' || value.value.length >= info.minLength) return;
    report(value, `"${info.name}" is empty: write something like ${JSON.stringify(info.examples[0])}.`);
  },
};

export const notAllowedValue: FieldRule = {
  kind: 'field',
  concerns: ({ values }) => values !== undefined,
  code: 'not-allowed-value',
  severity: 'error',
  docs: {
    title: 'Value is not one of the allowed ones',
    why: 'Some fields take one of a few words.',
    wrong: fileWith('{"command": "docs-server", "requestIdFormat": "uuid"}'),
    right: fileWith('{"command": "docs-server", "requestIdFormat": "string"}'),
  },
  check({ info, value }, { place }, report) {
    // The type of a server has rules of its own.
    if (info.values === undefined || value.type !== 'string' || (place === 'server' && info.name === 'type')) return;
    if (info.values.some((allowed) => allowed.value === value.value)) return;
    const names = info.values.map((allowed) => allowed.value);
    report(value, `"${info.name}" cannot be ${quote(value.value)}: write ${orList(names.map(quote))}.`, {
      fixes: () => {
        const meant = nearest(value.value, names);
        return names
          .toSorted((one, other) => Number(other === meant) - Number(one === meant))
          .map((name) => (name === meant ? preferred : choice)(`Write ${quote(name)}`, replaceString(value, name)));
      },
    });
  },
};

export const outOfRange: FieldRule = {
  kind: 'field',
  concerns: ({ minimum, maximum }) => minimum !== undefined || maximum !== undefined,
  code: 'out-of-range',
  severity: 'error',
  docs: {
    title: 'Number out of range',
    why: 'A timeout is 0 or more (0 means no limit), a port is 1 to 65535.',
    wrong: fileWith('{"command": "docs-server", "timeout": -1}'),
    right: fileWith('{"command": "docs-server", "timeout": 0}'),
  },
  check({ info, value }, _group, report) {
    if (value.type !== 'number' || !fits(info, value)) return;
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.MAX_VALUE } = info;
    if (value.value >= minimum && value.value <= maximum) return;
    const range = info.maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
    const found = Number.isFinite(value.value) ? String(value.value) : 'too large a number';
    report(value, `"${info.name}" cannot be ${found}: write ${range}.`, {
      // Below 0 people mean that there is no limit. A port could be any.
      fixes: () => (info.name === 'timeout' ? [preferred('Write 0: no time limit', replace(value, '0'))] : []),
    });
  },
};

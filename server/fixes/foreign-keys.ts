/** What the keys of other tools and of newer agents become in this format. */
import type { Group, Stray } from '../config/group.ts';
import type { Member } from '../config/json.ts';
import { transportMeant, transportOfAddress } from '../config/transport.ts';
import { type Change, choice, type Fix, preferred, replace, replaceString } from './fix.ts';
import { insertBefore, member, memberSpan, removeMember } from './members.ts';
import { milliseconds } from './values.ts';

/** Keys whose value needs no change under this format's name of them. */
const sameValue: Readonly<Record<string, string>> = {
  timeout_ms: 'timeout',
  timeoutMs: 'timeout',
  http_headers: 'headers',
  environment: 'env',
};

export function foreignKeyFixes(text: string, group: Group, stray: Stray): readonly Fix[] {
  const self = group.node.members.find(({ key }) => key === stray.key);
  if (self === undefined) return [];
  const better = translation(text, group, self);
  const remove = removeMember(text, group.node, self);
  const title = `Remove ${JSON.stringify(self.key.value)}`;
  return better === undefined ? [preferred(title, ...remove)] : [better, choice(title, ...remove)];
}

/** The same thing said in this format; undefined where it has no word for it, or where the word is taken. */
function translation(text: string, { fields }: Group, self: Member): Fix | undefined {
  const { key, value } = self;
  const name = key.value;
  const renamed = Object.hasOwn(sameValue, name) ? sameValue[name] : undefined;
  if (renamed !== undefined)
    return fields.has(renamed) ? undefined : preferred(`Rename to "${renamed}"`, replaceString(key, renamed));
  switch (name) {
    case 'disabled':
      if (fields.has('enabled') || value?.type !== 'boolean') return undefined;
      return whole(`Write "enabled": ${!value.value}`, self, member('enabled', String(!value.value)));
    case 'serverUrl':
    case 'httpUrl':
      return asUrl(text, fields, self);
    case 'transport':
    case 'transportType': {
      const type = value?.type === 'string' ? transportMeant(value.value) : undefined;
      if (fields.has('type') || type === undefined) return undefined;
      return whole(`Write "type": "${type}"`, self, member('type', `"${type}"`));
    }
    case 'startup_timeout_sec':
    case 'tool_timeout_sec': {
      const amount = value?.type === 'number' ? milliseconds(`${value.value}s`) : undefined;
      if (fields.has('timeout') || amount === undefined) return undefined;
      return whole(`Write "timeout": ${amount}`, self, member('timeout', String(amount)));
    }
    case 'bearer_token_env_var': {
      if (fields.has('headers') || value?.type !== 'string' || !/^\w+$/.test(value.value)) return undefined;
      const header = JSON.stringify(`Bearer \${${value.value}}`);
      return whole('Write an "Authorization" header', self, member('headers', `{"Authorization": ${header}}`));
    }
    default:
      return undefined;
  }
}

function asUrl(text: string, fields: Group['fields'], self: Member): Fix | undefined {
  if (fields.has('url')) return undefined;
  const { key, value } = self;
  const type = transportOfAddress(value?.type === 'string' ? value.value : undefined);
  const rename = replaceString(key, 'url');
  if (fields.has('type')) return preferred('Rename to "url"', rename);
  const add = insertBefore(text, self, member('type', `"${type}"`));
  const both: Change = { ...rename, text: add.text + rename.text };
  return preferred(`Rename to "url" and add "type": "${type}"`, both);
}

/** Writes another member in the place of this one. */
function whole(title: string, self: Member, text: string): Fix {
  return preferred(title, replace(memberSpan(self), text));
}

export function newerKeyFixes(text: string, group: Group, { key, value }: Stray): readonly Fix[] {
  const self = group.node.members.find((candidate) => candidate.key === key);
  if (self === undefined) return [];
  const remove = removeMember(text, group.node, self);
  const title = `Remove ${JSON.stringify(key.value)}`;
  if (group.place !== 'oauth' || group.fields.has('scope')) return [preferred(title, ...remove)];
  const scopes = value?.type === 'array' ? value.items : value === undefined ? [] : [value];
  const words = scopes.flatMap((scope) => (scope.type === 'string' ? [scope.value] : []));
  if (words.length === 0 || words.length < scopes.length) return [preferred(title, ...remove)];
  return [whole('Write "scope"', self, member('scope', JSON.stringify(words.join(' ')))), choice(title, ...remove)];
}

/** Fixes that translate the keys of other tools, and proposed keys, into this format. */

import * as l10n from '@vscode/l10n';
import type { Group, UnknownKey } from '../config/format/group.ts';
import { transportMeant, transportOfAddress } from '../config/servers/choose-transport.ts';
import { endOf, type JsonNode, type Member, memberSpan } from '../config/text/json.ts';
import { type Change, type Fix, preferred, removal, replace, replaceString } from './fix.ts';
import { appendMembers, holdsComment, insertBefore, member, removeMember } from './members.ts';
import { moveEntries } from './move.ts';
import { hidesAnother, isEssential, orRemove, removeFix } from './removal.ts';
import { milliseconds } from './value-conversion.ts';

export function foreignKeyFixes(text: string, group: Group, self: UnknownKey): readonly Fix[] {
  // Once renamed, it would no longer override the earlier duplicate.
  const better = hidesAnother(group.node, self) ? undefined : translation(text, group, self);
  if (better?.removes === true) return [better];
  const remove = removeFix(text, group.node, self, equivalentValue(group, self));
  return better?.title === remove.title ? [better] : orRemove(better ? [better] : [], remove, isEssential(group, self));
}

/** Returns the field that only has another name: its value stays the same. */
const sameAs = ({ meaning }: UnknownKey): string | undefined =>
  meaning.kind === 'foreign' ? meaning.from.sameAs : undefined;

/**
 * Returns the value that makes removing a key harmless if it's the same: the value of the field with the same meaning,
 * or the key's own value if that field is equivalent. Undefined if the object doesn't have such a field.
 */
function equivalentValue(group: Group, self: UnknownKey): JsonNode | undefined {
  const { value } = self;
  const name = self.key.value;
  const field = (of: string): JsonNode | undefined => group.fields.get(of)?.value;
  const same = sameAs(self);
  if (same !== undefined) return field(same);
  switch (name) {
    case 'serverUrl':
    case 'httpUrl':
      return field('url');
    case 'transport':
    case 'transportType': {
      const type = field('type');
      const meant = value?.type === 'string' ? transportMeant(value.value) : undefined;
      return type?.type === 'string' && type.value === meant ? value : undefined;
    }
    case 'disabled': {
      const enabled = field('enabled');
      return value?.type === 'boolean' && enabled?.type === 'boolean' && value.value !== enabled.value
        ? value
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns the fix that translates a key; undefined if this format has no equivalent or another key sets it. */
function translation(text: string, group: Group, self: UnknownKey): Fix | undefined {
  const { value } = self;
  const name = self.key.value;
  const isOnlySource = (field: string): boolean => setsAlone(group, self, field);
  const renamed = sameAs(self);
  if (renamed !== undefined)
    return isOnlySource(renamed)
      ? preferred(l10n.t('Rename to "{0}"', renamed), replaceString(self.key, renamed))
      : moveEntries(text, group, self, renamed);
  switch (name) {
    case 'disabled':
      if (value?.type !== 'boolean') return undefined;
      if (!isOnlySource('enabled')) return value.value ? switchedOff(text, group, self) : undefined;
      if (!value.value) {
        const make = holdsComment(text, memberSpan(self)) ? removal : preferred;
        return make(l10n.t('Remove {0}', '"disabled"'), ...removeMember(text, group.node, self));
      }
      return replaceMember(l10n.t('Replace with "enabled": false'), self, 'enabled', 'false');
    case 'serverUrl':
    case 'httpUrl':
      return isOnlySource('url') ? asUrl(text, self, isOnlySource('type')) : undefined;
    case 'transport':
    case 'transportType': {
      if (value?.type === 'object') return unwrapped(text, group, self, value.members);
      const type = value?.type === 'string' ? transportMeant(value.value) : undefined;
      if (!isOnlySource('type') || type === undefined) return undefined;
      return replaceMember(l10n.t('Replace with "type": "{0}"', type), self, 'type', `"${type}"`);
    }
    case 'tool_timeout_sec': {
      const amount = value?.type === 'number' ? milliseconds(`${value.value}s`) : undefined;
      if (!isOnlySource('timeout') || amount === undefined) return undefined;
      return replaceMember(l10n.t('Replace with "timeout": {0}', amount), self, 'timeout', String(amount));
    }
    case 'bearer_token_env_var':
      if (value?.type !== 'string' || !/^\w+$/.test(value.value)) return undefined;
      return asHeaders(
        text,
        group,
        self,
        [['Authorization', `Bearer \${${value.value}}`]],
        l10n.t('Replace with an "Authorization" header'),
      );
    case 'env_http_headers':
      return asHeaders(text, group, self, variablesIn(value), l10n.t('Move to "headers"'));
    case 'oauth_resource':
      if (!isOnlySource('auth') || value?.type !== 'string') return undefined;
      return replaceMember(
        l10n.t('Move to "auth"'),
        self,
        'auth',
        `{"type": "oauth", "resource": ${JSON.stringify(value.value)}}`,
      );
    default:
      return undefined;
  }
}

/** True if no other key sets this field. The properties of a nested transport are moved to the server. */
function setsAlone({ aliases, unknownKeys }: Group, self: UnknownKey, field: string): boolean {
  const isNested = unknownKeys.some(
    ({ key, value }) =>
      /^transport(?:Type)?$/.test(key.value) &&
      value?.type === 'object' &&
      value.members.some((inner) => inner.key.value === field),
  );
  return aliases.get(field) === self && !isNested;
}

/** Replaces a member with the members of its value. */
function unwrapped(text: string, group: Group, self: Member, members: readonly Member[]): Fix | undefined {
  const [first, last] = [members[0], members.at(-1)];
  const taken = new Set(group.node.members.map(({ key }) => key.value));
  if (first === undefined || last === undefined || members.some(({ key, live }) => !live || taken.has(key.value)))
    return undefined;
  const { offset } = self.key;
  const start = { offset, length: first.key.offset - offset };
  const lastEnd = endOf(memberSpan(last));
  const end = { offset: lastEnd, length: endOf(memberSpan(self)) - lastEnd };
  if (holdsComment(text, start) || holdsComment(text, end)) return undefined;
  return preferred(l10n.t('Move the properties to the server'), replace(start, ''), replace(end, ''));
}

/** If `"disabled": true` contradicts `"enabled": true`, the value that starts nothing takes precedence. */
function switchedOff(text: string, group: Group, self: Member): Fix | undefined {
  const enabled = group.fields.get('enabled')?.value;
  if (enabled?.type !== 'boolean' || !enabled.value) return undefined;
  const title = l10n.t('Set "enabled": false and remove "disabled"');
  return removal(title, replace(enabled, 'false'), ...removeMember(text, group.node, self));
}

function asUrl(text: string, self: Member, untyped: boolean): Fix {
  const { key, value } = self;
  const rename = replaceString(key, 'url');
  if (!untyped) return preferred(l10n.t('Rename to "url"'), rename);
  const type = transportOfAddress(value?.type === 'string' ? value.value : undefined);
  const add = insertBefore(text, self.key, member('type', `"${type}"`));
  const both: Change = { ...rename, text: add.text + rename.text };
  return preferred(l10n.t('Rename to "url" and add "type": "{0}"', type), both);
}

type Header = readonly [name: string, value: string];

/** Returns headers that reference the variables that the values name; undefined if a value isn't a variable name. */
function variablesIn(value: JsonNode | undefined): readonly Header[] | undefined {
  if (value?.type !== 'object' || value.members.length === 0) return undefined;
  const headers = value.members.flatMap(({ key, value: name, live }): readonly Header[] =>
    live && name?.type === 'string' && /^\w+$/.test(name.value) ? [[key.value, `\${${name.value}}`]] : [],
  );
  return headers.length === value.members.length ? headers : undefined;
}

/** Replaces a key with headers in this format: in a new map, or appended to the existing one. */
function asHeaders(
  text: string,
  group: Group,
  self: UnknownKey,
  headers: readonly Header[] | undefined,
  title: string,
): Fix | undefined {
  if (headers === undefined) return undefined;
  const added = headers.map(([key, value]) => ({ key, print: () => JSON.stringify(value) }));
  if (setsAlone(group, self, 'headers')) {
    const members = added.map(({ key, print }) => member(key, print()));
    return replaceMember(title, self, 'headers', `{${members.join(', ')}}`);
  }
  const map = group.fields.get('headers')?.value;
  if (map?.type !== 'object') return undefined;
  const taken = new Set(map.members.map(({ key }) => key.value.toLowerCase()));
  if (headers.some(([name]) => taken.has(name.toLowerCase()))) return undefined;
  return preferred(title, appendMembers(text, map, added), ...removeMember(text, group.node, self));
}

/** Replaces the key and the value of a member. Comments between them are kept. */
function replaceMember(title: string, self: Member, key: string, value: string): Fix {
  if (self.value === undefined) return preferred(title, replace(memberSpan(self), member(key, value)));
  return preferred(title, replaceString(self.key, key), replace(self.value, value));
}

export function proposedKeyFixes(text: string, group: Group, self: UnknownKey): readonly Fix[] {
  const remove = removeFix(text, group.node, self);
  const { value } = self;
  const scopes = value?.type === 'array' ? value.items : value === undefined ? [] : [value];
  const words = scopes.flatMap((scope) => (scope.type === 'string' ? [scope.value] : []));
  const free = group.place === 'oauth' && !group.node.members.some(({ key }) => key.value === 'scope');
  if (!free || words.length === 0 || words.length < scopes.length) return [remove];
  return orRemove(
    [replaceMember(l10n.t('Replace with "scope"'), self, 'scope', JSON.stringify(words.join(' ')))],
    remove,
  );
}

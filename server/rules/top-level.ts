/** The top level of the file (spec config-format.md, Top-level object). */

import * as l10n from '@vscode/l10n';
import { wordSet } from '../../common/guards.ts';
import { foreignKeyFor } from '../config/format/dialects.ts';
import { serverFieldNames } from '../config/format/format.ts';
import type { Group, UnknownKey } from '../config/format/group.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import {
  hasServerField,
  holdsServers,
  meansServers,
  type NestedServers,
  nestedServers,
} from '../config/servers/recognize-servers.ts';
import { ServerEntry } from '../config/servers/server-entry.ts';
import { endOf, type JsonNode, type Member, memberValue, type ObjectNode, typeInWords } from '../config/text/json.ts';
import { type Fix, preferred, replace, replaceString } from '../fixes/fix.ts';
import { holdsComment } from '../fixes/members.ts';
import { wrapMembers } from '../fixes/move.ts';
import { namedServers } from '../fixes/move-servers.ts';
import { fileWith, foreignProperty } from './message-text.ts';
import type { DocumentRule } from './rule.ts';

const right = fileWith('{"command": "docs-server"}');

export const topLevelNotObject: DocumentRule = {
  code: 'top-level-not-object',
  severity: 'error',
  docs: {
    title: 'Top level is not an object',
    why: 'The file must be a single JSON object with mcpServers and, optionally, the two lists.',
    wrong: '[{"command": "docs-server"}]',
    right,
  },
  check({ root }, report) {
    if (root === undefined || root.type === 'object' || root.type === 'invalid') return;
    const message = l10n.t('Expected an object at the top level, got {0}. Use {"mcpServers": {…}}.', typeInWords(root));
    report(root, message, ({ text }) => withoutArray(text, root));
  },
};

/** Returns the fix for a config in an array; none for an array of something else. */
function withoutArray(text: string, root: JsonNode): readonly Fix[] {
  const [only, ...others] = root.type === 'array' ? root.items : [];
  if (only?.type !== 'object' || others.length > 0 || memberValue(only, 'mcpServers') === undefined) return [];
  const before = { offset: root.offset, length: only.offset - root.offset };
  const after = { offset: endOf(only), length: endOf(root) - endOf(only) };
  if ([before, after].some((span) => holdsComment(text, span))) return [];
  return [preferred(l10n.t('Remove the brackets'), replace(before, ''), replace(after, ''))];
}

/** What a server connects to, also in other tools' formats. */
const endpointKeys: ReadonlySet<string> = new Set(['command', 'url', 'serverUrl', 'httpUrl']);

/** Returns the servers inside of a property, unless the file has its own. */
export const nestedIn = ({ fields }: Group, { value }: UnknownKey): NestedServers | undefined =>
  fields.has('mcpServers') ? undefined : nestedServers(value);

/** Returns the key under which another tool stores its servers, if `mcpServers` itself is absent. */
export function foreignRoot(top: Group): UnknownKey | undefined {
  const unknownKey = top.aliases.get('mcpServers');
  const type = unknownKey?.value?.type;
  if (unknownKey?.meaning.kind !== 'foreign' || (type !== 'object' && type !== 'array')) return undefined;
  return nestedIn(top, unknownKey) === undefined ? unknownKey : undefined;
}

/** Returns the servers under another tool's root property, in which a secret is a problem as well. */
export function foreignServers({ top, faults }: ConfigDocument): readonly ServerEntry[] {
  if (top === undefined) return [];
  const nested = top.unknownKeys.flatMap((unknownKey) => nestedIn(top, unknownKey)?.map ?? [])[0];
  const map = nested ?? foreignRoot(top)?.value;
  if (map?.type !== 'object' || faults.some(({ damaging }) => damaging)) return [];
  return map.members.map((member) => new ServerEntry(member, []));
}

/** Detects content at the top level that belongs in `mcpServers`: servers, or a single server without a name. */
export function flatContent({ top }: ConfigDocument): 'servers' | 'server' | undefined {
  if (top === undefined || top.fields.has('mcpServers') || top.aliases.has('mcpServers')) return undefined;
  if (isServerMap(top)) return 'servers';
  const starts = top.unknownKeys.some(({ key, value }) => value?.type === 'string' && endpointKeys.has(key.value));
  return starts && top.unknownKeys.every(({ key }) => isServerKey(key.value)) ? 'server' : undefined;
}

/** True if all objects are servers. With other settings beside them, a `url` is also that of a repository or an author. */
function isServerMap({ unknownKeys }: Group): boolean {
  const members = unknownKeys.filter(({ key }) => !/^(?:[$_]|\/\/)/.test(key.value));
  const objects = members.filter(({ value }) => value?.type === 'object');
  const isPure = objects.length === members.length;
  const hasCommand = ({ value }: Member): boolean =>
    /^(?:string|array)$/.test(memberValue(value, 'command')?.type ?? '');
  return objects.length > 0 && objects.every((member) => isServer(member) && (isPure || hasCommand(member)));
}

/** Objects with a `url` that aren't servers. */
const metadata = wordSet(
  'author bugs contact funding homepage license maintainer organization owner publisher repository',
);

export const isServer = ({ key, value }: Member): boolean => !metadata.has(key.value) && hasServerField(value);

/** Returns the servers of a plugin that doesn't list them under `mcpServers`. */
export function flatServers(document: ConfigDocument): readonly ServerEntry[] {
  const { top } = document;
  if (top === undefined || flatContent(document) !== 'servers') return [];
  return top.node.members.filter(isServer).map((member) => new ServerEntry(member, []));
}

/** True for anything that looks like a config file, even with mistakes. False for a translation, a manifest, or data. */
export function looksLikeConfig(document: ConfigDocument): boolean {
  const { root, top } = document;
  if (top === undefined) return root?.type !== 'array';
  const { members } = top.node;
  // A schema alone is a config without servers; other formats have one too.
  if (members.every(({ key }) => key.value === '$schema')) return true;
  if ([...top.fields.keys()].some((name) => name !== '$schema') || flatContent(document) !== undefined) return true;
  return top.unknownKeys.some(({ key, value, meaning }) => {
    if (value?.type === 'object') return meansServers(key.value) ? mayHoldServers(value) : holdsServers(value);
    return value?.type === 'array' && (meaning.kind === 'typo' || meansServers(key.value));
  });
}

/** False for an object with texts only, such as a translation. */
const mayHoldServers = ({ members }: ObjectNode): boolean =>
  members.length === 0 || members.some(({ value }) => value?.type === 'object');

const isServerKey = (name: string): boolean => isServerField(name) || foreignKeyFor('server', name) !== undefined;

export const flatMap: DocumentRule = {
  code: 'flat-map',
  severity: 'error',
  docs: {
    title: 'Servers outside mcpServers',
    why: 'Oh My Pi reads servers only from mcpServers. Files of plugins are not reported: there, servers may be at the top level.',
    wrong: '{"docs": {"command": "docs-server"}}',
    right,
  },
  check(document, report, { level }) {
    const content = flatContent(document);
    if (document.root === undefined || content === undefined) return;
    // Plugins may list their servers without "mcpServers".
    if (level === 'plugin' && content === 'servers') return;
    const message =
      content === 'servers'
        ? l10n.t('Servers at the top level have no effect. Move them to "mcpServers".')
        : l10n.t('A server outside "mcpServers" isn\'t loaded. Move it into an entry of "mcpServers".');
    report(document.root, message, (whole) => wrapContent(whole, content));
  },
};

/** Moves servers, or the properties of a single one, into `mcpServers`; no fix if other properties are between them. */
function wrapContent({ text, top }: ConfigDocument, content: 'servers' | 'server'): readonly Fix[] {
  if (top === undefined) return [];
  const { members } = top.node;
  const isPart = (member: Member): boolean =>
    !top.fields.has(member.key.value) && (content === 'server' || isServer(member));
  const parts = members.slice(members.findIndex(isPart), members.findLastIndex(isPart) + 1);
  if (!parts.every(isPart)) return [];
  return content === 'servers'
    ? [preferred(l10n.t('Move the servers to "mcpServers"'), ...wrapMembers(text, parts, ['mcpServers']))]
    : [preferred(l10n.t('Move the server to "mcpServers"'), ...wrapMembers(text, parts, ['mcpServers', 'server']))];
}

export const foreignRootKey: DocumentRule = {
  code: 'foreign-root-key',
  severity: 'error',
  docs: {
    title: "Another tool's root property",
    why: 'Tools use different names for the object that contains the servers. Here it is mcpServers.',
    wrong: '{"servers": {"docs": {"command": "docs-server"}}}',
    right,
  },
  check({ top }, report) {
    const unknownKey = top && foreignRoot(top);
    if (unknownKey?.meaning.kind !== 'foreign') return;
    const { from } = unknownKey.meaning;
    report(
      unknownKey.key,
      l10n.t('{0} {1} instead.', foreignProperty(unknownKey.key.value, from), from.instead()),
      ({ text }) => asServerMap(text, unknownKey),
    );
  },
};

function asServerMap(text: string, { key, value }: UnknownKey): readonly Fix[] {
  const rename = replaceString(key, 'mcpServers');
  if (value?.type !== 'array') return [preferred(l10n.t('Rename to "mcpServers"'), rename)];
  const changes = namedServers(text, value);
  return changes === undefined ? [] : [preferred(l10n.t('Convert to "mcpServers"'), rename, ...changes)];
}

export const isServerField = (name: string): boolean => serverFieldNames.includes(name);

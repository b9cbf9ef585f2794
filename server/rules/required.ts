/** Required fields (spec config-format.md, the variants and the auth object). */
import * as l10n from '@vscode/l10n';
import { fieldValue, type Group, hasField } from '../config/format/group.ts';
import { type ConfigDocument, serverMap } from '../config/servers/document.ts';
import { holdsServers, meansServers } from '../config/servers/recognize-servers.ts';
import type { ParsedServer, ServerEntry } from '../config/servers/server-entry.ts';
import { endOf, type JsonNode } from '../config/text/json.ts';
import { choice, type Fix, preferred, replace } from '../fixes/fix.ts';
import { append, holdsComment, insertBefore, member, removeMember } from '../fixes/members.ts';
import { fileWith, quote } from './message-text.ts';
import { concernsOhMyPi } from './readers-meant.ts';
import type { ServerRule } from './rule.ts';
import { isUnreadable } from './transport.ts';

/** True for an entry that only disables a server with this name from another file: `{"enabled": false}`. */
export function isOffSwitch(server: ParsedServer): boolean {
  const enabled = fieldValue(server.group, 'enabled');
  return isOnlyDisabled(server) && enabled?.type === 'boolean' && server.group.fields.has('enabled');
}

/** Like `isOffSwitch`, but also true for the form of other tools, `{"disabled": true}`, which has no effect. */
function isOnlyDisabled({ transport, group }: ParsedServer): boolean {
  const enabled = fieldValue(group, 'enabled');
  const disabled = group.aliases.get('enabled')?.key.value === 'disabled';
  const off = enabled?.type === 'boolean' && enabled.value === disabled;
  const others = ['type', 'command', 'args', 'url'].some((name) => hasField(group, name));
  return off && transport === 'stdio' && !others;
}

export const missingCommand: ServerRule = {
  code: 'missing-command',
  severity: 'error',
  on: { isProcess: true, lacks: 'command' },
  docs: {
    title: 'stdio server without command',
    why: 'A stdio server is started with its "command". A server without "type" is a stdio server.',
    wrong: fileWith('{"args": ["--port", "1"]}'),
    right: fileWith('{"command": "docs-server", "args": ["--port", "1"]}'),
  },
  check(server, entry, report) {
    if (server.choice === 'both' || isOnlyDisabled(server) || isUnreadable(server.group)) return;
    if (holdsOnlyServers(server.group)) {
      const message = l10n.t('{0} contains servers. Move them one level up.', quote(entry.name));
      report(entry.key, message, (document) => withoutLevel(document, entry));
      return;
    }
    const stated = server.group.fields.has('type');
    const missing = l10n.t('Missing "command" in server {0}.', quote(entry.name));
    report(entry.key, stated ? missing : l10n.t('{0} Add it, or add "type": "http" and "url".', missing));
  },
};

/** True for an entry that has servers in place of properties, as after two files were merged. */
export const holdsOnlyServers = ({ fields, node }: Group): boolean => fields.size === 0 && holdsServers(node);

/** Returns the fix that puts the servers of an entry in its place; none if a name would be lost or is already used. */
function withoutLevel(document: ConfigDocument, { key, value }: ServerEntry): readonly Fix[] {
  const names = serverMap(document)?.members.map((other) => other.key.value) ?? [];
  const [first, last] = value?.type === 'object' ? [value.members[0], value.members.at(-1)] : [];
  if (!meansServers(key.value) || value?.type !== 'object' || first === undefined || last === undefined) return [];
  if (value.members.some((inner) => names.includes(inner.key.value) && inner.key.value !== key.value)) return [];
  const end = endOf(last.value ?? last.key);
  const before = { offset: key.offset, length: first.key.offset - key.offset };
  const after = { offset: end, length: endOf(value) - end };
  if ([before, after].some((span) => holdsComment(document.text, span))) return [];
  return [preferred(l10n.t('Move the servers out of {0}', quote(key.value)), replace(before, ''), replace(after, ''))];
}

export const disabledStub: ServerRule = {
  code: 'disabled-stub',
  severity: 'error',
  on: { isProcess: true, lacks: 'command' },
  docs: {
    title: 'Entry that only disables a server',
    why: 'Oh My Pi accepts such an entry at run time, but the format requires "command" or "url" in every entry.',
    wrong: fileWith('{"enabled": false}'),
    right: '{"disabledServers": ["docs"]}',
  },
  check(server, entry, report, context) {
    const { level } = context;
    if (server.choice === 'both' || !isOnlyDisabled(server)) return;
    const name = quote(entry.name);
    const problem = isOffSwitch(server)
      ? l10n.t(
          'Entry {0} only disables a server. Oh My Pi accepts it, but the format requires "command" or "url".',
          name,
        )
      : l10n.t("Entry {0} only disables a server, which isn't supported here.", name);
    if (!concernsOhMyPi(context)) {
      report(
        entry.key,
        l10n.t('Entry {0} only disables a server, but the format requires "command" or "url". Add one of them.', name),
      );
      return;
    }
    const remedy = l10n.t('List it in "disabledServers" in your user-level mcp.json, or add its "command" or "url"');
    // The lists have an effect only in the user-level mcp.json.
    report(entry.key, l10n.t('{0} {1}.', problem, remedy), (document) =>
      level === undefined || level === 'user' ? listInstead(document, entry) : [],
    );
  },
};

/** Moves the name to the denylist if the entry does nothing except disable the server. */
function listInstead(document: ConfigDocument, entry: ServerEntry): readonly Fix[] {
  const { text, top } = document;
  const { name, value } = entry;
  const map = serverMap(document);
  const more =
    value?.type === 'object' && value.members.some((field) => !/^(?:enabled|disabled)$/.test(field.key.value));
  if (top === undefined || map === undefined || more || name === '') return [];
  // The denylist would override the allowlist, which currently enables a server with this name.
  if (listHolds(top.fields.get('enabledServers')?.value, name)) return [];
  const title = l10n.t('Move to "disabledServers"');
  const remove = removeMember(text, map, entry);
  const listed = JSON.stringify(name);
  const list = top.fields.get('disabledServers');
  if (list === undefined)
    return [preferred(title, ...remove, append(text, top.node, member('disabledServers', `[${listed}]`)))];
  if (list.value?.type !== 'array') return [];
  if (listHolds(list.value, name))
    return [preferred(l10n.t('Remove {0} (already in "disabledServers")', quote(name)), ...remove)];
  return [preferred(title, ...remove, append(text, list.value, listed))];
}

const listHolds = (list: JsonNode | undefined, name: string): boolean =>
  list?.type === 'array' && list.items.some((item) => item.type === 'string' && item.value === name);

export const missingUrl: ServerRule = {
  code: 'missing-url',
  severity: 'error',
  on: { isProcess: false, lacks: 'url' },
  docs: {
    title: 'http or sse server without url',
    why: 'An http or sse server is reached at its "url".',
    wrong: fileWith('{"type": "http"}'),
    right: fileWith('{"type": "http", "url": "https://example.com/mcp"}'),
  },
  check({ transport, choice, group }, entry, report) {
    if (choice === 'both') return;
    const missing = l10n.t('Missing "url" in {0} server {1}.', transport, quote(entry.name));
    const untyped = choice === 'untyped-headers' && !hasField(group, 'type');
    report(entry.key, untyped ? l10n.t('{0} Add "type": "http" and "url".', missing) : missing);
  },
};

export const missingAuthType: ServerRule = {
  code: 'missing-auth-type',
  severity: 'error',
  on: { has: 'auth' },
  docs: {
    title: 'auth without type',
    why: 'The type specifies whether the stored credential is an OAuth credential or an API key.',
    wrong: fileWith('{"type": "http", "url": "https://example.com/mcp", "auth": {"credentialId": "docs"}}'),
    right: fileWith(
      '{"type": "http", "url": "https://example.com/mcp", "auth": {"type": "oauth", "credentialId": "docs"}}',
    ),
  },
  check({ auth: group }, _entry, report) {
    if (group === undefined || hasField(group, 'type')) return;
    // The opening brace is the smallest location that clearly refers to this object.
    report(
      { offset: group.node.offset, length: 1 },
      l10n.t('Missing "type" in "auth". Add "type": "oauth" or "type": "apikey".'),
      ({ text }) =>
        (['oauth', 'apikey'] as const).map((type) => {
          const first = group.node.members[0];
          const added = member('type', `"${type}"`);
          const change = first === undefined ? append(text, group.node, added) : insertBefore(text, first.key, added);
          return (type === 'oauth' ? preferred : choice)(l10n.t('Add {0}', `"type": "${type}"`), change);
        }),
    );
  },
};

/** The transport of a server, and the fields that determine it (spec config-format.md, Server configuration). */

import * as l10n from '@vscode/l10n';
import { untypedUrls } from '../../common/generated/readers.ts';
import { type AgentId, agentName } from '../../common/messages/agents.ts';
import { readersOfType } from '../config/format/agent-properties.ts';
import type { Transport } from '../config/format/field.ts';
import { transports } from '../config/format/format.ts';
import { fieldValue, type Group, hasField, type Meaning, standsFor } from '../config/format/group.ts';
import { transportMeant, transportOfAddress } from '../config/servers/choose-transport.ts';
import { choice, type Fix, preferred, removal, replaceString, safe } from '../fixes/fix.ts';
import { insertBefore, member, removeMembers } from '../fixes/members.ts';
import type { RuleContext } from './context.ts';
import { schemaFormat } from './dialect.ts';
import { andList, fileWith, orList, quote, quoteValue } from './message-text.ts';
import { readersMeant } from './readers-meant.ts';
import type { ServerRule } from './rule.ts';

const http = fileWith('{"type": "http", "url": "https://example.com/mcp"}');

export const missingType: ServerRule = {
  code: 'missing-type',
  severity: 'error',
  on: { choice: 'untyped-url' },
  docs: {
    title: 'url without type',
    why: 'The format requires "type" with "url". Without it, Oh My Pi assumes http, but other tools skip the server.',
    wrong: fileWith('{"url": "https://example.com/mcp"}'),
    right: http,
  },
  check({ transport, group }, _entry, report, context) {
    // Another name for it is reported first.
    const url = group.fields.get('url');
    if (url === undefined || hasField(group, 'type')) return;
    report(url.key, l10n.t('"url" requires "type": "{0}". {1}', transport, withoutType(context)), ({ text }) => {
      const add = (type: Transport) => insertBefore(text, url.key, member('type', `"${type}"`));
      const other = transport === 'http' ? 'sse' : 'http';
      return [
        preferred(l10n.t('Add {0}', `"type": "${transport}"`), add(transport)),
        choice(l10n.t('Add {0}', `"type": "${other}"`), add(other)),
      ];
    });
  },
};

/** Returns what the agents meant make of a URL without a type. */
function withoutType(context: RuleContext): string {
  const meant = readersMeant(context);
  const by = (result: string): readonly AgentId[] => meant.filter((id) => untypedUrls[id] === result);
  const skipping = by('skips');
  if (skipping.length > 0) return l10n.t('Without it, {0} skips the server.', andList(skipping.map(agentName)));
  const assumed = by('http').length > 0 ? 'http' : 'sse';
  const assuming = by(assumed);
  if (assuming.length === 0) return l10n.t('The format requires it.');
  const names = andList(assuming.map(agentName));
  return assuming.length === 1
    ? l10n.t('Without it, {0} assumes {1}.', names, assumed)
    : l10n.t('Without it, {0} assume {1}.', names, assumed);
}

/** True for a server of another tool's own kind: its type has no meaning here, and it has neither a command nor a URL. */
export function isUnreadable(group: Group): boolean {
  const type = group.fields.get('type')?.value;
  const isUnknown = type?.type === 'string' && transportMeant(type.value) === undefined;
  return isUnknown && !hasField(group, 'command') && !hasField(group, 'url');
}

export const unknownTransport: ServerRule = {
  code: 'unknown-transport',
  severity: 'error',
  on: { has: 'type' },
  docs: {
    title: 'Unknown type',
    why: 'The type is "stdio", "http", or "sse", in lowercase. Streamable HTTP is "http".',
    wrong: fileWith('{"type": "streamable-http", "url": "https://example.com/mcp"}'),
    right: http,
  },
  check({ transport, group }, _entry, report, context) {
    const type = group.fields.get('type')?.value;
    if (type?.type !== 'string' || transports.some((known) => known === type.value)) return;
    const names = orList(transports.map(quote));
    const accepting = readersOfType(type.value, context.agents ?? []);
    // Another rule says so.
    if (accepting.length > 0 && context.agentsAreChosen === true) return;
    if (isUnreadable(group)) {
      report(type, l10n.t('Unknown type {0}. Expected {1}.', quoteValue(type.value), names));
      return;
    }
    report(
      type,
      accepting.length > 0
        ? l10n.t('{0} Use "{1}".', acceptedBy(accepting, type.value), transport)
        : l10n.t('Unknown type {0}. Expected {1}. Use "{2}".', quoteValue(type.value), names, transport),
      (document) => {
        // If the type has no known meaning, the transport is a guess from the other fields, so the fix isn't safe. The
        // format of another tool may have such a type.
        const isSafe = transportMeant(type.value) === transport && schemaFormat(document) === undefined;
        const make = isSafe ? safe : preferred;
        return [make(l10n.t('Change to "{0}"', transport), replaceString(type, transport))];
      },
    );
  },
};

/** Returns which agents accept a type that the format doesn't have. */
function acceptedBy(agents: readonly AgentId[], type: string): string {
  const names = andList(agents.map(agentName));
  return agents.length === 1
    ? l10n.t("{0} accepts the type {1}, but the format doesn't.", names, quoteValue(type))
    : l10n.t("{0} accept the type {1}, but the format doesn't.", names, quoteValue(type));
}

export const agentType: ServerRule = {
  code: 'agent-type',
  severity: 'information',
  on: { has: 'type' },
  appliesIn: ({ agentsAreChosen }) => agentsAreChosen === true,
  docs: {
    title: 'Type of a chosen agent',
    why: 'The format doesn\'t have this type, but an agent accepts it that is chosen, or that the setting switchyard.config.readers or "readers" in .mcp-config.json names. Otherwise, it is an error.',
    wrong: fileWith('{"type": "streamable-http", "url": "https://example.com/mcp"}'),
    right: http,
    context: { level: 'standalone', agents: ['claude-code'], agentsAreChosen: true },
  },
  check({ group }, _entry, report, { agents = [] }) {
    const type = group.fields.get('type')?.value;
    const accepting = type?.type === 'string' ? readersOfType(type.value, agents) : [];
    if (type?.type === 'string' && accepting.length > 0) report(type, acceptedBy(accepting, type.value));
  },
};

export const transportMismatch: ServerRule = {
  code: 'transport-mismatch',
  severity: 'error',
  on: { choice: 'contradicted' },
  docs: {
    title: 'Type conflicts with other properties',
    why: 'A stdio server requires "command". An http or sse server requires "url".',
    wrong: fileWith('{"type": "stdio", "url": "https://example.com/mcp"}'),
    right: http,
  },
  check({ transport, group }, _entry, report) {
    const type = group.fields.get('type')?.value;
    if (type?.type !== 'string') return;
    const field = transport === 'stdio' ? 'command' : 'url';
    report(type, l10n.t('"type": "{0}" conflicts with "{1}". Use "type": "{2}".', type.value, field, transport), () => [
      preferred(l10n.t('Change to "{0}"', transport), replaceString(type, transport)),
    ]);
  },
};

export const commandAndUrl: ServerRule = {
  code: 'command-and-url',
  severity: 'error',
  on: { choice: 'both' },
  docs: {
    title: 'command and url together',
    why: 'A server is either a process ("command") or an endpoint ("url"), never both. Oh My Pi ignores one of the two.',
    wrong: fileWith('{"command": "docs-server", "url": "https://example.com/mcp"}'),
    right: http,
  },
  check({ transport, group }, _entry, report) {
    const name = transport === 'stdio' ? 'url' : 'command';
    const field = group.fields.get(name) ?? group.aliases.get(name);
    if (field === undefined) return;
    const address = fieldValue(group, 'url');
    const type = transportOfAddress(address?.type === 'string' ? address.value : undefined);
    const ways = l10n.t(
      'Remove "url" for a stdio server, or "command" for "type": "{0}"',
      transport === 'stdio' ? type : transport,
    );
    report(field.key, l10n.t('"command" and "url" can\'t be combined. {0}.', ways), ({ text }) => {
      const process = keep(text, group, 'stdio', ['url', 'headers']);
      const endpoint = keep(text, group, transport === 'stdio' ? type : transport, ['command', 'args', 'env', 'cwd']);
      return transport === 'stdio' ? [process, endpoint] : [endpoint, process];
    });
  },
};

/** Creates the fix that keeps one transport: removes the fields in `without` and sets the type. */
function keep(text: string, group: Group, transport: Transport, without: readonly string[]): Fix {
  const { members } = group.node;
  const keys = new Set(without.flatMap((name) => group.fields.get(name)?.key ?? []));
  // Also removes unknown keys that stand for these fields, because they would take their place.
  for (const { key, meaning } of group.unknownKeys) if (without.includes(wordFor(meaning) ?? '')) keys.add(key);
  const gone = members.filter(({ key }) => keys.has(key));
  const stays = members.find((candidate) => candidate.live && !gone.includes(candidate));
  const type = group.fields.get('type');
  const changes = [...removeMembers(text, group.node, gone)];
  if (type?.value !== undefined && type.value.type !== 'invalid') {
    if (type.value.type !== 'string' || type.value.value !== transport)
      changes.push(replaceString(type.value, transport));
  } else if (transport !== 'stdio' && stays !== undefined && type === undefined)
    changes.push(insertBefore(text, stays.key, member('type', `"${transport}"`)));
  const names = gone.map(({ key }) => quote(key.value)).join(', ');
  return removal(l10n.t('Keep the {0} server and remove {1}', transport, names), ...changes);
}

/** Returns the field that an unknown key means, whether or not the object has it. */
const wordFor = (meaning: Meaning): string | undefined =>
  meaning.kind === 'alternateSpelling' ? meaning.of : standsFor(meaning)[0];

export const legacySse: ServerRule = {
  code: 'legacy-sse',
  severity: 'information',
  tag: 'deprecated',
  on: { isProcess: false, has: 'type' },
  docs: {
    title: 'Legacy sse transport',
    why: 'The sse transport exists for compatibility. Most servers now support streamable HTTP, which is "http" here.',
    wrong: fileWith('{"type": "sse", "url": "https://example.com/sse"}'),
    right: http,
  },
  check({ transport, choice: chosen, group }, _entry, report) {
    const type = group.fields.get('type')?.value;
    if (transport !== 'sse' || chosen !== 'stated' || type === undefined) return;
    report(type, l10n.t('"sse" is a legacy transport. Use "http" if the server supports it.'), () => [
      choice(l10n.t('Change to "http" (the URL may differ)'), replaceString(type, 'http')),
    ]);
  },
};

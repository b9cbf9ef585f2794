/** The transport of a server, and the fields that tell it (spec config-format.md, Server configuration). */

import { transports } from '../config/format.ts';
import { fieldValue, hasField } from '../config/group.ts';
import { transportOfAddress } from '../config/transport.ts';
import type { ServerRule } from './rule.ts';
import { fileWith, orList, quote } from './words.ts';

const http = fileWith('{"type": "http", "url": "https://example.com/mcp"}');

export const missingType: ServerRule = {
  kind: 'server',
  code: 'missing-type',
  severity: 'error',
  docs: {
    title: 'url without type',
    why: 'Without a type a server is a stdio server, which has no url: the agent drops it.',
    wrong: fileWith('{"url": "https://example.com/mcp"}'),
    right: http,
  },
  check({ choice, transport, group }, _entry, report) {
    const url = group.fields.get('url') ?? group.standIns.get('url');
    if (choice !== 'untyped-url' || url === undefined || hasField(group, 'type')) return;
    report(url.key, `A server without "type" is a stdio server and has no "url": add "type": "${transport}".`);
  },
};

export const unknownTransport: ServerRule = {
  kind: 'server',
  code: 'unknown-transport',
  severity: 'error',
  docs: {
    title: 'Unknown transport',
    why: 'The type is stdio, http or sse, in lower case. Streamable HTTP is called http here.',
    wrong: fileWith('{"type": "streamable-http", "url": "https://example.com/mcp"}'),
    right: http,
  },
  check({ transport, group }, _entry, report) {
    const type = group.fields.get('type')?.value;
    if (type?.type !== 'string' || transports.some((known) => known === type.value)) return;
    const names = orList(transports.map(quote));
    report(type, `The type ${quote(type.value)} is unknown, the format has ${names}: write "${transport}".`);
  },
};

export const transportMismatch: ServerRule = {
  kind: 'server',
  code: 'transport-mismatch',
  severity: 'error',
  docs: {
    title: 'Type and fields contradict each other',
    why: 'A stdio server has a command, an http or sse server has a url.',
    wrong: fileWith('{"type": "stdio", "url": "https://example.com/mcp"}'),
    right: http,
  },
  check({ choice, transport, group }, _entry, report) {
    const type = group.fields.get('type')?.value;
    if (choice !== 'contradicted' || type?.type !== 'string') return;
    const field = transport === 'stdio' ? '"command" and no "url"' : '"url" and no "command"';
    report(type, `The type is "${type.value}", but the server has ${field}: write "type": "${transport}".`);
  },
};

export const commandAndUrl: ServerRule = {
  kind: 'server',
  code: 'command-and-url',
  severity: 'error',
  docs: {
    title: 'command and url together',
    why: 'A server is either a process (command) or an endpoint (url), never both.',
    wrong: fileWith('{"command": "docs-server", "url": "https://example.com/mcp"}'),
    right: http,
  },
  check({ choice, transport, group }, _entry, report) {
    if (choice !== 'both') return;
    const name = transport === 'stdio' ? 'url' : 'command';
    const field = group.fields.get(name) ?? group.standIns.get(name);
    if (field === undefined) return;
    const address = fieldValue(group, 'url');
    const type = transportOfAddress(address?.type === 'string' ? address.value : undefined);
    const ways = `remove "url" for a stdio server, or "command" for "type": "${transport === 'stdio' ? type : transport}"`;
    report(field.key, `A server cannot have both "command" and "url": ${ways}.`);
  },
};

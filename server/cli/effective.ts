/** `mcp-config effective`: every server that the agent finds, which are in effect, and why not the others. */

import type { ServerInfo } from '../../common/tool-servers.ts';
import { placesWithServers } from '../servers-view.ts';
import type { EffectiveOrder } from './order.ts';
import type { Project } from './project.ts';
import { printable } from './report-text.ts';

export function effectiveReport(project: Project, { format }: EffectiveOrder): string {
  const servers = placesWithServers(project.workspace).flatMap((place) => place.servers);
  if (format === 'json') return `${JSON.stringify(servers.map(plain), null, 2)}\n`;
  if (servers.length === 0) return 'The agent finds no tool server here: no config file names one.\n';
  const widest = (of: (server: ServerInfo) => string): number =>
    Math.max(...servers.map((server) => of(server).length));
  const name = ({ name: text }: ServerInfo): string => printable(text);
  const transport = (server: ServerInfo): string => server.transport ?? '?';
  const [names, transports] = [widest(name), widest(transport)];
  const lines = servers.map(
    (server) =>
      `${name(server).padEnd(names)}  ${transport(server).padEnd(transports)}  ${printable(server.text)}  (${printable(server.source.label)}:${server.range.start.line + 1})`,
  );
  return `${lines.join('\n')}\n`;
}

function plain({ name, state, reason, text, transport, source, range }: ServerInfo) {
  return { name, state, reason, text, transport, ...source, line: range.start.line + 1 };
}

/** `mcp-config effective`: lists every server that the agent finds, and why it is or isn't in effect. */

import type { ServerInfo } from '../../../common/messages/tool-servers.ts';
import { visible } from '../../../common/text/escape.ts';
import { shownVersion } from '../../config/oh-my-pi/version.ts';
import { placesWithServers } from '../../views/servers-view.ts';
import type { EffectiveArguments } from '../arguments/arguments.ts';
import type { Project } from '../check/project.ts';
import { alignedRows, counted } from '../check/reports/report-text.ts';
import { reportIncomplete } from '../check/unreadable.ts';
import { jsonText } from '../output/json-text.ts';
import { exit, type Terminal } from '../output/terminal.ts';

/** The version of the JSON format. Earlier ones were an array. */
const reportVersion = 1;

/** Returns 2 if a file couldn't be read or isn't valid, because its servers are missing and may override others. */
export function effective(project: Project, args: EffectiveArguments, terminal: Terminal): number {
  const isIncomplete = reportIncomplete(project, terminal);
  const servers = placesWithServers(project.workspace, project.options).flatMap((place) => place.servers);
  const table = (): string => tableOf(servers, project.workspace.places.version, isIncomplete);
  terminal.out(args.format === 'json' ? jsonText({ version: reportVersion, servers: servers.map(plain) }) : table());
  return isIncomplete ? exit.failed : exit.clean;
}

function tableOf(servers: readonly ServerInfo[], agentVersion: string, isIncomplete: boolean): string {
  if (servers.length === 0)
    return `No tool servers found in the files that ${isIncomplete ? 'could be read' : 'Oh My Pi reads'}.\n`;
  const rows = servers.map((server) => {
    const place = `(${visible(server.source.label)}:${server.range.start.line + 1})`;
    return [visible(server.name), server.transport ?? '?', `${visible(stateOf(server))}  ${place}`];
  });
  return `${alignedRows(rows).join('\n')}\n\nOh My Pi ${shownVersion(agentVersion)}\n`;
}

function stateOf({ text, problems }: ServerInfo): string {
  return problems === 0 ? text : `${text} (${counted(problems, 'problem')})`;
}

function plain({ name, state, reason, text, problems, transport, source, range }: ServerInfo) {
  return { name, state, reason, text, problems, transport, ...source, line: range.start.line + 1 };
}

/** Every server of every source for whoever shows them: the extension's view, a status line. */
import type { Location } from 'vscode-languageserver';
import { type EffectiveServer, stateInWords } from './config/effective.ts';
import type { PlaceServers, ServerInfo } from './protocol.ts';
import type { Workspace } from './workspace.ts';

/** One entry for each folder of the workspace, servers strongest file first. */
export function placesWithServers(workspace: Workspace): PlaceServers[] {
  return workspace.places.map((place) => ({
    folder: place.project ?? null,
    servers: workspace.outlook(place).effective.servers.flatMap((server) => serverInfo(workspace, server) ?? []),
  }));
}

function serverInfo(workspace: Workspace, server: EffectiveServer): ServerInfo | undefined {
  const { name, state, reason, source, definition } = server;
  const range = workspace.locate(source.uri, definition.key)?.range;
  if (range === undefined) return undefined;
  const at = ({ source: { uri }, definition: { key } }: EffectiveServer): Location | null =>
    workspace.locate(uri, key) ?? null;
  const { uri, label, level, kind, tool } = source;
  return {
    name,
    state,
    text: stateInWords(server),
    reason: reason.kind,
    transport: definition.connection.transport ?? null,
    source: { uri, label, level, kind, tool },
    range,
    hiddenBy: 'by' in reason ? at(reason.by) : null,
    listedAt: 'item' in reason ? (workspace.locate(reason.item.source.uri, reason.item.node) ?? null) : null,
  };
}

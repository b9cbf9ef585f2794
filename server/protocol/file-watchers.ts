/** File watchers for the files that the agent reads, inside and outside of the workspace folders. */
import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type FileSystemWatcher,
} from 'vscode-languageserver';
import type { Agent } from '../agents/agent.ts';
import { ohMyPiAgent } from '../agents/oh-my-pi.ts';
import { settingsFiles } from '../config/oh-my-pi/settings.ts';
import type { Place } from '../config/servers/sources.ts';
import { baseName, childUri, isInside, parentUri, uriKey } from '../files/uris.ts';
import { repositoryConfigName } from '../rules/repository-config.ts';
import { userSettingsUris } from '../workspace/place-settings.ts';
import type { Policies } from '../workspace/policies/policies.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Returns a function that registers the watchers. It must be called again when the places may have changed. */
export function fileWatchers(connection: Connection, workspace: Workspace, policies: Policies) {
  /** The registered watchers as JSON. */
  let watched = '';
  let registration: Promise<Disposable> | undefined;
  return (capabilities: ClientCapabilities): void => {
    const watchers = watchersFor(capabilities, workspace, policies.uris);
    const text = JSON.stringify(watchers);
    if (watchers.length === 0 || text === watched) return;
    watched = text;
    const before = registration;
    registration = connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    // Editors may reject this request, which is optional.
    registration.catch(() => undefined);
    // Only now, so that no change is missed.
    before?.then((former) => former.dispose()).catch(() => undefined);
  };
}

/**
 * Returns the watchers to register; empty if the client doesn't support dynamic registration.
 * @param others URIs of further files
 */
function watchersFor(
  { workspace: can }: ClientCapabilities,
  { places, agents }: Workspace,
  others: readonly string[],
): FileSystemWatcher[] {
  const { dynamicRegistration, relativePatternSupport } = can?.didChangeWatchedFiles ?? {};
  if (dynamicRegistration !== true) return [];
  const { shown: agent } = agents;
  const patterns = new Set(['mcp.json', '.mcp.json', repositoryConfigName, ...settingsFiles.project].map(anywhere));
  /** Files outside of projects, although they can be in a workspace folder. */
  const files = new Set(others);
  for (const place of places.all) {
    for (const uri of userSettingsUris(place)) files.add(uri);
    // Its packages don't have to be pinned.
    if (place.project !== undefined) files.add(childUri(place.project, 'package.json'));
    for (const { uri, level, label, layout } of ohMyPiAgent.sources(place)) {
      if (level === 'user') files.add(uri);
      else if (layout !== 'own') patterns.add(anywhere(label));
    }
    if (agent !== ohMyPiAgent) for (const uri of filesOf(agent, place)) files.add(uri);
  }
  const everywhere = Array.from(patterns, (globPattern) => ({ globPattern }));
  if (relativePatternSupport === true) return [...everywhere, ...Array.from(files, watcherOf)];
  // Without relative patterns, only files in workspace folders can be watched.
  const inFolders = Array.from(files).flatMap((uri) =>
    places.roots
      .filter((root) => isInside(uri, root))
      .map((root) => ({ globPattern: anywhere(uriKey(uri).slice(uriKey(root).length + 1)) })),
  );
  return [...everywhere, ...inFolders];
}

/** Returns the files of an agent in the project and in the home folder. Those of administrators rarely change. */
function filesOf(agent: Agent, place: Place): readonly string[] {
  const near = [place.project, place.home].filter((folder) => folder !== undefined);
  const all = [...agent.sources(place), ...agent.settings(place)].map(({ uri }) => uri);
  return all.filter((uri) => near.some((folder) => isInside(uri, folder)));
}

const anywhere = (path: string): string => `**/${path}`;

const watcherOf = (uri: string): FileSystemWatcher => ({
  globPattern: { baseUri: parentUri(uri), pattern: baseName(uri) },
});

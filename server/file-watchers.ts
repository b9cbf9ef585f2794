/** File watchers for the files that the agent reads, inside and outside of the workspace folders. */
import type { ClientCapabilities, FileSystemWatcher } from 'vscode-languageserver';
import { sourcesOf } from './config/sources.ts';
import { baseName, isInside, parentUri } from './config/uris.ts';
import { settingsUris } from './place-settings.ts';
import type { Places } from './places.ts';

/**
 * Returns the watchers to register; empty if the client doesn't support dynamic registration.
 * @param others URIs of further files
 */
export function watchersFor(
  { workspace: can }: ClientCapabilities,
  places: Places,
  others: readonly string[],
): FileSystemWatcher[] {
  const { dynamicRegistration, relativePatternSupport } = can?.didChangeWatchedFiles ?? {};
  if (dynamicRegistration !== true) return [];
  const inFolders = ['**/mcp.json', '**/.mcp.json'];
  const outside = new Map<string, FileSystemWatcher>();
  for (const uri of others) outside.set(uri, watcherOf(uri));
  for (const place of places.all) {
    for (const { uri, level, label, layout } of sourcesOf(place)) {
      if (level === 'project' && layout !== 'own') inFolders.push(`**/${label}`);
      if (level === 'user' && !places.roots.some((root) => isInside(uri, root))) outside.set(uri, watcherOf(uri));
    }
    for (const uri of settingsUris(place))
      if (places.roots.some((root) => isInside(uri, root)))
        inFolders.push(parentUri(uri) === place.project ? `**/${baseName(uri)}` : `**/.omp/${baseName(uri)}`);
      else outside.set(uri, watcherOf(uri));
  }
  const everywhere = [...new Set(inFolders)].map((globPattern) => ({ globPattern }));
  return relativePatternSupport === true ? [...everywhere, ...outside.values()] : everywhere;
}

const watcherOf = (uri: string): FileSystemWatcher => ({
  globPattern: { baseUri: parentUri(uri), pattern: baseName(uri) },
});

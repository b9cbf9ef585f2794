/** Where the files of an agent are at a place. */

import { pathOf } from '../../common/config-place.ts';
import { formatNames } from '../../common/generated/tools.ts';
import type { Place, Source } from '../config/sources.ts';
import { baseName, childUri, fileUri, isInside, parentUri, uriKey } from '../files/uris.ts';
import type { AgentTable, FilePlace, ServersFile } from '../tools/agent-facts.ts';

/** A file with servers, as one of the sources of an agent. */
export interface TableSource extends Source {
  readonly file: ServersFile;
}

/** More parent folders aren't searched. */
const depthLimit = 40;

/** Returns the files that an agent looks for, highest precedence first. A file with two maps of servers is listed twice. */
export function tableSources({ id, files }: AgentTable, place: Place): readonly TableSource[] {
  const listed = new Map<string, TableSource>();
  for (const file of files)
    for (const { uri, label } of locate(file, place)) {
      const key = uriKey(uri);
      const isUser = file.in === 'home' || file.in === 'system';
      const source: TableSource = {
        uri,
        key,
        label: scoped(label, file),
        level: isUser ? 'user' : 'project',
        kind: file.layout === 'own' ? 'standalone' : 'imported',
        provider: id,
        layout: file.layout,
        dialect: file.dialect,
        tool: formatNames[file.dialect],
        file,
        ...(file.scope === 'local' && { section: 'local' }),
      };
      const part = `${key}\n${file.root.join('\n')}`;
      if (!listed.has(part)) listed.set(part, source);
    }
  return [...listed.values()];
}

/** Claude Code's names of the scopes, for a file with two of them. */
const scoped = (label: string, { scope }: ServersFile): string =>
  scope === 'local' || scope === 'user' ? `${label} (${scope})` : label;

/** Returns the URIs and display paths of a file, nearest first. */
export function locate(
  { in: where, path: template, variable, onlyByVariable }: FilePlace,
  place: Place,
): readonly { readonly uri: string; readonly label: string }[] {
  const { project, home, moved } = place;
  const path = template.replace('{project}', () => projectSlug(place));
  const folder = variable === undefined ? undefined : moved[variable];
  if (folder !== undefined && variable === 'OPENCODE_CONFIG') return [{ uri: folder, label: `$${variable}` }];
  if (folder !== undefined) return [{ uri: childUri(folder, baseName(path)), label: `$${variable}/${baseName(path)}` }];
  if (onlyByVariable === true) return [];
  switch (where) {
    case 'home':
      return home === undefined ? [] : [{ uri: childUri(home, path), label: `~/${path}` }];
    case 'system':
      // Without a home folder, this isn't a computer.
      return home === undefined ? [] : [{ uri: fileUri(/^[A-Z]:/.test(path) ? `/${path}` : path), label: path }];
    case 'project':
      return project === undefined ? [] : [{ uri: childUri(project, path), label: path }];
    case 'upward':
    case 'repository':
    case 'worktree':
    case 'outward': {
      if (project === undefined) return [];
      const top = where === 'upward' ? undefined : (place.repository ?? (where === 'repository' ? project : undefined));
      const found = parentsOf(project, top).map((parent, up) => ({
        uri: childUri(parent, path),
        label: '../'.repeat(up) + path,
      }));
      return where === 'outward' ? found.toReversed() : found;
    }
  }
}

/** Returns a folder and its parents, up to but not including the root. @param top the last one */
function parentsOf(folder: string, top: string | undefined): readonly string[] {
  if (!folder.startsWith('file:')) return [folder];
  const folders = [folder];
  const last = top !== undefined && isInside(folder, top) ? uriKey(top) : undefined;
  for (let at = folder; folders.length < depthLimit; ) {
    if (uriKey(at) === last) break;
    at = parentUri(at);
    // The root of a drive is one too.
    if ((pathOf(at) ?? '').split('/').filter((part) => part !== '' && !part.endsWith(':')).length === 0) break;
    folders.push(at);
  }
  return folders;
}

/** Returns the path of a project as agents write it in their settings. */
export const projectPath = ({ project }: Place): string => pathAsWritten(project ?? '');

/** Returns the path of a folder as agents write it in their settings. */
export function pathAsWritten(uri: string): string {
  const path = pathOf(uri) ?? '';
  return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
}

/** Returns the name of a folder that an agent keeps for a project. */
const projectSlug = (place: Place): string =>
  projectPath(place)
    .replace(/[^A-Za-z0-9]/g, '-')
    .replace(/^-+/, '');

/** Returns a path of properties with the path of the project. */
export const inProject = (path: readonly string[], place: Place): readonly string[] =>
  path.map((name) => (name === '*' ? projectPath(place) : name));

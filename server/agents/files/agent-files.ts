/** Where the files of an agent are at a place. */

import { formatNames } from '../../../common/generated/tools.ts';
import { pathOf } from '../../../common/messages/config-place.ts';
import type { Place, Source } from '../../config/servers/sources.ts';
import { baseName, childUri, fileUri, isInside, parentUri, uriKey, variableUri } from '../../files/uris.ts';
import type { AgentTable, FilePlace, ServersFile } from '../../tools/agent-facts.ts';

/** A file with servers, as one of the sources of an agent. */
export interface TableSource extends Source {
  readonly file: ServersFile;
  /** Present if it's of a plugin. */
  readonly plugin?: {
    readonly prefix: string;
    readonly isTwinDropped?: true;
    /** True if one invalid entry costs all servers of the file. */
    readonly rejectsInvalid?: true;
    /** The names of its servers that settings turn off. */
    readonly off?: ReadonlySet<string>;
  };
}

export const isTableSource = (source: Source): source is TableSource => 'file' in source;

/** More parent folders aren't searched. */
const depthLimit = 40;

/** Returns the files that an agent looks for, highest precedence first. A file with two maps of servers is listed twice. */
export function tableSources(table: AgentTable, place: Place): readonly TableSource[] {
  const { id, files } = table;
  const listed = new Map<string, TableSource>();
  const ofUser = new Set(
    files.flatMap((file) => (file.in === 'home' ? locate(file, place).map(({ uri }) => uriKey(uri)) : [])),
  );
  const root = searchRoot(table, place);
  for (const file of files) {
    if (file.unlessVariable !== undefined && place.switchedOn.has(file.unlessVariable)) continue;
    for (const { uri, label } of locate(file, place, root)) {
      const key = uriKey(uri);
      // In the home folder, the file of the user isn't that of a project.
      if (file.in !== 'home' && ofUser.has(key)) continue;
      const isUser = file.in === 'home' || file.in === 'system' || file.in === 'environment';
      const source: TableSource = {
        uri,
        key,
        label: scoped(label, file),
        ...(file.scope !== undefined && { fileLabel: label }),
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
  }
  return [...listed.values()];
}

/** Returns the root of the project, up to which files are searched. */
export function searchRoot({ rootMarkers }: Pick<AgentTable, 'rootMarkers'>, place: Place): string | undefined {
  if (rootMarkers === undefined || place.project === undefined) return place.repository?.root;
  const [file] = locate(rootMarkers.in, place);
  const markers = file && place.look.setting(file.uri, rootMarkers.path);
  if (markers?.type !== 'array') return place.repository?.root;
  const names = markers.items.flatMap((item) => (item.type === 'string' && isName(item.value) ? item.value : []));
  return place.look.folderWith(names) ?? place.project;
}

/** True for the name of a file or folder. */
const isName = (text: string): boolean => text !== '' && text !== '..' && !/[\\/\0]/.test(text);

/** Claude Code's names of the scopes, for a file with two of them. */
const scoped = (label: string, { scope }: ServersFile): string =>
  scope === 'local' || scope === 'user' ? `${label} (${scope})` : label;

/** Returns the URIs and display paths of a file, nearest first. @param root that of the project */
export function locate(
  { in: where, path: template, variable, names, fileVariable, ownedVariables, onlyByVariable }: FilePlace,
  place: Place,
  root: string | undefined = place.repository?.root,
): readonly { readonly uri: string; readonly label: string }[] {
  const { project, home, moved } = place;
  const path = template.replace('{project}', () => projectSlug(place));
  if (ownedVariables?.some((name) => moved[name] !== undefined) === true) return [];
  const file = fileVariable === undefined ? undefined : moved[fileVariable];
  if (file !== undefined) return [{ uri: file, label: `$${fileVariable}` }];
  const folder = variable === undefined ? undefined : moved[variable];
  if (folder !== undefined && names === 'file') return [{ uri: folder, label: `$${variable}` }];
  if (folder !== undefined) {
    const rest = names === 'home' ? path : names === undefined ? baseName(path) : path.slice(names.length + 1);
    return [{ uri: childUri(folder, rest), label: `$${variable}/${rest}` }];
  }
  if (onlyByVariable === true) return [];
  switch (where) {
    case 'home':
      return home === undefined ? [] : [{ uri: childUri(home, path), label: `~/${path}` }];
    case 'system':
      // Without a home folder, this isn't a computer.
      return home === undefined ? [] : systemPaths(path, place).map((each) => ({ uri: systemUri(each), label: each }));
    case 'checkout': {
      const checkout = decisionsRoot(place);
      if (checkout === undefined || checkout === project) return [];
      const label =
        project !== undefined && isInside(project, checkout)
          ? upLabel(project, checkout)
          : `${pathAsWritten(checkout)}/`;
      return [{ uri: childUri(checkout, path), label: label + path }];
    }
    case 'environment':
      return place.variables.has(path) ? [{ uri: variableUri(path), label: `$${path}` }] : [];
    case 'project':
      return project === undefined ? [] : [{ uri: childUri(project, path), label: path }];
    case 'upward':
    case 'repository':
    case 'worktree':
    case 'outward': {
      if (project === undefined) return [];
      const isBounded = where === 'repository' || (where !== 'upward' && place.repository?.isBroken !== true);
      const top = isBounded ? (root ?? (where === 'repository' ? project : undefined)) : undefined;
      const found = parentsOf(project, top).map((parent, up) => ({
        uri: childUri(parent, path),
        label: '../'.repeat(up) + path,
      }));
      return where === 'outward' ? found.toReversed() : found;
    }
  }
}

const systemUri = (path: string): string => fileUri(/^[A-Z]:/.test(path) ? `/${path}` : path);

/** Returns the files for which `*` stands in a path. */
function systemPaths(path: string, { look }: Place): readonly string[] {
  const [folder = '', ending] = path.split('*');
  if (ending === undefined) return [path];
  return look.files(systemUri(folder)).flatMap((name) => (name.endsWith(ending) ? folder + name : []));
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

/** Returns the root of the repository, for a worktree that of its main checkout; without a repository, the start. */
export const decisionsRoot = ({ repository, project }: Place): string | undefined =>
  repository === undefined ? project : (repository.main ?? repository.bare ?? repository.root);

/** Returns the way up from a folder to one that contains it. */
const upLabel = (folder: string, outer: string): string =>
  '../'.repeat(uriKey(folder).split('/').length - uriKey(outer).split('/').length);

/** Returns the path of a project as agents write it in their settings. */
const projectPath = ({ project }: Place): string => pathAsWritten(project ?? '');

/** Returns the path under which an agent keeps what belongs to a project. Agents see no links. */
const keptPath = ({ keptBy }: Pick<AgentTable, 'keptBy'>, place: Place): string =>
  pathAsWritten(place.look.real((keptBy === 'checkout' ? decisionsRoot(place) : place.project) ?? ''));

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

/** Returns a path of properties with the path under which an agent keeps what belongs to a project. */
export const inProject = (
  table: Pick<AgentTable, 'keptBy'>,
  path: readonly string[],
  place: Place,
): readonly string[] => path.map((name) => (name === '*' ? keptPath(table, place) : name));

/** The program, script, and folder of a stdio server, and the local files and folders that they refer to. */
import { attempt } from '../../../common/attempt.ts';
import { wordSet } from '../../../common/guards.ts';
import { trimEndOf } from '../../../common/text/trim.ts';
import { stringField } from '../format/group.ts';
import type { StringNode } from '../text/json.ts';
import type { ServerEntry } from './server-entry.ts';
import type { Place } from './sources.ts';

export interface ProcessLaunch {
  readonly command: StringNode;
  /** The argument with the path of the script that the program runs. */
  readonly script: StringNode | undefined;
  readonly cwd: StringNode | undefined;
}

const interpreters = wordSet('node bun deno tsx ts-node python python3 py uv bash sh zsh ruby');
const scriptEnding = /\.(?:[cm]?[jt]s|py|sh|rb)$/i;

/** Returns undefined if the entry isn't a stdio server with a command. */
export function processLaunchOf(entry: ServerEntry): ProcessLaunch | undefined {
  const { parsed, launch } = entry;
  const command = stringField(parsed?.group, 'command');
  if (parsed?.transport !== 'stdio' || command === undefined) return undefined;
  // The script of a Unix shell is one word with its own syntax.
  const runs = launch !== undefined && launch.shell?.kind !== 'posix' && interpreters.has(launch.program);
  return {
    command,
    script: runs ? scriptIn(launch.words) : undefined,
    cwd: stringField(parsed.group, 'cwd'),
  };
}

/** @param words a command line, program first */
function scriptIn(words: readonly StringNode[]): StringNode | undefined {
  for (const node of words.slice(1)) {
    // `python -m module`, `node -e code`: no file follows.
    if (/^-[mce]$|^--eval$/.test(node.value)) return undefined;
    if (!node.value.startsWith('-') && scriptEnding.test(node.value) && !/^[a-z]+:\/\//i.test(node.value)) return node;
  }
  return undefined;
}

/**
 * Resolves a path in a config file relative to a folder, as a URI. Returns undefined for a path with variables or `~`,
 * and for a relative path without a folder.
 */
export function resolvePath(path: string, folder: string | undefined): string | undefined {
  if (path === '' || /^~|[$%{]|\0/.test(path)) return undefined;
  const slashes = path.replaceAll('\\', '/');
  return attempt(() => {
    const encoded = slashes.split('/').map(encodeURIComponent).join('/').replaceAll('%3A', ':');
    if (/^[a-z]:\//i.test(slashes)) return new URL(`file:///${encoded}`).href;
    if (slashes.startsWith('/')) return new URL(`file://${encoded}`).href;
    return folder === undefined ? undefined : new URL(`./${encoded}`, `${trimEndOf(folder, '/')}/`).href;
  });
}

/** True if a command is a path, not a name to find on the PATH. */
export function isPath(command: string): boolean {
  return /[\\/]/.test(command);
}

export interface LocalPath {
  readonly what: 'command' | 'cwd' | 'script';
  readonly node: StringNode;
  readonly uri: string;
  readonly kind: 'file' | 'folder';
}

/** Returns the local files and folders that servers refer to, as URIs. Doesn't access the disk. */
export const localUris = (servers: readonly ServerEntry[], place: Place): readonly string[] =>
  servers.flatMap((entry) => {
    const start = processLaunchOf(entry);
    return start === undefined ? [] : localPaths(start, place).map(({ uri }) => uri);
  });

/** Returns a path in a property as the agent reads it. */
export type ExpandPath = (path: string, field: 'command' | 'args' | 'cwd') => string;

/** Returns the local files and folders that a server refers to, as URIs. Doesn't access the disk. */
export function localPaths(
  { command, cwd, script }: ProcessLaunch,
  { project }: Place,
  expand: ExpandPath = (path) => path,
): readonly LocalPath[] {
  const found: LocalPath[] = [];
  const add = (what: LocalPath['what'], node: StringNode | undefined, folder: string | undefined): void => {
    const uri = node && resolvePath(expand(node.value, what === 'script' ? 'args' : what), folder);
    if (node !== undefined && uri !== undefined)
      found.push({ what, node, uri, kind: what === 'cwd' ? 'folder' : 'file' });
  };
  const folder = cwd === undefined ? project : resolvePath(expand(cwd.value, 'cwd'), project);
  add('cwd', cwd, project);
  if (isPath(command.value)) add('command', command, folder);
  add('script', script, folder);
  return found;
}

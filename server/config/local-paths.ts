/** The files and folders that a server's entry refers to. */
import type { StringNode } from './json.ts';
import { isPath, type ProcessLaunch, resolvePath } from './process-launch.ts';
import type { Place } from './sources.ts';

export interface LocalPath {
  readonly what: 'command' | 'cwd' | 'script';
  readonly node: StringNode;
  readonly uri: string;
  readonly kind: 'file' | 'folder';
}

/** Returns the local files and folders that a server refers to, as URIs. Doesn't access the disk. */
export function localPaths({ command, cwd, script }: ProcessLaunch, { project }: Place): readonly LocalPath[] {
  const found: LocalPath[] = [];
  const add = (what: LocalPath['what'], node: StringNode | undefined, folder: string | undefined): void => {
    const uri = node && resolvePath(node.value, folder);
    if (node !== undefined && uri !== undefined)
      found.push({ what, node, uri, kind: what === 'cwd' ? 'folder' : 'file' });
  };
  const folder = cwd === undefined ? project : resolvePath(cwd.value, project);
  add('cwd', cwd, project);
  if (isPath(command.value)) add('command', command, folder);
  add('script', script, folder);
  return found;
}

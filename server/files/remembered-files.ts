/** Files whose kind, real place, and folders are asked for once: twenty agents look into the same places. */
import { remembered } from '../../common/remembered.ts';
import type { Files } from './files.ts';

/** What is asked about a file or folder without reading it as a document. */
export type FileLooks = Pick<Files, 'kind' | 'real' | 'folders' | 'files' | 'read'>;

/** Returns looks at files that remember their results. To be replaced when something on the disk may have changed. */
export function rememberedFiles(files: FileLooks): FileLooks {
  const kinds = new Map<string, ReturnType<Files['kind']>>();
  const reals = new Map<string, string | undefined>();
  const folders = new Map<string, readonly string[]>();
  const names = new Map<string, readonly string[]>();
  return {
    kind: (uri) => remembered(kinds, uri, () => files.kind(uri)),
    ...(files.real && { real: (uri) => remembered(reals, uri, () => files.real?.(uri)) }),
    ...(files.folders && { folders: (uri) => remembered(folders, uri, () => files.folders?.(uri) ?? []) }),
    ...(files.files && { files: (uri) => remembered(names, uri, () => files.files?.(uri) ?? []) }),
    read: (uri) => files.read(uri),
  };
}

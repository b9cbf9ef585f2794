/** Builds and packs `dist/switchyard.vsix`. */
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import type { Metafile } from 'esbuild';
import { build } from './build.ts';
import { isPreRelease } from './lib/release.ts';
import { readText, root } from './lib/repository.ts';
import { measureSizes, printSizes, type Size } from './sizes.ts';

export interface Packed {
  /** Absolute path of the packed extension. */
  readonly vsix: string;
  readonly sizes: readonly Size[];
  /** By bundle name. */
  readonly metafiles: Readonly<Record<string, Metafile>>;
}

export async function packageVsix(): Promise<Packed> {
  const metafiles = await build();
  const vsix = path.join(root, 'dist/switchyard.vsix');
  await createVSIX({
    cwd: root,
    packagePath: vsix,
    preRelease: isPreRelease(JSON.parse(readText('package.json')).version),
    dependencies: false,
    allowMissingRepository: true,
    // The pictures of the README are in the package, under the same paths.
    rewriteRelativeLinks: false,
  });
  return { vsix, sizes: measureSizes(metafiles, 'dist/switchyard.vsix'), metafiles };
}

if (import.meta.main) printSizes((await packageVsix()).sizes);

/** Builds and packs `dist/switchyard.vsix`. */
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { build } from './build.ts';
import { root } from './lib/run.ts';
import { measureSizes, printSizes, type Size } from './sizes.ts';

export interface Packed {
  /** Absolute path of the packed extension. */
  readonly vsix: string;
  readonly sizes: readonly Size[];
}

export async function packageVsix(): Promise<Packed> {
  const metafiles = await build();
  const vsix = path.join(root, 'dist/switchyard.vsix');
  await createVSIX({
    cwd: root,
    packagePath: vsix,
    dependencies: false,
    allowMissingRepository: true,
    // The pictures of the README are in the package, under the same names.
    rewriteRelativeLinks: false,
  });
  return { vsix, sizes: measureSizes(metafiles, 'dist/switchyard.vsix') };
}

if (import.meta.main) printSizes((await packageVsix()).sizes);

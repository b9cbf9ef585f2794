/** The programs as shipped: bundled with the options of scripts/build.ts, in a separate folder. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundles } from '../../../scripts/build.ts';
import { root } from '../../../scripts/lib/repository.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';

export interface Bundle {
  /** The test may add files to it. */
  readonly folder: TemporaryFolder;
  readonly script: string;
  remove(): void;
}

export const bundleServer = (): Promise<Bundle> => bundle('server');
export const bundleCli = (): Promise<Bundle> => bundle('cli');

async function bundle(program: 'server' | 'cli'): Promise<Bundle> {
  const folder = new TemporaryFolder(program);
  const outdir = folder.at('package/dist');
  await esbuild.build({ ...bundles[program], outdir, sourcemap: false });
  await cp(path.join(root, 'package.json'), folder.at('package/package.json'));
  return { folder, script: path.join(outdir, `${program}.js`), remove: () => folder.remove() };
}

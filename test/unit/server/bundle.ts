/** The programs as shipped: bundled with the options of scripts/build.ts, in a separate folder. */
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundles } from '../../../scripts/build.ts';
import { root } from './support.ts';

export interface Bundle {
  /** Folder of the bundle; the test may add files to it. */
  readonly folder: string;
  readonly script: string;
  remove(): Promise<void>;
}

export const bundleServer = (): Promise<Bundle> => bundle('server');
export const bundleCli = (): Promise<Bundle> => bundle('cli');

async function bundle(program: 'server' | 'cli'): Promise<Bundle> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), `switchyard-${program}-`)));
  const outdir = path.join(folder, 'package/dist');
  await esbuild.build({ ...bundles[program], outdir, sourcemap: false });
  await cp(path.join(root, 'package.json'), path.join(folder, 'package/package.json'));
  return { folder, script: path.join(outdir, `${program}.js`), remove: () => rm(folder, { recursive: true }) };
}

/** The server as it ships, by the options of scripts/build.ts: one bundled file, in a separate folder. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundles } from '../../../scripts/build.ts';

export interface BundledServer {
  /** A folder for this test's files too. */
  readonly folder: string;
  readonly script: string;
  remove(): Promise<void>;
}

export async function bundleServer(): Promise<BundledServer> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'switchyard-server-')));
  const script = path.join(folder, 'server.mjs');
  await esbuild.build({ ...bundles.server, outdir: folder, outExtension: { '.js': '.mjs' }, sourcemap: false });
  return { folder, script, remove: () => rm(folder, { recursive: true }) };
}

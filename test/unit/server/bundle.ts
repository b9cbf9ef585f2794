/** The server as it ships: one bundled file, in a folder of its own. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { root } from './support.ts';

export interface BundledServer {
  /** A folder for this test's files too. */
  readonly folder: string;
  readonly script: string;
  remove(): Promise<void>;
}

export async function bundleServer(): Promise<BundledServer> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'switchyard-server-')));
  const script = path.join(folder, 'server.mjs');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['server/main.ts'],
    outfile: script,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  return { folder, script, remove: () => rm(folder, { recursive: true }) };
}

import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundles } from '../../scripts/build.ts';

/** Bundles an entry with the options of the language server, into a separate folder. Returns the file to start. */
export async function bundle(entry: string, folder: string): Promise<string> {
  const { plugins = [] } = bundles.server;
  await esbuild.build({
    ...bundles.server,
    // Peers use other functions of the parser than our server.
    plugins: entry.startsWith('test/') ? plugins.filter(({ name }) => name !== 'functions of jsonc-parser') : plugins,
    entryPoints: { server: entry },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    sourcemap: false,
  });
  return path.join(folder, 'server.mjs');
}

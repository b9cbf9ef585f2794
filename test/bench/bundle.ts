import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundles } from '../../scripts/build.ts';
import { root } from '../../scripts/lib/repository.ts';

/** These join the code of our server, or leave out functions of a parser that peers use. */
const ofOurs: readonly string[] = ['functions of jsonc-parser', 'one chunk for the start'];

/**
 * Bundles an entry with the options of the language server, into a separate folder. Returns the file to start.
 * @param from the folder of the repository with the entry
 */
export async function bundle(entry: string, folder: string, from = root): Promise<string> {
  const { plugins = [] } = bundles.server;
  await esbuild.build({
    ...bundles.server,
    absWorkingDir: from,
    plugins: entry.startsWith('test/') ? plugins.filter(({ name }) => !ofOurs.includes(name)) : plugins,
    entryPoints: { server: entry },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    sourcemap: false,
  });
  return path.join(folder, 'server.mjs');
}

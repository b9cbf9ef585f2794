// npm runs this when it installs from Git or packs. Builds the programs of the npm package with the packages that npm
// has just installed. Plain JavaScript for Node 20. Installs and prints nothing, because some tools read the output of
// `npm pack`.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
// As deep as the folders of its modules, which find the repository from there.
const outfile = path.join(root, 'out/prepare/prepare.mjs');
// The build itself is TypeScript, which Node 20 doesn't run.
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/build.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
});
const { buildPrograms } = await import(pathToFileURL(outfile).href);
await buildPrograms();

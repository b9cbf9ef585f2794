/** Builds and packs `dist/switchyard.vsix`. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { build } from './build.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Returns the path of the packed extension. */
export async function packageVsix(): Promise<string> {
  await build();
  const packagePath = path.join(root, 'dist/switchyard.vsix');
  await createVSIX({ cwd: root, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: false });
  return packagePath;
}

if (import.meta.main) {
  const file = await packageVsix();
  console.log(`${path.relative(root, file)}: ${(statSync(file).size / 1024).toFixed(0)} KiB`);
}

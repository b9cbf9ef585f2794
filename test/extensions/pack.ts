/** Packs the extensions that tests install beside ours. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { root } from '../../scripts/lib/repository.ts';

/**
 * Packs an extension of this folder: `bridge` lets a test act in the editor, `memory-files` is a virtual file system.
 * @returns the path of the package
 */
export async function packTestExtension(name: 'bridge' | 'memory-files'): Promise<string> {
  const packagePath = path.join(root, `out/${name}.vsix`);
  mkdirSync(path.dirname(packagePath), { recursive: true });
  await createVSIX({
    cwd: path.join(import.meta.dirname, name),
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return packagePath;
}

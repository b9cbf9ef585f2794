/** The programs as shipped, which `setup.ts` bundles once for all tests. */
import { inject } from 'vitest';
import { TemporaryFolder } from '../../temporary-folder.ts';

export interface Bundle {
  /** For files of the test. */
  readonly folder: TemporaryFolder;
  readonly script: string;
  remove(): void;
}

export const bundleServer = (): Bundle => bundle('server');
export const bundleCli = (): Bundle => bundle('cli');

function bundle(program: 'server' | 'cli'): Bundle {
  const folder = new TemporaryFolder(program);
  return { folder, script: inject('programs')[program], remove: () => folder.remove() };
}

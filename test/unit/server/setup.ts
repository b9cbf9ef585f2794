/** Runs once before the tests of the server: generates code for a fresh clone, and bundles the programs as they are shipped. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import type { TestProject } from 'vitest/node';
import { bundles } from '../../../scripts/build.ts';
import { generate } from '../../../scripts/generate.ts';
import { root } from '../../../scripts/lib/repository.ts';
import { corpusInUse } from '../../corpus.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the script of each program. */
    readonly programs: Readonly<Record<'server' | 'cli', string>>;
  }
}

export async function setup({ provide }: TestProject): Promise<() => void> {
  console.log(corpusInUse);
  await generate();
  const folder = new TemporaryFolder('programs');
  const outdir = folder.at('package/dist');
  const build = (program: 'server' | 'cli') => esbuild.build({ ...bundles[program], outdir, sourcemap: false });
  await Promise.all([
    build('server'),
    build('cli'),
    cp(path.join(root, 'package.json'), folder.at('package/package.json')),
  ]);
  provide('programs', { server: path.join(outdir, 'server.js'), cli: path.join(outdir, 'cli.js') });
  return () => folder.remove();
}

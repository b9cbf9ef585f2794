/** The language server of the commit before, so that a change that makes it slower is noticed in the same run. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/lib/repository.ts';
import { bundle } from './bundle.ts';

const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1_000_000_000 }).trim();

/**
 * Bundles the server of a commit. @param before `HEAD` by default if files are changed, otherwise its parent
 * @returns the file to start, and the commit
 */
export async function bundleBefore(
  folder: string,
  before = git('status', '--porcelain') === '' ? 'HEAD^' : 'HEAD',
): Promise<{ readonly script: string; readonly commit: string }> {
  const commit = git('rev-parse', '--short', before);
  const files = path.join(folder, 'files');
  mkdirSync(files, { recursive: true });
  const archive = path.join(folder, 'files.tar');
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', files]);
  symlinkSync(path.join(root, 'node_modules'), path.join(files, 'node_modules'));
  execFileSync(process.execPath, ['scripts/generate.ts'], { cwd: files, stdio: 'ignore' });
  return { script: await bundle('server/main.ts', path.join(folder, 'before'), files), commit };
}

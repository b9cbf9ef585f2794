/** The config files of a commit, from the Git objects of a checkout: no network, no hooks, no programs of the repository. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './options.ts';
import { isOutside } from './outside-links.ts';

/** Agents read no other kinds of files, and their config files are small. */
const configFile = /(?:^|\/)[^/]+\.(?:jsonc?|toml|ya?ml)$/i;
const maxBytes = 2_000_000;
const maxFiles = 20_000;
const maxOutput = 512_000_000;

/** Returns the root of the checkout that contains a folder. @throws UsageError outside of a checkout, or without Git */
export function checkoutRoot(folder: string): string {
  return path.resolve(git(folder, ['rev-parse', '--show-toplevel'], 'diff needs a Git checkout.').trim());
}

/**
 * Returns the ID of the commit to compare with: the merge base of `HEAD` and `base`, as in a pull request. Without it, as
 * in a shallow checkout, `base` itself.
 * @throws UsageError if `base` isn't a commit
 */
export function commonCommit(root: string, base: string): string {
  const problem = `${JSON.stringify(base)} isn't a commit of this checkout. Fetch it, or name another one.`;
  const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`], problem);
  return (run(root, ['merge-base', commit.trim(), 'HEAD']) ?? commit).trim();
}

/** Writes the config files of a commit to an empty folder. Links are left out. @throws UsageError */
export function writeSnapshot(root: string, commit: string, folder: string): void {
  const problem = `The files of ${commit} can't be read.`;
  const entries = git(root, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit], problem).split('\0');
  const wanted = entries.flatMap((entry) => {
    const [, id = '', size = '', name = ''] = /^100\d{3} blob (\w+) +(\d+)\t(.+)$/s.exec(entry) ?? [];
    const isWanted = configFile.test(name) && Number(size) <= maxBytes && !/(?:^|\/)node_modules\//.test(name);
    return isWanted ? [{ id, name }] : [];
  });
  if (wanted.length > maxFiles) throw new UsageError(`The checkout has more than ${maxFiles} files to compare.`);
  // Agents look for the root of the repository.
  mkdirSync(path.join(folder, '.git'));
  const bytes = run(root, ['cat-file', '--batch'], `${wanted.map(({ id }) => id).join('\n')}\n`, 'latin1') ?? '';
  let at = 0;
  for (const { name } of wanted) {
    const end = bytes.indexOf('\n', at);
    const size = Number(/^\w+ blob (\d+)$/.exec(bytes.slice(at, end))?.[1]);
    if (end < 0 || Number.isNaN(size)) throw new UsageError(problem);
    const file = path.join(folder, name);
    if (!isOutside(path.relative(folder, file))) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes.slice(end + 1, end + 1 + size), 'latin1');
    }
    at = end + 1 + size + 1;
  }
}

function git(folder: string, args: readonly string[], problem: string): string {
  const output = run(folder, args);
  if (output === undefined) throw new UsageError(problem);
  return output;
}

/** Returns undefined if Git fails. */
function run(
  cwd: string,
  args: readonly string[],
  input = '',
  encoding: 'utf8' | 'latin1' = 'utf8',
): string | undefined {
  const { status, stdout } = spawnSync('git', ['-c', 'core.fsmonitor=false', ...args], {
    cwd,
    input,
    encoding,
    maxBuffer: maxOutput,
    // A partial checkout would be fetched from its server.
    env: { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    windowsHide: true,
  });
  return status === 0 ? stdout : undefined;
}

/** Git, asked about a checkout: no network, no hooks, no programs of the repository. */
import path from 'node:path';
import { runProgram } from '../../../common/node/run-program.ts';
import { visible } from '../../../common/text/escape.ts';
import { FileError } from '../../files/file-error.ts';
import { UsageError } from '../arguments/options.ts';

const maxOutput = 512_000_000;

/** Returns the root of the checkout that contains a folder. @throws FileError outside of a checkout, or without Git */
export function checkoutRoot(folder: string): string {
  const { output, isInstalled, problem } = run(folder, ['rev-parse', '--show-toplevel']);
  if (output !== undefined) return path.resolve(output.replace(/\r?\n$/, ''));
  // Containers of CI services often run as another user than the one who made the checkout.
  if (problem.includes('dubious ownership'))
    throw new FileError(
      `Git doesn't read this checkout, because it belongs to another user. If you trust it, run git config --global --add safe.directory ${visible(folder)}`,
    );
  if (problem.includes('work tree'))
    throw new FileError('diff needs the files of a checkout. A bare repository has none.');
  throw new FileError(isInstalled ? 'diff needs a Git checkout.' : "diff needs Git, which isn't installed.");
}

interface CommonCommit {
  /** Its ID. */
  readonly commit: string;
  /** Set if it isn't a common one. */
  readonly note: string | undefined;
}

const fetchMore =
  'Fetch more of the history: "fetch-depth: 0" (GitHub Actions), "GIT_DEPTH: 0" (GitLab CI), or git fetch --unshallow.';

/**
 * Returns the commit to compare with: the merge base of `HEAD` and `base`, as in a pull request. If it isn't known, as in
 * a shallow checkout, `base` itself.
 * @throws FileError, UsageError if `base` isn't a commit
 */
export function commonCommit(root: string, base: string): CommonCommit {
  const isShallow = run(root, ['rev-parse', '--is-shallow-repository']).output?.trim() === 'true';
  const commit = run(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`]).output;
  const name = JSON.stringify(base);
  if (commit === undefined) {
    if (run(root, ['rev-parse', '--verify', '--quiet', 'HEAD']).output === undefined)
      throw new FileError('The repository has no commits yet. Commit the files first.');
    if (isShallow) throw new FileError(`${name} isn't part of this shallow checkout. ${fetchMore}`);
    throw new UsageError(`${name} isn't a commit of this checkout. Fetch it, or name another one.`);
  }
  const common = run(root, ['merge-base', commit.trim(), 'HEAD']).output;
  if (common !== undefined) return { commit: common.trim(), note: undefined };
  const reason = isShallow
    ? `this shallow checkout doesn't have the commit at which the two part. ${fetchMore}`
    : 'the two have no commit in common.';
  return { commit: commit.trim(), note: `Compared with ${name} itself, because ${reason}` };
}

/** @param problem the sentence to fail with @throws FileError if Git fails */
export function git(root: string, args: readonly string[], problem: string, input = ''): Buffer {
  const { bytes } = run(root, args, input);
  // A missing file of a partial clone is a line in the output.
  const isMissing = bytes === undefined || (input !== '' && /^\w+ missing$/m.test(bytes.toString('latin1', 0, 1000)));
  if (bytes !== undefined && !isMissing) return bytes;
  const isPartial =
    run(root, ['config', '--get-regexp', '^(extensions\\.partialclone|remote\\..*\\.promisor)$']).output !== undefined;
  throw new FileError(
    isPartial ? `${problem} This is a partial clone, and diff fetches nothing. Clone without --filter.` : problem,
  );
}

/** The output is undefined if Git fails. */
function run(cwd: string, args: readonly string[], input = '') {
  const { output, errors, isInstalled } = runProgram('git', ['-c', 'core.fsmonitor=false', ...args], {
    cwd,
    input,
    maxOutput,
    environment: {
      // A partial clone would be fetched from its server, by older versions of Git whatever the first variable says.
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      // Its messages are read.
      LC_ALL: 'C',
    },
  });
  return { bytes: output, output: output?.toString(), problem: errors, isInstalled };
}

/** Does a task with many files, on all cores where that pays, and gives the results in the order of the files. */
import { type ResultOf, type SetupOf, type TaskName, tasks } from './tasks.ts';
import type { Terminal } from './terminal.ts';
import { ThreadPool } from './thread-pool.ts';

/** Files that are worked on at once. Their folders are mostly the same, and what was read there is forgotten afterwards. */
const batchSize = 50;
/** More threads than these wait for the disk and for the thread that writes the report. */
const mostThreads = 8;
/** Batches for each thread that are under way or wait for their turn in the report: this bounds the memory. */
const batchesAhead = 3;

interface Conditions {
  readonly threads: Terminal['threads'];
  readonly interrupted: AbortSignal | undefined;
}

/**
 * @throws the reason of `interrupted`, once it is aborted; the threads have ended then
 */
export async function* inOrder<Name extends TaskName>(
  task: Name,
  setup: SetupOf<Name>,
  files: readonly string[],
  { threads, interrupted }: Conditions,
): AsyncGenerator<ResultOf<Name>> {
  const { count: cores = 1, filesPerThread = 1 } = threads ?? {};
  const count = Math.max(1, Math.min(cores, mostThreads, Math.floor(files.length / filesPerThread)));
  // One thread is better than none: its memory is limited, and this one stays free for signals.
  const pool =
    threads !== undefined && files.length >= filesPerThread * 2
      ? new ThreadPool<ResultOf<Name>>(threads.script, count, { task, setup })
      : undefined;
  const aborted = rejectionAt(interrupted);
  try {
    const work = pool === undefined ? await tasks[task](setup) : (batch: readonly string[]) => pool.run(batch);
    const ahead = pool === undefined ? 1 : count * batchesAhead;
    const pending: Promise<readonly ResultOf<Name>[]>[] = [];
    for (let next = 0; next < files.length || pending.length > 0; ) {
      for (; pending.length < ahead && next < files.length; next += batchSize) {
        const results = work(files.slice(next, next + batchSize));
        // A rejection is met in its turn.
        results.catch(() => undefined);
        pending.push(results);
      }
      yield* await Promise.race([pending.shift() ?? [], aborted]);
      // So that a signal is noticed between two batches.
      await new Promise(setImmediate);
      interrupted?.throwIfAborted();
    }
  } finally {
    await pool?.stop();
  }
}

/** Never resolves. */
function rejectionAt(signal: AbortSignal | undefined): Promise<never> {
  const rejection = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  rejection.catch(() => undefined);
  return rejection;
}

/** Checks many files, on several cores if that is faster, and yields the results in the order of the files. */

import type { Terminal } from '../output/terminal.ts';
import { type CheckResult, type CheckSetup, checkFiles } from './check-files.ts';

/** Files in a batch. Most share their folders, whose cached data is released after the batch. */
const batchSize = 50;
/** More threads would only wait for the disk and for the thread that writes the report. */
const maxThreads = 8;
/** Batches per thread that are in progress or waiting to be reported. Limits the memory. */
const batchesAhead = 3;

/**
 * @throws the reason of `interrupted` once it is aborted, after the threads have ended
 */
export async function* checkInOrder(
  setup: CheckSetup,
  files: readonly string[],
  threads: Terminal['threads'],
  interrupted: AbortSignal | undefined,
): AsyncGenerator<CheckResult> {
  const { count: cores = 1, filesPerThread = 1 } = threads ?? {};
  const count = Math.max(1, Math.min(cores, maxThreads, Math.floor(files.length / filesPerThread)));
  // Even a single worker is better than this thread: its memory is limited, and this thread can handle signals.
  const pool =
    threads !== undefined && files.length >= filesPerThread * 2
      ? // Most checks need no threads, and Node.js takes time to load them.
        new (await import('./thread-pool.ts')).ThreadPool(threads.script, count, setup)
      : undefined;
  const aborted = rejectionAt(interrupted);
  try {
    const work = (batch: readonly string[]) => pool?.run(batch) ?? checkFiles(setup, batch);
    const ahead = pool === undefined ? 1 : count * batchesAhead;
    const pending: Promise<readonly CheckResult[]>[] = [];
    for (let next = 0; next < files.length || pending.length > 0; ) {
      for (; pending.length < ahead && next < files.length; next += batchSize) {
        const results = work(files.slice(next, next + batchSize));
        // A rejection is handled when the batch is awaited below.
        results.catch(() => undefined);
        pending.push(results);
      }
      yield* await Promise.race([pending.shift() ?? [], aborted]);
      // Lets signals be handled between two batches.
      await new Promise(setImmediate);
      interrupted?.throwIfAborted();
    }
  } finally {
    await pool?.stop();
  }
}

/** Returns a promise that rejects when the signal is aborted and never resolves. */
function rejectionAt(signal: AbortSignal | undefined): Promise<never> {
  const rejection = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  rejection.catch(() => undefined);
  return rejection;
}

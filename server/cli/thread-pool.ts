/** Worker threads that all run the same task. */
import { Worker } from 'node:worker_threads';
import type { ThreadData } from './thread.ts';

interface Waiting<Result> {
  resolve(results: readonly Result[]): void;
  reject(error: unknown): void;
}

interface Thread<Result> {
  readonly worker: Worker;
  /** Callers of the outstanding batches, in order. */
  readonly waiting: Waiting<Result>[];
}

/**
 * MiB. A thread needs 12; with the defaults, garbage grows to 50 before it is collected. The lower limit doesn't slow
 * the thread down, and the largest file that is read (20 MB) still fits.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 1000 };

export class ThreadPool<Result> {
  readonly #threads: readonly Thread<Result>[];

  constructor(script: URL, count: number, data: ThreadData) {
    this.#threads = Array.from({ length: count }, () => start(script, data));
  }

  /** Sends a batch to the least busy thread. */
  run(files: readonly string[]): Promise<readonly Result[]> {
    const [first, ...others] = this.#threads;
    if (first === undefined) throw new Error('The pool has no threads.');
    const thread = others.reduce((least, one) => (one.waiting.length < least.waiting.length ? one : least), first);
    return new Promise((resolve, reject) => {
      thread.waiting.push({ resolve, reject });
      thread.worker.postMessage(files);
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

function start<Result>(script: URL, workerData: ThreadData): Thread<Result> {
  const worker = new Worker(script, { workerData, resourceLimits });
  const waiting: Waiting<Result>[] = [];
  worker.on('message', (results: readonly Result[]) => waiting.shift()?.resolve(results));
  worker.on('error', (error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return { worker, waiting };
}

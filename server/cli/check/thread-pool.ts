/** Worker threads that check batches of files: the pool, and what runs in each of them. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type CheckResult, type CheckSetup, checkFiles } from './check-files.ts';

interface Thread {
  readonly worker: Worker;
  /** Callers of the outstanding batches, in order. */
  readonly waiting: { resolve(results: readonly CheckResult[]): void; reject(error: unknown): void }[];
}

/**
 * MiB. A thread needs 12; with the defaults, garbage grows to 50 before it is collected. The lower limit doesn't slow
 * the thread down, and the largest file that is read (20 MB) still fits.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 1000 };

/** Worker threads that check files. */
export class ThreadPool {
  readonly #threads: readonly Thread[];

  constructor(script: URL, count: number, setup: CheckSetup) {
    this.#threads = Array.from({ length: count }, () => start(script, setup));
  }

  /** Sends a batch to the least busy thread. */
  run(files: readonly string[]): Promise<readonly CheckResult[]> {
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

function start(script: URL, workerData: CheckSetup): Thread {
  const worker = new Worker(script, { workerData, resourceLimits });
  const waiting: Thread['waiting'] = [];
  worker.on('message', (results: readonly CheckResult[]) => waiting.shift()?.resolve(results));
  worker.on('error', (error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return { worker, waiting };
}

/** Runs in a worker thread: checks each batch that it receives, and replies in the order of the batches. */
export function serve(): void {
  // One batch at a time, because replies have no number.
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (files: readonly string[]) => {
    last = last.then(async () => parentPort?.postMessage(await checkFiles(workerData as CheckSetup, files)));
  });
}

/** A worker thread, which runs its task on each batch of files that it receives. */
import { parentPort, workerData } from 'node:worker_threads';
import { type SetupOf, type TaskName, tasks } from './tasks.ts';

export interface ThreadData<Name extends TaskName = TaskName> {
  readonly task: Name;
  readonly setup: SetupOf<Name>;
}

/** Replies in the order of the batches. */
export async function serve(): Promise<void> {
  const { task, setup } = workerData as ThreadData;
  const work = await tasks[task](setup);
  // One batch at a time: while a batch waits for a settings file, the next one must not release the cached data.
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (files: readonly string[]) => {
    last = last.then(async () => parentPort?.postMessage(await work(files)));
  });
}

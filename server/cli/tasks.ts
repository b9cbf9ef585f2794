/** Tasks on many files that can run in worker threads. */
import { checkFiles } from './check-files.ts';

/**
 * Prepares the work once per thread and returns a function that processes one batch of files at a time. It returns one
 * result per file, in the same order, that depends only on the setup and the file. Setup and results are plain data,
 * which `structuredClone` can copy. Files of a checkout are consecutive, so cached data may be released after a batch.
 */
export type Task<Setup, Result> = (setup: Setup) => Promise<(files: readonly string[]) => Promise<readonly Result[]>>;

export const tasks = { check: checkFiles } satisfies Readonly<Record<string, Task<never, unknown>>>;

export type TaskName = keyof typeof tasks;
export type SetupOf<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type ResultOf<Name extends TaskName> = Awaited<ReturnType<Awaited<ReturnType<(typeof tasks)[Name]>>>>[number];

/** Work on many files that worker threads can do. */
import { checkFiles } from './check-files.ts';

/**
 * Prepares the work once in each thread, and returns what is done with one batch of files after the other. A result for each
 * file, in their order, that depends on nothing but the setup and the file. Setup and results are plain data, which
 * `structuredClone` can copy. Files of one checkout follow each other, so what was read may be forgotten after a batch.
 */
export type Task<Setup, Result> = (setup: Setup) => Promise<(files: readonly string[]) => Promise<readonly Result[]>>;

export const tasks = { check: checkFiles } satisfies Readonly<Record<string, Task<never, unknown>>>;

export type TaskName = keyof typeof tasks;
export type SetupOf<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type ResultOf<Name extends TaskName> = Awaited<ReturnType<Awaited<ReturnType<(typeof tasks)[Name]>>>>[number];

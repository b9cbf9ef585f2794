/**
 * Checks batches of files, in this thread or in a worker thread. Setup and results are plain data, which
 * `structuredClone` can copy.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { readText } from '../files/disk.ts';
import { FileError } from '../files/file-error.ts';
import type { Severity } from '../rules/severity.ts';
import type { CheckedFile } from './checked-file.ts';
import { Project, type ProjectOptions } from './project.ts';

export interface CheckSetup {
  readonly project: ProjectOptions;
  /** Minimum severity to report. Default: the repository's, or warning. */
  readonly minSeverity: Severity | undefined;
}

/** Unreadable files are returned as failures, so that the other files are still checked. */
export type CheckResult = CheckedFile | { readonly failure: string };

/**
 * Returns a function that checks one batch of files at a time. It returns one result per file, in the same order, that
 * depends only on the setup and the file. Files of a checkout are consecutive, so cached data is released after a batch.
 */
export async function checkFiles({ project: options, minSeverity }: CheckSetup) {
  const project = await Project.open(options);
  return async (files: readonly string[]): Promise<readonly CheckResult[]> => {
    await project.readyFor(files);
    const results = files.map((file) => checkFile(project, file, minSeverity));
    project.release();
    return results;
  };
}

function checkFile(project: Project, file: string, minSeverity: Severity | undefined): CheckResult {
  try {
    return project.checkText(file, readText(file), minSeverity);
  } catch (error) {
    if (error instanceof FileError) return { failure: error.message };
    throw error;
  }
}

/** Runs in a worker thread: checks each batch that it receives, and replies in the order of the batches. */
export async function serve(): Promise<void> {
  const check = await checkFiles(workerData as CheckSetup);
  // One batch at a time: while a batch waits for a settings file, the next one must not release the cached data.
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (files: readonly string[]) => {
    last = last.then(async () => parentPort?.postMessage(await check(files)));
  });
}

/**
 * Checks batches of files, in this thread or in a worker thread. Setup and results are plain data, which
 * `structuredClone` can copy.
 */
import { readText } from '../../files/disk.ts';
import { EncodingError, FileError } from '../../files/file-error.ts';
import type { Severity } from '../../rules/severity.ts';
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
 * Checks a batch of files. Returns one result per file, in the same order, that depends only on the setup and the file.
 * Files of a checkout are consecutive, so most batches share what they read.
 */
export async function checkFiles(
  { project: options, minSeverity }: CheckSetup,
  files: readonly string[],
): Promise<readonly CheckResult[]> {
  const project = await Project.open(options, files, minSeverity);
  return files.map((file) => checkFile(project, file, minSeverity));
}

function checkFile(project: Project, file: string, minSeverity: Severity | undefined): CheckResult {
  try {
    return project.checkText(file, readText(file), minSeverity);
  } catch (error) {
    if (error instanceof EncodingError) return project.checkEncoding(file, error, minSeverity);
    if (error instanceof FileError) return { failure: error.message };
    throw error;
  }
}

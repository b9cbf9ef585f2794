/** The task of `check`: checks batches of files, in this thread or in a worker thread. */
import type { Severity } from '../rules/severity.ts';
import { FileError } from './file-error.ts';
import type { CheckedFile } from './finding.ts';
import { Project, type ProjectOptions } from './project.ts';
import { readConfigSync } from './read-file.ts';

export interface CheckSetup {
  readonly project: ProjectOptions;
  /** Minimum severity to report. Default: the repository's, or warning. */
  readonly minSeverity: Severity | undefined;
}

/** Unreadable files are returned as failures, so that the other files are still checked. */
export type CheckResult = CheckedFile | { readonly failure: string };

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
    return project.checkText(file, readConfigSync(file), minSeverity);
  } catch (error) {
    if (error instanceof FileError) return { failure: error.message };
    throw error;
  }
}

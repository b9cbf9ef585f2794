/** Problems of config files that weren't there before a change. */
import { readText, systemPathOf } from '../../files/disk.ts';
import { FileError } from '../../files/file-error.ts';
import type { CheckedFile, ReportedFinding } from '../check/checked-file.ts';
import { Project } from '../check/project.ts';
import { loadRepositoryConfig } from '../files/load-repository-config.ts';
import { leadsOutside } from '../files/outside-links.ts';
import type { ScanOptions } from '../inventory/inventory-scan.ts';

export interface AddedFinding extends Pick<ReportedFinding, 'code' | 'severity' | 'message'> {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** Compares what `check` says in two folders. A problem that has moved to another line isn't new. */
export async function addedFindings(
  before: string,
  after: string,
  options: ScanOptions,
): Promise<readonly AddedFinding[]> {
  const known = new Map<string, number>();
  for (const { file, findings } of await checked(before, options))
    for (const finding of findings) known.set(keyOf(file, finding), (known.get(keyOf(file, finding)) ?? 0) + 1);
  return (await checked(after, options)).flatMap(({ file, findings }) =>
    findings.flatMap((finding): readonly AddedFinding[] => {
      const left = known.get(keyOf(file, finding)) ?? 0;
      known.set(keyOf(file, finding), left - 1);
      const { code, severity, message, region } = finding;
      return left > 0 ? [] : [{ file, line: region.line, code, severity, message }];
    }),
  );
}

const keyOf = (file: string, { code, message }: ReportedFinding): string => JSON.stringify([file, code, message]);

/** None if the settings of the repository can't be read, which is said elsewhere. */
async function checked(folder: string, { policy, agentVersion }: ScanOptions): Promise<readonly CheckedFile[]> {
  try {
    const repository = loadRepositoryConfig(folder, undefined);
    // Without a home folder, and without this machine, the result is the same everywhere.
    const common = { folder, cwd: folder, home: `${folder}/.git/home`, rules: {}, machine: false, agents: [] };
    const project = await Project.open({ ...common, agentVersion, repository, policy });
    const files = (await project.workspace.configFiles())
      .flatMap((uri) => systemPathOf(uri) ?? [])
      .filter((file) => !leadsOutside(file, folder));
    return files.toSorted().map((file) => project.checkText(file, readText(file), undefined));
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

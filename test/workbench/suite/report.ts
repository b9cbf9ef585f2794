/** Writes the report of a script in an extension host of either kind. */
import { workspace } from 'vscode';
import { reportName } from '../report-name.ts';
import { inWorkspace } from './workspace-files.ts';

export async function writeReport(report: unknown): Promise<void> {
  await workspace.fs.writeFile(inWorkspace(reportName), new TextEncoder().encode(JSON.stringify(report)));
}

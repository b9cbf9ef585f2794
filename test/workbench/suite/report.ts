/** Writes the report of a script in an extension host of either kind. */
import { Uri, workspace } from 'vscode';
import { reportName } from '../report-name.ts';

export async function writeReport(report: unknown): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  if (!folder) throw new Error('no folder is open');
  await workspace.fs.writeFile(Uri.joinPath(folder, reportName), new TextEncoder().encode(JSON.stringify(report)));
}

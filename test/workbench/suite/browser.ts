/** Entry point for a web extension host: runs the suites without Node.js and writes the report into the workspace. */
import 'mocha/mocha.js';
import { Uri, workspace } from 'vscode';
import { runMocha, testTimeout } from './run-mocha.ts';

/** Name of the report in the workspace folder; `run.ts` reads it. */
const reportName = 'report-of-the-suite.json';

export async function run(): Promise<void> {
  mocha.setup({ ui: 'bdd', timeout: testTimeout, reporter: class {} as never });
  // The suites call mocha's globals when they load, so mocha must be loaded first.
  await import('./browser-suites.ts');
  const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.parse('memfs:/');
  await runMocha(mocha, (outcomes) =>
    workspace.fs.writeFile(Uri.joinPath(folder, reportName), new TextEncoder().encode(outcomes)),
  );
}

/** Entry point for a web extension host: runs the suites without Node.js and writes the report into the workspace. */
import 'mocha/mocha.js';
import { Uri, workspace } from 'vscode';
import type { TestOutcome } from '../../second-try.ts';

/** Name of the report in the workspace folder; `run.ts` reads it. */
const reportName = 'report-of-the-suite.json';

export async function run(): Promise<void> {
  mocha.setup({ ui: 'bdd', timeout: 60_000, reporter: class {} as never });
  // The suites call mocha's globals when they load, so mocha must be loaded first.
  await import('./browser-suites.ts');
  const outcomes: TestOutcome[] = [];
  const titleOf = (test: Mocha.Runnable) => test.titlePath().join(' > ');
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => outcomes.push({ kind: 'passed', title: titleOf(test) }));
    runner.on('fail', (test, error) =>
      outcomes.push({ kind: 'failed', title: titleOf(test), error: String(error?.stack ?? error) }),
    );
  });
  const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.parse('memfs:/');
  await workspace.fs.writeFile(Uri.joinPath(folder, reportName), new TextEncoder().encode(JSON.stringify(outcomes)));
  if (failures > 0) throw new Error(`${failures} failed`);
}

/**
 * The in-process suite in a desktop VS Code, if available: an installed one (set VSCODE_EXECUTABLE to its binary)
 * or one that @vscode/test-electron downloads. Not part of `npm test`. Usage: `npm run test:desktop -- [version]`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { root } from '../../scripts/lib/repository.ts';
import { packageVsix } from '../../scripts/package.ts';
import { type TestOutcome, total } from '../outcomes.ts';
import { startService } from '../service/index.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { bundleForNode } from './extension-host.ts';
import { reportName } from './report-name.ts';
import { suite } from './run.ts';
import { makeWorkspace } from './workspace.ts';

await packageVsix();
const service = await startService();
const folder = makeWorkspace();
const scratch = new TemporaryFolder('desktop');
const report = path.join(folder, reportName);
const executable = process.env.VSCODE_EXECUTABLE;
try {
  await runTests({
    ...(executable ? { vscodeExecutablePath: executable } : { version: process.argv[2] ?? 'stable' }),
    extensionDevelopmentPath: root,
    extensionTestsPath: await bundleForNode(suite, 'desktop'),
    launchArgs: [folder, '--disable-workspace-trust', '--user-data-dir', scratch.at('user-data')],
    extensionTestsEnv: {
      SWITCHYARD_TEST_SERVICE: service.url,
      SWITCHYARD_TEST_KEY: service.key,
    },
  });
} catch (error) {
  console.error(error);
  console.error('Set VSCODE_EXECUTABLE to an installed VS Code where none can be downloaded.');
  process.exitCode = 1;
} finally {
  const noReport: TestOutcome = { kind: 'failed', title: 'The suite writes a report', ms: 0 };
  console.log(total(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : [noReport]));
  await service.close();
  rmSync(folder, { recursive: true, force: true });
  scratch.remove();
}

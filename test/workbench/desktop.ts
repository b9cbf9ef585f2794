/**
 * The in-process suite in a desktop VS Code, if available: an installed one (set VSCODE_EXECUTABLE to its binary)
 * or one that @vscode/test-electron downloads. Not part of `npm test`. Usage: `npm run test:desktop -- [version]`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { root } from '../../scripts/lib/run.ts';
import { packageVsix } from '../../scripts/package.ts';
import { startService } from '../service/index.ts';
import { bundleSuite } from './run.ts';
import { makeWorkspace } from './workspace.ts';

await packageVsix();
const service = await startService();
const folder = makeWorkspace();
const scratch = mkdtempSync(path.join(tmpdir(), 'switchyard-desktop-'));
const report = path.join(scratch, 'report.json');
const executable = process.env.VSCODE_EXECUTABLE;
try {
  await runTests({
    ...(executable ? { vscodeExecutablePath: executable } : { version: process.argv[2] ?? 'stable' }),
    extensionDevelopmentPath: root,
    extensionTestsPath: await bundleSuite('desktop'),
    launchArgs: [folder, '--disable-workspace-trust', '--user-data-dir', path.join(scratch, 'user-data')],
    extensionTestsEnv: {
      SWITCHYARD_TEST_REPORT: report,
      SWITCHYARD_TEST_SERVICE: service.url,
      SWITCHYARD_TEST_KEY: service.key,
    },
  });
} catch (error) {
  console.error(error);
  console.error('Set VSCODE_EXECUTABLE to an installed VS Code where none can be downloaded.');
  process.exitCode = 1;
} finally {
  try {
    const { stats } = JSON.parse(readFileSync(report, 'utf8')) as { stats: { passes: number; failures: number } };
    console.log(`${stats.passes} passed, ${stats.failures} failed`);
  } catch {
    console.log('0 passed, 1 failed');
  }
  await service.close();
  for (const made of [folder, scratch]) rmSync(made, { recursive: true, force: true });
}

/**
 * End-to-end tests: a real browser on a real workbench with the packaged extension, seen as a user sees it.
 * Usage: `npm run test:e2e -- [--grep <text>]`. Screenshots go to out/shots/.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import { root } from '../../scripts/lib/run.ts';
import { packageVsix } from '../../scripts/package.ts';
import { ensureHost } from '../workbench/host.ts';
import { session, shotOfFailure } from './session.ts';

interface E2eResult {
  readonly passed: number;
  readonly failed: number;
  /** Full titles of the tests that passed. */
  readonly titles: readonly string[];
  /** Full titles of the tests that failed at first and ran a second time. */
  readonly retried: readonly string[];
}

export async function runE2e(vsix: string, grep = ''): Promise<E2eResult> {
  session.host = await ensureHost('newest');
  session.vsix = vsix;
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 90_000, retries: 1, reporter: 'spec' });
  if (grep) mocha.grep(grep);
  let failedTry: Mocha.Runnable | undefined;
  mocha.rootHooks({
    async afterEach(this: Mocha.Context) {
      // Mocha sets no state on a test that it runs again.
      if (this.currentTest?.state === 'failed' || (this.currentTest && this.currentTest === failedTry))
        await shotOfFailure(this.currentTest.title);
    },
  });
  const specs = path.join(root, 'test/e2e/specs');
  for (const file of readdirSync(specs).sort()) mocha.addFile(path.join(specs, file));
  await mocha.loadFilesAsync();
  const titles: string[] = [];
  const retried: string[] = [];
  const failed = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => titles.push(['e2e', ...test.titlePath()].join(' > ')));
    runner.on('retry', (test, error) => {
      const title = ['e2e', ...test.titlePath()].join(' > ');
      retried.push(title);
      failedTry = test;
      console.error(`RETRIED: ${title}\n${error?.stack ?? error}`);
    });
  });
  return { passed: titles.length, failed, titles, retried };
}

if (import.meta.main) {
  const grepAt = process.argv.indexOf('--grep');
  const { vsix } = await packageVsix();
  const { failed } = await runE2e(vsix, grepAt >= 0 ? process.argv[grepAt + 1] : '');
  process.exit(failed === 0 ? 0 : 1);
}

/**
 * `npm start`: builds the extension, starts the reference service and a real VS Code with Switchyard installed and signed
 * in, and prints one URL. Ctrl+C stops everything it started.
 *
 *   npm start                 in the browser
 *   npm start -- --desktop    in an installed `code`, with a separate profile
 *   npm start -- --check      runs headless, writes screenshots, exits with 0 or 1
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { startService } from '../test/service/index.ts';
import { TemporaryFolder } from '../test/temporary-folder.ts';
import { ensureHost } from '../test/workbench/host.ts';
import { installExtensions, startWorkbench } from '../test/workbench/workbench.ts';
import { makeWorkspace } from '../test/workbench/workspace.ts';
import { packageVsix } from './package.ts';

console.log('Building Switchyard …');
const { vsix } = await packageVsix();

if (process.argv.includes('--check')) {
  // It needs generated files, which a fresh clone has only after the build.
  const { checkTheWhole } = await import('../test/e2e/check-the-whole.ts');
  const ok = await checkTheWhole(vsix);
  process.exit(ok ? 0 : 1);
}

const service = await startService({ chunkDelayMs: 30, newRunEveryMs: 20_000 });
const folder = makeWorkspace();
/** What a signal stops and deletes, in this order. */
const cleanup = [() => service.close(), async () => rmSync(folder, { recursive: true, force: true })];
endOnSignal();
const env = { SWITCHYARD_API_KEY: service.key, SWITCHYARD_BASE_URL: service.url };

if (process.argv.includes('--desktop')) await inDesktop();
else await inBrowser();

async function inBrowser(): Promise<void> {
  const host = await ensureHost('newest');
  console.log(`Starting VS Code ${host.version} …`);
  const workbench = await startWorkbench({
    host,
    extensions: await installExtensions(host, [vsix]),
    wrapper: true,
    env,
    settings: {
      // The built-in chat would cover ours in the secondary side bar at the default width.
      'chat.disableAIFeatures': true,
      // The first window of a profile would show VS Code's own chat, which is empty without AI features.
      'workbench.secondarySideBar.defaultVisibility': 'hidden',
    },
  });
  cleanup.unshift(() => workbench.stop());
  console.log(`
  Reference service  ${service.url}   (key ${service.key})
  Sample project     ${folder}

  Open this address, then select the Switchyard icon in the activity bar:

      ${workbench.url(folder)}

  Ctrl+C ends everything.`);
}

async function inDesktop(): Promise<void> {
  const profile = new TemporaryFolder('desktop');
  cleanup.push(async () => profile.remove());
  const own = ['--user-data-dir', profile.at('user-data'), '--extensions-dir', profile.at('extensions')];
  // Must be asynchronous: the reference service runs in this process.
  const code = (...args: string[]) =>
    new Promise<number | null>((resolve) => {
      const child = spawn('code', [...own, ...args], {
        stdio: 'inherit',
        env: { ...process.env, ...env },
        shell: process.platform === 'win32',
      });
      child.on('error', () => resolve(null));
      child.on('exit', resolve);
    });
  if ((await code('--install-extension', vsix, '--force')) === 0) {
    console.log(`Reference service: ${service.url}   (key ${service.key})\nClose the VS Code window to end.`);
    await code('--wait', '--new-window', folder);
  } else {
    console.error(
      'There is no "code" command. Install VS Code and its shell command, or use "npm start" for the browser.',
    );
    process.exitCode = 1;
  }
  for (const clean of cleanup) await clean();
}

/** Stops everything at the first signal and ignores further ones. */
function endOnSignal(): void {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    console.log('\nEnding …');
    for (const clean of cleanup) await clean().catch(console.error);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
}

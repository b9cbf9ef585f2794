/** CodeMirror's own language client, which takes findings only if the server pushes them. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildPrograms } from '../../scripts/build.ts';
import { root } from '../../scripts/lib/repository.ts';
import { cache } from './programs.ts';

const packages = ['@codemirror/lsp-client@6.3.0', '@codemirror/view@6', '@codemirror/lint@6', 'jsdom@26'];
const driver = 'codemirror-driver.mjs';

/** Returns what differs from what the editor should show; undefined if nothing does. */
export async function differsInCodeMirror(): Promise<string | undefined> {
  await buildPrograms();
  const folder = path.join(cache, 'codemirror');
  if (!existsSync(path.join(folder, 'node_modules'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{"private": true}\n');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder });
  }
  copyFileSync(path.join(import.meta.dirname, driver), path.join(folder, driver));
  const program = path.join(root, 'dist/server.js');
  const shown = execFileSync(process.execPath, [driver, program], { cwd: folder, encoding: 'utf8' }).trim();
  const message = '"comand": Unknown property "comand". Did you mean "command"?';
  const expected = JSON.stringify({ before: [message], after: [] });
  return shown === expected ? undefined : `it shows ${shown}, expected ${expected}`;
}

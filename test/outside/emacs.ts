/** Emacs with Eglot and the settings of docs/editors.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildPrograms } from '../../scripts/build.ts';
import { root } from '../../scripts/lib/repository.ts';
import { debianProgram, installProgram } from '../debian-program.ts';
import { TemporaryFolder } from '../temporary-folder.ts';

const hasEglot = (emacs: string): boolean =>
  spawnSync(emacs, ['--batch', '--eval', "(progn (require 'package) (package-initialize) (require 'eglot))"]).status ===
  0;

/** Returns what differs from what the editor should show; undefined if nothing does, or if Emacs can't be installed. */
export async function differsInEmacs(): Promise<string | undefined> {
  const emacs = debianProgram('emacs', 'emacs-nox');
  if (emacs !== undefined && !hasEglot(emacs)) installProgram('eglot', 'elpa-eglot');
  if (emacs === undefined || !hasEglot(emacs)) {
    console.log('   skipped: Emacs is not here and cannot be installed.');
    return undefined;
  }
  await buildPrograms();
  const folder = new TemporaryFolder('outside-emacs');
  const file = path.join(folder.path, '.mcp.json');
  writeFileSync(file, '{\n  "mcpServers": {\n    "docs": { "comand": "x" }\n  }\n}\n');
  const programs = path.join(folder.path, 'bin');
  mkdirSync(programs);
  const start = `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'dist/server.js')}' "$@"\n`;
  writeFileSync(path.join(programs, 'mcp-config-language-server'), start, { mode: 0o755 });
  try {
    const scripts = ['docs/editors/emacs/init.el', 'test/outside/emacs-driver.el'].map((name) => path.join(root, name));
    const printed = execFileSync(emacs, ['--batch', ...scripts.flatMap((script) => ['-l', script])], {
      env: { PATH: `${programs}:${process.env.PATH}`, HOME: folder.path, SWITCHYARD_FILE: file },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 120_000,
    });
    const shown = /^FOUND (.*)$/m.exec(printed)?.[1];
    const finding = 'switchyard [unknown-key]: Unknown property "comand". Did you mean "command"?';
    const expected = JSON.stringify(['mcp-config-mode', [finding]]);
    return shown === expected ? undefined : `it shows ${shown}, expected ${expected}`;
  } finally {
    folder.remove();
  }
}

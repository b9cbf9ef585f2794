/** The packed language server in Neovim. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/lib/repository.ts';
import { debianProgram } from '../debian-program.ts';
import { equal, must } from './user-environment.ts';

/** Returns Debian's Neovim, after installing it if possible. */
export const neovim = (): string | undefined => debianProgram('nvim', 'neovim');

export async function driveNeovim(nvim: string, folder: string): Promise<void> {
  const file = path.join(folder, '.mcp.json');
  await writeFile(file, '{\n  "mcpServers": {\n    "docs": { "comand": "x" }\n  }\n}\n');
  const answerFile = path.join(folder, 'answer.json');
  const script = path.join(root, 'test/editors/neovim.lua');
  const { stderr } = spawnSync(nvim, ['--headless', '-u', 'NONE', '-n', '-c', `luafile ${script}`], {
    encoding: 'utf8',
    timeout: 120_000,
    env: {
      ...process.env,
      HOME: folder,
      SWITCHYARD_SERVER: [
        process.execPath,
        path.join(folder, 'lib/node_modules/@switchyard-dev/mcp-config/dist/server.js'),
        '--stdio',
      ].join('\n'),
      SWITCHYARD_FILE: file,
      SWITCHYARD_ANSWER: answerFile,
    },
  });
  must(existsSync(answerFile), `Neovim said nothing: ${stderr}`);
  const answer = JSON.parse(await readFile(answerFile, 'utf8'));
  must(answer.failure === undefined, answer.failure);
  const [first] = answer.opened;
  equal([answer.opened.length, first.code, first.line, first.severity], [1, 'unknown-key', 2, 1], 'diagnostics');
  must(first.message.includes('Did you mean "command"'), 'the message');
  must(answer.hover.includes('The program to start.'), `the hover: ${answer.hover}`);
  must(answer.completion.includes('command'), `completion: ${answer.completion}`);
  equal(answer.actions[0], 'Rename to "command"', 'the first action');
  equal(answer.fixed, '{\n  "mcpServers": {\n    "docs": { "command": "x" }\n  }\n}', 'the text after the fix');
  equal(answer.renamed, answer.fixed.replace('"docs"', '"papers"'), 'the text after the rename');
  must(answer.formatted.includes('\n    "mcpServers": {\n        "papers"'), `the formatted text: ${answer.formatted}`);
  must(
    answer.broken.some(({ severity }: { severity: number }) => severity === 1),
    'an error in a broken text',
  );
}

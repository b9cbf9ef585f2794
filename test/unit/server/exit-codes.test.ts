/** Exit codes mean the same in all commands: 0 fine, 1 findings, 2 wrong use or something that can't be read. */
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { describe, expect, test } from 'vitest';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { runCli } from './run-cli.ts';

const mcp = (servers: object): string => JSON.stringify({ mcpServers: servers });
const good = mcp({ docs: { command: 'node' } });

/** The files of a project in which something is wrong, and words after the command. */
const faults = {
  nothing: { files: { '.mcp.json': good } },
  'a finding': { files: { '.mcp.json': mcp({ docs: { comand: 'node' } }) } },
  'a wrong option': { files: { '.mcp.json': good }, words: ['--nonsense'] },
  'a missing folder': { files: { '.mcp.json': good }, words: ['--project', 'missing'] },
  'a text that is not JSON': { files: { '.mcp.json': good.slice(0, -2) } },
  'a text in words': { files: { '.mcp.json': 'no servers yet' } },
  'a broken .mcp-config.json': { files: { '.mcp.json': good, '.mcp-config.json': '{' } },
  'a broken .mcp-agents.json': { files: { '.mcp.json': good, '.mcp-agents.json': '{' } },
} as const satisfies Readonly<
  Record<string, { readonly files: Readonly<Record<string, string>>; readonly words?: readonly string[] }>
>;

/** By command, in the order of the faults. `convert` reads no project; `inventory` and `check` name folders as operands. */
const table = {
  check: '0 1 2 2 1 1 2 2',
  'fix --dry-run': '0 1 2 2 1 1 2 2',
  effective: '0 0 2 2 2 2 2 2',
  agents: '0 0 2 2 2 2 2 2',
  'agents .': '0 0 2 2 2 2 2 2',
  'agents --in-sync': '0 0 2 2 2 2 2 2',
  doctor: '0 1 2 2 1 1 2 2',
  inventory: '0 0 2 2 2 2 2 2',
  diff: '0 0 2 2 2 2 2 2',
  'convert .mcp.json': '0 0 2 0 2 2 0 0',
  'sync --agent vscode --dry-run': '1 1 2 2 2 2 2 2',
  'portable --dry-run': '0 1 2 2 2 2 2 2',
  'lock --yes --check': '2 2 2 2 2 2 2 2',
} as const;

function git(folder: string): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_SYSTEM: os.devNull };
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    ['-c', 'user.name=x', '-c', 'user.email=x@x.example', 'commit', '-qm', 'x'],
  ])
    execFileSync('git', words, { cwd: folder, env, stdio: 'pipe' });
}

describe.each(Object.entries(faults))('with %s', (fault, given) => {
  test('each command ends with the code that it has in all of them, and says why if it is 2', async () => {
    const column = Object.keys(faults).indexOf(fault);
    const folder = new TemporaryFolder('exit-codes');
    // Oh My Pi asks for no approval.
    folder.write('project/.mcp-config.json', { readers: ['oh-my-pi'] });
    for (const [file, text] of Object.entries(given.files)) folder.write(`project/${file}`, text);
    git(folder.at('project'));
    const ended: string[] = [];
    for (const command of Object.keys(table)) {
      const words = [...command.split(' '), ...('words' in given ? given.words : [])];
      const { code, error } = await runCli(words, { cwd: folder.at('project'), home: folder.at('home') });
      ended.push(`${command}: ${code}${code === 2 && error === '' ? ' without a reason' : ''}`);
    }
    folder.remove();
    expect(ended).toEqual(Object.entries(table).map(([command, codes]) => `${command}: ${codes.split(' ')[column]}`));
  });
});

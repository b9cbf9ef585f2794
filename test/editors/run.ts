/** The packed language server and command line, as people outside VS Code use them: installed by npm, driven by Neovim. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../../scripts/lib/run.ts';
import { must, userEnvironment } from './user-environment.ts';

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** Packs the npm package from `dist`, installs it into a separate folder, and uses both of its programs. */
async function runEditors(): Promise<Tally> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'switchyard-npm-')));
  const outcomes: boolean[] = [];
  const test = async (name: string, body: () => void | Promise<void>): Promise<void> => {
    try {
      await body();
      outcomes.push(true);
      console.log(`   ✓ ${name}`);
    } catch (error) {
      outcomes.push(false);
      console.log(`   ✗ ${name}\n${error instanceof Error ? error.message : String(error)}`);
    }
  };
  try {
    await test('the npm package holds both programs and what they read, and no more', () => packAndInstall(folder));
    await test('mcp-config checks a file, also with the Node.js of the system', () => commandLine(folder));
    const nvim = neovim();
    if (nvim === undefined) console.log('   skipped: Neovim is not here and cannot be installed.');
    else await test('Neovim shows, explains, fixes, renames and formats', () => driveNeovim(nvim, folder));
  } finally {
    await rm(folder, { recursive: true });
  }
  return { passed: outcomes.filter(Boolean).length, failed: outcomes.filter((ok) => !ok).length };
}

function equal(actual: unknown, expected: unknown, what: string): void {
  must(
    isDeepStrictEqual(actual, expected),
    `${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`,
  );
}

function npm(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  must(status === 0, `npm ${args.join(' ')} failed:\n${stderr}`);
  return stdout;
}

function packAndInstall(folder: string): void {
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder]));
  const files: string[] = packed.files.map((file: { path: string }) => file.path).sort();
  const chunks = files.filter((file) => /^dist\/(?:server|cli)-chunks\//.test(file));
  equal(
    files.filter((file) => !chunks.includes(file)),
    [
      'LICENSE',
      'README.md',
      'dist/cli.js',
      'dist/server.js',
      'docs/rules.md',
      'package.json',
      'schemas/mcp-config.schema.json',
      'schemas/mcp.schema.json',
    ],
    'files of the package',
  );
  must(chunks.length > 0, 'the chunks of the server are missing');
  const tarball = path.join(folder, packed.filename);
  npm(['install', '--global', '--prefix', folder, '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball]);
}

function program(folder: string, name: string): string {
  const bin = process.platform === 'win32' ? path.join(folder, `${name}.cmd`) : path.join(folder, 'bin', name);
  must(existsSync(bin), `${name} was not installed`);
  return bin;
}

async function commandLine(folder: string): Promise<void> {
  const file = path.join(folder, 'mcp.json');
  await writeFile(file, '{ "mcpServers": { "a": { "comand": "x" } } }');
  const use = (...args: string[]) =>
    spawnSync(program(folder, 'mcp-config'), args, {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
  const ofSystem = spawnSync(program(folder, 'mcp-config'), ['check', 'mcp.json'], {
    cwd: folder,
    encoding: 'utf8',
    env: userEnvironment(),
    shell: process.platform === 'win32',
  });
  must(ofSystem.stdout.includes('[unknown-key]'), `the finding, in ${ofSystem.stdout}${ofSystem.stderr}`);
  const { status, stdout } = use('check', 'mcp.json');
  equal(status, 1, 'exit code');
  must(stdout.includes('mcp.json:1:26: error:') && stdout.includes('[unknown-key]'), `the finding, in ${stdout}`);
  equal(use('nonsense').status, 2, 'exit code of a command line that makes no sense');
  const converted = use('convert', '--to', 'command', 'mcp.json');
  equal(converted.status, 1, 'exit code of a conversion that leaves a server out');
  must(JSON.parse(use('schema').stdout).title !== undefined, 'the schema');
}

/** Debian's Neovim, brought where that may be done. */
function neovim(): string | undefined {
  const there = () => spawnSync('nvim', ['--version'], { encoding: 'utf8' }).status === 0;
  if (there()) return 'nvim';
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return undefined;
  console.log('Neovim is not here: installing it (apt-get install neovim) …');
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'neovim']])
    spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return there() ? 'nvim' : undefined;
}

async function driveNeovim(nvim: string, folder: string): Promise<void> {
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
        path.join(folder, 'lib/node_modules/switchyard/dist/server.js'),
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

if (import.meta.main) {
  const { passed, failed } = await runEditors();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

/** The npm package: its files, and its programs as npm and npx install them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npmName } from '../../scripts/lib/npm-name.ts';
import { root } from '../../scripts/lib/repository.ts';
import { npmFolder } from '../../scripts/npm-package.ts';
import { equal, must, userEnvironment } from './user-environment.ts';

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly version: string };

/** npm runs this when it installs from Git. It prints nothing, because pre-commit reads the output of `npm pack`. */
export function buildsFromGit(): void {
  const options = { cwd: root, encoding: 'utf8', env: userEnvironment() } as const;
  const { status, stdout, stderr } = spawnSync('node', ['scripts/prepare.mjs'], options);
  equal([status, stdout, stderr], [0, '', ''], 'scripts/prepare.mjs with the Node.js of the system');
}

function npm(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: npmFolder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  must(status === 0, `npm ${args.join(' ')} failed:\n${stderr}`);
  return stdout;
}

/** Packs the npm package and installs it without any other packages. */
export function packAndInstall(folder: string): void {
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder]));
  const files: string[] = packed.files.map((file: { path: string }) => file.path).sort();
  const chunks = files.filter((file) => /^dist\/(?:server|cli)-chunks\/[\w-]+\.js$/.test(file));
  equal(
    files.filter((file) => !chunks.includes(file)),
    [
      'LICENSE',
      'README.md',
      'THIRD-PARTY-NOTICES.txt',
      'dist/check-thread.js',
      'dist/cli.js',
      'dist/server.js',
      'docs/rules.md',
      'l10n/server.l10n.de.json',
      'l10n/server.l10n.zh-cn.json',
      'package.json',
      'schemas/mcp-agents.schema.json',
      'schemas/mcp-config.schema.json',
      'schemas/mcp-lock.schema.json',
      'schemas/mcp.schema.d.ts',
      'schemas/mcp.schema.json',
    ],
    'files of the package',
  );
  must(chunks.length > 0, 'the chunks of the server are missing');
  const { scripts, dependencies, devDependencies, contributes } = JSON.parse(
    readFileSync(path.join(npmFolder, 'package.json'), 'utf8'),
  );
  equal(
    [scripts, dependencies, devDependencies, contributes],
    [undefined, undefined, undefined, undefined],
    'what npm would run and install',
  );
  const tarball = path.join(folder, packed.filename);
  npm(['install', '--global', '--prefix', folder, '--offline', '--no-audit', '--no-fund', tarball]);
}

/** Returns the packed file in a folder. */
export async function packedFile(folder: string): Promise<string> {
  const file = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  must(file !== undefined, 'there is no packed file');
  return path.join(folder, file ?? '');
}

function program(folder: string, name: string): string {
  const bin = process.platform === 'win32' ? path.join(folder, `${name}.cmd`) : path.join(folder, 'bin', name);
  must(existsSync(bin), `${name} was not installed`);
  return bin;
}

export async function commandLine(folder: string): Promise<void> {
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
  equal(ofSystem.stderr, '', 'warnings of the Node.js of the system');
  const server = spawnSync(program(folder, 'mcp-config-language-server'), ['--version'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  equal([server.status, server.stdout, server.stderr], [0, `${version}\n`, ''], 'the language server');
  const { status, stdout } = use('check', 'mcp.json');
  equal(status, 1, 'exit code');
  must(stdout.includes('mcp.json:1:26: error:') && stdout.includes('[unknown-key]'), `the finding, in ${stdout}`);
  equal(use('nonsense').status, 2, 'exit code of a command line that makes no sense');
  await writeFile(path.join(folder, 'empty.json'), '{ "mcpServers": { "a": {} } }');
  const converted = use('convert', '--to', 'command', 'empty.json');
  equal(converted.status, 1, 'exit code of a conversion that leaves a server out');
  must(JSON.parse(use('schema').stdout).title !== undefined, 'the schema');
}

export async function runByNpx(folder: string): Promise<void> {
  const args = ['--yes', '--offline', `--package=${await packedFile(folder)}`, '--', 'mcp-config', '--version'];
  const { status, stdout, stderr } = spawnSync('npx', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...userEnvironment(), npm_config_cache: path.join(folder, 'npm-cache') },
    shell: process.platform === 'win32',
  });
  equal([status, stdout.trim()], [0, version], `npx (${stderr})`);
}

/** Checks that the types accept a valid config and report an error in an invalid one. */
export async function checkTypes(folder: string): Promise<void> {
  // Next to the node_modules of the global installation.
  const file = path.join(folder, 'lib/config.mts');
  const compile = async (server: string) => {
    const lines = [
      `import schema, { type McpConfig } from '${npmName}/schema';`,
      `export const config: McpConfig = { mcpServers: { docs: ${server} } };`,
      'export const { title } = schema;',
    ];
    await writeFile(file, lines.join('\n'));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext'];
    return spawnSync(process.execPath, [tsc, ...options, file], { cwd: path.dirname(file), encoding: 'utf8' });
  };
  const right = await compile("{ type: 'http', url: 'https://example.com/mcp' }");
  equal([right.status, right.stdout], [0, ''], 'a config that is right');
  const wrong = await compile("{ type: 'http' }");
  must(wrong.stdout.includes("'url' is missing"), `the compiler about a config that is wrong: ${wrong.stdout}`);
}

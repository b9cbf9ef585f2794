/** The programs that the outside tests ask: pinned versions from npm, installed once into an ignored folder. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { root } from '../../scripts/lib/repository.ts';

export interface Program {
  readonly name: string;
  readonly package: string;
  /** The version that `docs/outside.md` speaks of. */
  readonly version: string;
  /** Path of the program in the package. */
  readonly file: string;
}

const platform = `${process.platform}-${process.arch}`;
const rust = { 'linux-x64': 'x86_64-unknown-linux-musl', 'darwin-arm64': 'aarch64-apple-darwin' }[platform] ?? platform;

export const programs = {
  'claude-code': {
    name: 'Claude Code',
    package: `@anthropic-ai/claude-code-${platform}`,
    version: '2.1.332',
    file: 'claude',
  },
  'copilot-cli': { name: 'Copilot CLI', package: `@github/copilot-${platform}`, version: '1.0.102', file: 'copilot' },
  codex: {
    name: 'Codex',
    package: '@openai/codex',
    version: `0.171.0-${platform}`,
    file: `vendor/${rust}/bin/codex`,
  },
  'gemini-cli': {
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    version: '0.61.0',
    file: 'bundle/gemini.js',
  },
  opencode: { name: 'OpenCode', package: `opencode-${platform}`, version: '1.18.34', file: 'bin/opencode' },
  'qwen-code': { name: 'Qwen Code', package: '@qwen-code/qwen-code', version: '0.24.4', file: 'cli.js' },
  kilo: { name: 'Kilo Code', package: `@kilocode/cli-${platform}`, version: '7.7.9', file: 'bin/kilo' },
  grok: { name: 'Grok', package: `@xai-official/grok-${platform}`, version: '1.0.41', file: 'bin/grok' },
} as const satisfies Record<string, Program>;

export type ProgramId = keyof typeof programs;

export const programIds = Object.keys(programs) as readonly ProgramId[];

/** In `node_modules`, which Git and the packaging of the extension skip: these are hundreds of thousands of files. */
export const cache = path.join(root, 'node_modules/.cache/outside');

/**
 * Installs a program, unless this version is in the cache. Runs no scripts of the package.
 * @param newest the newest version instead of the pinned one
 */
export function install(id: ProgramId, newest: boolean): { readonly version: string; readonly file: string } {
  const program: Program = programs[id];
  const version = newest ? newestVersion(program) : program.version;
  const folder = path.join(cache, `${id}-${version}`);
  const file = path.join(folder, 'package', program.file);
  if (!existsSync(folder)) {
    console.log(`Installing ${program.name} ${version} …`);
    const unpacked = `${folder}.${process.pid}`;
    mkdirSync(unpacked, { recursive: true });
    const [packed] = JSON.parse(npm('pack', '--json', '--pack-destination', unpacked, `${program.package}@${version}`));
    execFileSync('tar', ['xzf', packed.filename], { cwd: unpacked });
    rmSync(path.join(unpacked, packed.filename));
    renameSync(unpacked, folder);
  }
  if (!existsSync(file) && existsSync(`${file}.br`)) {
    writeFileSync(file, brotliDecompressSync(readFileSync(`${file}.br`)));
    chmodSync(file, 0o755);
  }
  return { version, file };
}

/** Codex has a version for each platform, with its name after the number. */
function newestVersion({ package: name, version }: Program): string {
  const [, ofPlatform = ''] = /^[\d.]+(-.+)$/.exec(version) ?? [];
  return JSON.parse(npm('view', name, 'version', '--json')) + ofPlatform;
}

const npm = (...args: readonly string[]): string => execFileSync('npm', args, { cwd: root, encoding: 'utf8' });

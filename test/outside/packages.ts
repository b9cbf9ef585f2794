/** Packages from npm with what they depend on, installed once into the cache. Their scripts don't run. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cache } from './programs.ts';

export interface Package {
  readonly package: string;
  readonly version: string;
}

/** Returns a folder with these packages in its `node_modules`. */
export function installed(...packages: readonly Package[]): string {
  const names = packages.map((one) => `${one.package}@${one.version}`);
  const folder = path.join(cache, names[0]?.replaceAll('/', '-') ?? '');
  if (existsSync(folder)) return folder;
  console.log(`Installing ${names.join(' and ')} …`);
  const unpacked = `${folder}.${process.pid}`;
  mkdirSync(unpacked, { recursive: true });
  writeFileSync(path.join(unpacked, 'package.json'), '{}');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...names], {
    cwd: unpacked,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(unpacked, folder);
  return folder;
}

/** Returns the program of a package: the path of its script. */
export function programOf(wanted: Package): string {
  const folder = path.join(installed(wanted), 'node_modules', wanted.package);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : String(Object.values(bin)[0]));
}

/** Returns the path of Bun, in which some programs run. */
export function bun(): string {
  const name = `@oven/bun-${process.platform}-${process.arch}`;
  return path.join(installed({ package: name, version: '1.4.5' }), 'node_modules', name, 'bin/bun');
}

/** Which parts of `npm test` can't be affected by what changed since the last run in which everything passed here. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './repository.ts';

/** What a part of the tests loads. */
interface Loaded {
  /** Names of bundles. */
  readonly bundles: readonly string[];
  /** Files of the tests: beginnings of paths. */
  readonly tests: readonly string[];
}

/** The parts that take long and load only a part of the product. */
export const parts = {
  'npm package and Neovim': { bundles: ['server', 'cli'], tests: ['test/editors/', 'distribution/'] },
  'end to end, signed in': {
    bundles: ['extension', 'chat', 'panels'],
    tests: ['test/e2e/', 'test/extensions/', 'test/service/', 'test/workbench/'],
  },
} satisfies Record<string, Loaded>;

export type Part = keyof typeof parts;

/** Files that no part loads. Any other file that isn't known may affect all of them. */
const harmless = /^docs\/|\.md$|^test\/(?:unit|pages|fixtures|bench|outside)\//;

/**
 * Returns the parts that none of these files can affect.
 * @param changed paths below the root
 * @param metafiles by bundle name
 */
export function unaffected(
  changed: readonly string[],
  metafiles: Readonly<Record<string, Pick<Metafile, 'inputs'>>>,
): readonly Part[] {
  const inputs = (name: string) => Object.keys(metafiles[name]?.inputs ?? {});
  const bundled = new Set(Object.keys(metafiles).flatMap(inputs));
  const tests = Object.values(parts).flatMap((part) => part.tests);
  const isKnown = (file: string) =>
    bundled.has(file) || harmless.test(file) || tests.some((folder) => file.startsWith(folder));
  return (Object.keys(parts) as Part[]).filter((name) => {
    const part: Loaded = parts[name];
    const loaded = new Set(part.bundles.flatMap(inputs));
    return changed.every(
      (file) => isKnown(file) && !loaded.has(file) && !part.tests.some((folder) => file.startsWith(folder)),
    );
  });
}

const recordFile = path.join(root, 'out/green.json');

/** Returns the hash of each file that Git knows or would add. */
function hashes(): Record<string, string> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = new Set(listed.toString().split('\0').filter(Boolean));
  const hash = (file: string) => {
    try {
      return createHash('sha256')
        .update(readFileSync(path.join(root, file)))
        .digest('hex');
    } catch {
      return '';
    }
  };
  return Object.fromEntries([...files].map((file) => [file, hash(file)]));
}

/** Remembers the files of this run, in which everything ran and passed. */
export function recordGreen(): void {
  mkdirSync(path.dirname(recordFile), { recursive: true });
  writeFileSync(recordFile, JSON.stringify(hashes()));
}

/** Returns the files that changed since then, or undefined without such a run, or in CI, which runs everything. */
export function changedSinceGreen(): readonly string[] | undefined {
  if (process.env.CI) return undefined;
  let before: Record<string, string>;
  try {
    before = JSON.parse(readFileSync(recordFile, 'utf8'));
  } catch {
    return undefined;
  }
  const now = hashes();
  return Object.keys({ ...before, ...now }).filter((file) => before[file] !== now[file]);
}

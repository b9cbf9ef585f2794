import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

test('docs/dependencies.md lists every package of package.json exactly once', () => {
  const { dependencies, devDependencies }: Manifest = JSON.parse(read('package.json'));
  const listed = Array.from(read('docs/dependencies.md').matchAll(/^\| `([^`]+)`/gm), ([, name]) => name);
  expect(listed.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted());
});

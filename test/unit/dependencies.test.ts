import { expect, test } from 'vitest';
import { readText } from '../../scripts/lib/repository.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

test('docs/dependencies.md lists every package of package.json exactly once', () => {
  const { dependencies, devDependencies }: Manifest = JSON.parse(readText('package.json'));
  const listed = Array.from(readText('docs/dependencies.md').matchAll(/^\| `([^`]+)`/gm), ([, name]) => name);
  expect(listed.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted());
});

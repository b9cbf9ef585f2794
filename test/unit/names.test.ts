/** Exported names: each means one thing, so that a search finds it. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** The two platforms export the same names, and `index.ts` those of its folder, which it loads on first use. */
const place = (file: string): string =>
  file.replace(/^src\/(?:node\/|web\/|(?=extension\.ts$))/, 'src/platform/').replace(/\/index\.ts$/, '');

test('no two modules export the same name', () => {
  const modules = new Map<string, Set<string>>();
  for (const file of globSync('{src,server,common}/**/*.ts', { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const names = text.matchAll(
      /^export (?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|let) (\w+)/gm,
    );
    for (const [, name = ''] of names) {
      if (file.includes('/generated/')) continue;
      const places = modules.get(name) ?? new Set();
      modules.set(name, places.add(place(file.replaceAll(path.sep, '/'))));
    }
  }
  expect(modules.size).toBeGreaterThan(1000);
  const clashes = [...modules].filter(([, [first = '', ...others]]) =>
    others.some((other) => !other.startsWith(`${first}/`) && !first.startsWith(`${other}/`)),
  );
  expect(clashes.map(([name, places]) => `${name}: ${[...places].join(', ')}`)).toEqual([]);
});

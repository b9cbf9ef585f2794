/** The README's commands work in a fresh clone, which has no generated files yet. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { readText } from '../../scripts/lib/repository.ts';

/** Returns the files of the repository that a script loads before its first statement. Types aren't loaded. */
function loadedBy(script: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const waiting = [script];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    loaded.add(file);
    if (file.includes('/generated/')) continue;
    const imports = readText(file).matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']*)';/gm);
    for (const [, target = ''] of imports) {
      const next = path.posix.join(path.posix.dirname(file), target);
      if (!loaded.has(next)) waiting.push(next);
    }
  }
  return loaded;
}

test.each(['scripts/start.ts', 'scripts/test.ts'])('%s loads nothing generated before it generates', (script) => {
  const loaded = loadedBy(script);
  expect(loaded.size).toBeGreaterThan(5);
  expect([...loaded].filter((file) => file.includes('/generated/'))).toEqual([]);
});

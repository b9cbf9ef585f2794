/** Checks that each row of docs/spec-coverage*.md is shown by a test that passed in this run: its title has the row's ID. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestOutcome } from '../test/outcomes.ts';
import { root } from './lib/repository.ts';

/** Returns the IDs in a title: two in `publish any version [spec H17 H19]`. */
const idsOf = (title: string): readonly string[] =>
  [...title.matchAll(/\[spec ([^\]]+)\]/g)].flatMap(([, ids = '']) => ids.split(' '));

/**
 * Checks that tests and tables agree on the IDs: a test passed for each row, and each ID in a title has a row.
 * @param tests that ran
 * @returns one result per row, and one per ID without a row
 */
export function checkSpecCoverage(tests: readonly TestOutcome[]): readonly TestOutcome[] {
  const shown = new Set(tests.flatMap(({ kind, title }) => (kind === 'passed' ? idsOf(title) : [])));
  const rows = readRows();
  const outcomes = rows.map(({ id, place }): TestOutcome => {
    const ok = shown.has(id) && rows.filter((row) => row.id === id).length === 1;
    if (!ok)
      console.log(`   ✗ ${place}: ${shown.has(id) ? `another row has the ID ${id}` : `no test [spec ${id}] passed`}`);
    return { kind: ok ? 'passed' : 'failed', title: place, ms: 0 };
  });
  const unknown = new Set(
    tests.flatMap(({ title }) => idsOf(title)).filter((id) => rows.every((row) => row.id !== id)),
  );
  for (const id of unknown) outcomes.push({ kind: 'failed', title: `[spec ${id}] has no row`, ms: 0 });
  return rows.length === 0 ? [{ kind: 'failed', title: 'no spec coverage', ms: 0 }] : outcomes;
}

/** Returns all rows of the tables, below their headings. */
function readRows(): readonly { readonly id: string; readonly place: string }[] {
  const docs = path.join(root, 'docs');
  return readdirSync(docs)
    .filter((name) => name.startsWith('spec-coverage') && name.endsWith('.md'))
    .flatMap((file) =>
      readFileSync(path.join(docs, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const [, id = ''] = /^\| ([^|]+?) +\|/.exec(line) ?? [];
          return id === '' || id === 'ID' || /^-+$/.test(id) ? [] : [{ id, place: `${file}:${index + 1}` }];
        }),
    );
}

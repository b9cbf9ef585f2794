/** Checks docs/spec-coverage*.md: every test they name must exist and have passed in this run. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestOutcome } from '../test/outcomes.ts';
import { root } from './lib/repository.ts';

/**
 * Checks that every table row names a test (`file > suite > test` in backticks) or the issue that will add it.
 * @param tests that ran
 * @returns one result per row
 */
export function checkSpecCoverage(tests: readonly TestOutcome[]): readonly TestOutcome[] {
  const passed = new Set(tests.flatMap(({ kind, title }) => (kind === 'passed' ? [title] : [])));
  const docs = path.join(root, 'docs');
  const outcomes: TestOutcome[] = [];
  for (const file of readdirSync(docs).filter((name) => name.startsWith('spec-coverage') && name.endsWith('.md'))) {
    const lines = readFileSync(path.join(docs, file), 'utf8').split('\n');
    lines.forEach((line, index) => {
      if (!line.startsWith('|') || /^\|[\s:|-]+\|$/.test(line) || /^\|[\s:|-]+\|$/.test(lines[index + 1] ?? '')) return;
      const named = [...line.matchAll(/`([^`]+ > [^`]+)`/g)].map((match) => (match[1] ?? '').replaceAll('\\|', '|'));
      const missing = named.filter((title) => !passed.has(title));
      const ok = named.length > 0 ? missing.length === 0 : /\bissue \d/.test(line);
      const title = `${file}:${index + 1}`;
      if (!ok)
        console.log(
          `   ✗ ${title}: ${missing.length > 0 ? `did not run or failed: ${missing.join('; ')}` : 'names no test'}`,
        );
      outcomes.push({ kind: ok ? 'passed' : 'failed', title, ms: 0 });
    });
  }
  return outcomes.length === 0 ? [{ kind: 'failed', title: 'no spec coverage', ms: 0 }] : outcomes;
}

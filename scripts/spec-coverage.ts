/** Checks docs/spec-coverage*.md: every test they name must exist and have passed in this run. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib/repository.ts';

/**
 * Checks that every table row names a test (`file > suite > test` in backticks) or the issue that will add it.
 * @param passed titles of the tests that passed
 * @returns one result per row
 */
export function checkSpecCoverage(passed: ReadonlySet<string>): boolean[] {
  const docs = path.join(root, 'docs');
  const outcomes: boolean[] = [];
  for (const file of readdirSync(docs).filter((name) => name.startsWith('spec-coverage') && name.endsWith('.md'))) {
    const lines = readFileSync(path.join(docs, file), 'utf8').split('\n');
    lines.forEach((line, index) => {
      if (!line.startsWith('|') || /^\|[\s:|-]+\|$/.test(line) || /^\|[\s:|-]+\|$/.test(lines[index + 1] ?? '')) return;
      const named = [...line.matchAll(/`([^`]+ > [^`]+)`/g)].map((match) => (match[1] ?? '').replaceAll('\\|', '|'));
      const missing = named.filter((title) => !passed.has(title));
      const ok = named.length > 0 ? missing.length === 0 : /\bissue \d/.test(line);
      if (!ok)
        console.log(
          `✗ ${file}:${index + 1}: ${missing.length > 0 ? `did not run or failed: ${missing.join('; ')}` : 'names no test'}`,
        );
      outcomes.push(ok);
    });
  }
  if (outcomes.length === 0) outcomes.push(false);
  return outcomes;
}

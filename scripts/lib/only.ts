/** What `npm test -- --only <path or words>` runs in each tier. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeRegExp } from '../../test/outcomes.ts';
import { root } from './repository.ts';

/** A part that is undefined runs nothing. */
interface Selection {
  /** Arguments of vitest. */
  readonly unit?: readonly string[];
  /** A regular expression for titles. */
  readonly workbench?: string;
  readonly e2e?: { readonly grep: string } | { readonly file: string };
}

/** @param only a path of a test, or words of titles */
export function select(only: string): Selection {
  const file = path.relative(root, path.resolve(only));
  if (!existsSync(path.join(root, file))) {
    const grep = escapeRegExp(only);
    return { unit: ['-t', grep, '--passWithNoTests'], workbench: grep, e2e: { grep } };
  }
  if (file.startsWith('test/e2e')) return { e2e: { file: path.relative('test/e2e/specs', file) } };
  if (!file.startsWith('test/workbench')) return { unit: [file] };
  const suites = readFileSync(path.join(root, file), 'utf8').matchAll(/^describe\((['"])(.*)\1/gm);
  const titles = [...suites].map(([, , title = '']) => escapeRegExp(title));
  return { workbench: `^(?:${titles.join('|')}) ` };
}

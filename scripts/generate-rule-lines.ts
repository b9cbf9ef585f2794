/**
 * Generates server/generated/rule-lines.ts from docs/rules.md: the line of each rule's section. The language server links
 * to it, and generating the whole document in each window would delay the first diagnostics.
 */
import { readText } from './lib/repository.ts';
import type { GeneratedFiles } from './lib/write-generated.ts';

/** Returns the module of lines. */
export function ruleLineFiles(): GeneratedFiles {
  const lines = readText('docs/rules.md').split('\n');
  const sections = lines.flatMap((line, index) =>
    line.startsWith('## ') ? [[line.slice(3), index + 1] as const] : [],
  );
  const text = [
    '// Made by scripts/generate-rule-lines.ts from docs/rules.md.',
    '/** The line of the section of each rule, counted from 1. */',
    `export const ruleLines: Readonly<Record<string, number>> = ${JSON.stringify(Object.fromEntries(sections))};`,
    '',
  ].join('\n');
  return { 'server/generated/rule-lines.ts': text };
}

/** Keeps texts of the rules that a program doesn't show out of its bundle: examples alone are a tenth of the rules. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

type RuleText = 'why' | 'wrong' | 'right';

/** @param texts properties of `docs` in server/rules */
export const withoutRuleTexts = (...texts: readonly RuleText[]): Plugin => ({
  name: 'rules without texts',
  setup: ({ onLoad }) => {
    onLoad({ filter: /server[\\/]rules[\\/].*\.ts$/, namespace: 'file' }, async ({ path: file }) => ({
      contents: withoutTexts(await readFile(file, 'utf8'), texts),
      loader: 'ts',
    }));
  },
});

/** Returns the source with empty texts. */
export function withoutTexts(source: string, texts: readonly RuleText[]): string {
  const parsed = ts.createSourceFile('rule.ts', source, ts.ScriptTarget.Latest);
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node, isDocs: boolean): void => {
    if (ts.isPropertyAssignment(node)) {
      const name = node.name.getText(parsed);
      if (isDocs && texts.some((text) => text === name)) found.push(node.initializer);
      else visit(node.initializer, name === 'docs');
    } else ts.forEachChild(node, (child) => visit(child, isDocs && ts.isObjectLiteralExpression(node)));
  };
  visit(parsed, false);
  return found.reduceRight((text, at) => `${text.slice(0, at.getStart(parsed))}''${text.slice(at.end)}`, source);
}

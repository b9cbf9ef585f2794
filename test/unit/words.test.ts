/** Words that mean one thing: the table in `docs/architecture.md` says what, and where names may contain them. */
import { globSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readText, root } from '../../scripts/lib/repository.ts';

interface Rule {
  readonly word: string;
  /** Folders and files. */
  readonly places: readonly string[];
  /** Names of VS Code, of protocols, and of JavaScript. */
  readonly names: readonly string[];
}

const rules: readonly Rule[] = [
  ...readText('docs/architecture.md').matchAll(/^\| \*\*(\w+)\*\* \|[^|]*\|([^|]*)\|$/gm),
].map(([, word = '', where = '']) => {
  const all = [...where.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);
  return { word, places: all.filter((one) => one.includes('/')), names: all.filter((one) => !one.includes('/')) };
});

/** Returns the words of a name, in the singular. */
const wordsOf = (name: string): readonly string[] =>
  name.split(/[^a-zA-Z]|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase().replace(/s$/, ''));

function namesIn(file: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest));
  return names;
}

const files = globSync('{src,server,common}/**/*.ts', { cwd: root, exclude: (file) => file.includes('generated') });

test('names contain a word only where it has its one meaning', () => {
  expect(rules.length).toBeGreaterThan(5);
  const elsewhere = files
    .map((file) => file.replaceAll('\\', '/'))
    .flatMap((file) =>
      [...namesIn(file)].flatMap((name) =>
        rules
          .filter(
            ({ word, places, names }) =>
              wordsOf(name).includes(word) && !names.includes(name) && !places.some((place) => file.startsWith(place)),
          )
          .map(({ word }) => `${file}: ${name} (${word})`),
      ),
    );
  expect(elsewhere).toEqual([]);
});

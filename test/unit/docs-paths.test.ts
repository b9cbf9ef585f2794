/** What the documentation names exists: source files, by the end of their path, and settings. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readText, root } from '../../scripts/lib/repository.ts';

const pages = [
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/proof.md',
  'docs/dependencies.md',
  'docs/accessibility.md',
];
const files = globSync(['*.ts', '{common,server,src,scripts,test}/**/*.{ts,mjs,css}'], { cwd: root }).map(
  (file) => `/${file.replaceAll(path.sep, '/')}`,
);

test('docs/settings.md lists all settings with their defaults', () => {
  const { contributes } = JSON.parse(readText('package.json'));
  const settings = [contributes.configuration]
    .flat()
    .flatMap(({ properties }) => Object.entries<{ default: unknown }>(properties))
    .map(([name, { default: value }]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  const rows = readText('docs/settings.md').matchAll(/^\| `(switchyard\.[\w.]+)` \| (?:`([^`]*)` )?\|/gm);
  expect([...rows].map(([, name, shown = '']) => [name, shown]).sort()).toEqual(settings.sort());
});

test.each(pages)('%s names only files that exist', (page) => {
  const named = readText(page).matchAll(/`([\w./-]+\.(?:ts|mjs|css))`/g);
  const missing = [...named].flatMap(([, name = '']) =>
    files.some((file) => file.endsWith(`/${name}`)) ? [] : [name],
  );
  expect(missing).toEqual([]);
});

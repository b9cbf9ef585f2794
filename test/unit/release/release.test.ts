import { readdirSync } from 'node:fs';
import type { Metafile } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { bundledPackages } from '../../../scripts/lib/bundled-packages.ts';
import {
  changelogProblem,
  isPreRelease,
  licenseProblems,
  packageNameProblem,
  versionProblem,
} from '../../../scripts/lib/release.ts';
import { readText } from '../../../scripts/lib/repository.ts';
import { translationProblems } from '../../../scripts/lib/translations.ts';

test('an odd minor version is a pre-release', () => {
  expect(['0.1.0', '1.0.3', '1.2.0', '1.13.9'].map(isPreRelease)).toEqual([true, false, false, true]);
  expect(() => isPreRelease('1.2.0-beta.1')).toThrow("1.2.0-beta.1 isn't a version of three numbers.");
});

describe('version check', () => {
  test.each([
    ['accepts a new version', '0.2.0', '0.2.0', ['v0.1.0'], undefined],
    [
      'requires the same version in package-lock.json',
      '0.2.0',
      '0.1.0',
      [],
      'package.json has 0.2.0, package-lock.json 0.1.0. Run npm install.',
    ],
    ['rejects a released version', '0.1.0', '0.1.0', ['v0.1.0'], '0.1.0 is released already.'],
    ['requires three numbers', '0.2', '0.2', [], "0.2 isn't a version of three numbers."],
  ])('%s', (_name, version, locked, tags, problem) => {
    expect(versionProblem(version, locked, tags)).toBe(problem);
  });
});

describe('changelog check', () => {
  const missing = 'CHANGELOG.md needs the section "## 0.2.0 - <date>" on top, and nothing in "Unreleased".';
  test.each([
    [
      'accepts the version with its date',
      '# Changelog\n\n## 0.2.0 - 2026-12-01\n\n- A\n\n## 0.1.0 - 2026-01-01\n',
      undefined,
    ],
    [
      'accepts an empty section "Unreleased"',
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n- A\n',
      undefined,
    ],
    ['rejects entries in "Unreleased"', '# Changelog\n\n## Unreleased\n\n- B\n\n## 0.2.0 - 2026-12-01\n', missing],
    ['rejects a version without a date', '# Changelog\n\n## 0.2.0\n\n- A\n', missing],
    ['rejects a section for another version', '# Changelog\n\n## 0x2y0 - 2026-12-01\n', missing],
    ['rejects a changelog without sections', '# Changelog\n', missing],
  ])('%s', (_name, text, problem) => {
    expect(changelogProblem(text, '0.2.0')).toBe(problem);
  });
});

test('license check reports a bundled package with another license', () => {
  const mit = { name: 'a', version: '1.0.0', license: 'MIT', text: '' };
  expect(licenseProblems([mit])).toBeUndefined();
  expect(licenseProblems([mit, { ...mit, name: 'b', license: 'GPL-3.0' }])).toBe('Decide first on b (GPL-3.0).');
});

describe('name of the npm package', () => {
  test.each([
    ['accepts a package that is not published yet', undefined, 'pkg:npm/%40switchyard-dev/mcp-config@0.1.0', undefined],
    ['accepts a package of the project', ['switchyard-dev', 'a'], '', undefined],
    ['rejects a package of somebody else', ['a', 'b'], '', '@switchyard-dev/mcp-config on npm belongs to a, b.'],
    [
      'rejects another name',
      undefined,
      'pkg:npm/switchyard@0.1.0',
      'x names switchyard, not @switchyard-dev/mcp-config.',
    ],
    [
      'rejects the page of another package',
      undefined,
      'https://www.npmjs.com/package/mcp-config',
      'x names mcp-config, not @switchyard-dev/mcp-config.',
    ],
  ])('%s', (_name, owners, text, problem) => {
    expect(packageNameProblem(owners, { x: text })).toBe(problem);
  });

  test('is the same everywhere', () => {
    const files = ['docs/editors/mason-registry/package.yaml', 'docs/install.md', 'docs/editors.md', 'README.md'];
    expect(
      packageNameProblem(undefined, Object.fromEntries(files.map((file) => [file, readText(file)]))),
    ).toBeUndefined();
  });
});

test('packages that a dependency vendors are among the bundled ones', () => {
  const folder = 'node_modules/@modelcontextprotocol/client/dist';
  const file = readdirSync(folder).find((name) => /^ajvProvider-.*\.mjs$/.test(name));
  const outputs = { out: { inputs: { [`${folder}/${file}`]: {} } } };
  const packages = bundledPackages([{ inputs: {}, outputs } as unknown as Metafile], []);
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['ajv', 'ajv-formats', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse']),
  );
  expect(packages.filter(({ text }) => text === '')).toEqual([]);
});

test('a translation needs every English text, and no others', () => {
  const english = { Save: 'Save', Open: 'Open', Close: 'Close' };
  expect(translationProblems(english, { Save: 'Speichern', Open: ' ', Undo: 'Rückgängig' })).toEqual([
    'missing: Open',
    'missing: Close',
    'not in English: Undo',
  ]);
  expect(translationProblems(english, english)).toEqual([]);
});

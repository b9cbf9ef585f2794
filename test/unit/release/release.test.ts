import { describe, expect, test } from 'vitest';
import { changelogProblem, isPreRelease, licenseProblems, versionProblem } from '../../../scripts/lib/release.ts';

test('an odd minor version is a pre-release', () => {
  expect(['0.1.0', '1.0.3', '1.2.0', '1.13.9'].map(isPreRelease)).toEqual([true, false, false, true]);
  expect(() => isPreRelease('1.2.0-beta.1')).toThrow("1.2.0-beta.1 isn't a version of three numbers.");
});

describe('a version', () => {
  test.each([
    ['is right', '0.2.0', '0.2.0', ['v0.1.0'], undefined],
    [
      'is also in package-lock.json',
      '0.2.0',
      '0.1.0',
      [],
      'package.json has 0.2.0, package-lock.json 0.1.0. Run npm install.',
    ],
    ['is released once', '0.1.0', '0.1.0', ['v0.1.0'], '0.1.0 is released already.'],
    ['is three numbers', '0.2', '0.2', [], "0.2 isn't a version of three numbers."],
  ])('%s', (_name, version, locked, tags, problem) => {
    expect(versionProblem(version, locked, tags)).toBe(problem);
  });
});

describe('the changelog', () => {
  const missing = 'CHANGELOG.md needs the section "## 0.2.0 - <date>" on top, and nothing in "Unreleased".';
  test.each([
    [
      'has the version with its date',
      '# Changelog\n\n## 0.2.0 - 2026-12-01\n\n- A\n\n## 0.1.0 - 2026-01-01\n',
      undefined,
    ],
    [
      'may have an empty section for what comes next',
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n- A\n',
      undefined,
    ],
    ['has nothing that waits', '# Changelog\n\n## Unreleased\n\n- B\n\n## 0.2.0 - 2026-12-01\n', missing],
    ['has a date', '# Changelog\n\n## 0.2.0\n\n- A\n', missing],
    ['is about this version', '# Changelog\n\n## 0x2y0 - 2026-12-01\n', missing],
    ['has a section', '# Changelog\n', missing],
  ])('%s', (_name, text, problem) => {
    expect(changelogProblem(text, '0.2.0')).toBe(problem);
  });
});

test('a bundled package with another license is named', () => {
  const mit = { name: 'a', version: '1.0.0', license: 'MIT', text: '' };
  expect(licenseProblems([mit])).toBeUndefined();
  expect(licenseProblems([mit, { ...mit, name: 'b', license: 'GPL-3.0' }])).toBe('Decide first on b (GPL-3.0).');
});

/** Which files are treated as config files. */

import { describe, expect, test } from 'vitest';
import { configLevel, defaultFolders, type OhMyPiFolders, pathOf } from '../../../common/messages/config-place.ts';
import { readText } from '../../../scripts/lib/repository.ts';
import { uriKey } from '../../../server/files/uris.ts';
import { fc, runs } from '../random-runs.ts';
import { alternativesOf } from './fixture-notation.ts';

const folders: OhMyPiFolders = { ...defaultFolders, home: '/home/me' };

const places = readText('test/fixtures/places.txt')
  .replace(/\n$/, '')
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [level = '', uris = '', row] = line.split('  ');
    const shown = row === undefined ? level : `${level} ${row}`;
    return alternativesOf(uris).map((uri) => [uri, shown, level] as const);
  });

describe('config files', () => {
  test.each(places.filter(([, level]) => level !== 'none'))('%s is ours: %s', (uri, _shown, level) => {
    expect(configLevel(uri, folders)).toBe(level);
  });

  test.each(places.filter(([, level]) => level === 'none'))('%s is not ours', (uri) => {
    expect(configLevel(uri, folders)).toBeUndefined();
  });
});

describe('below a workspace folder', () => {
  const roots = ['/home/me/.dotfiles/project', '/code/project'];

  test.each([
    ['file:///code/project/.tool/nested/deep/mcp.json', undefined],
    ['file:///code/project/.omp/mcp.json', 'project'],
    ['file:///code/project/packages/one/mcp.json', 'standalone'],
    ['file:///home/me/.dotfiles/project/mcp.json', 'standalone'],
    ['file:///home/me/.dotfiles/project/.omp/agent/mcp.json', 'user'],
    ['file:///elsewhere/.tool/nested/deep/mcp.json', 'standalone'],
  ])('hidden folders belong to other tools: %s is %s', (uri, level) => {
    expect(configLevel(uri, folders, roots)).toBe(level);
  });
});

test.each([
  ['file:///.tool/nested/deep/mcp.json', '/'],
  ['file:///c%3A/.tool/nested/deep/mcp.json', '/c:/'],
  ['file:///project/.tool/nested/deep/mcp.json', '/project/'],
])('a workspace folder can end with a slash: %s below %s belongs to another tool', (uri, root) => {
  expect(configLevel(uri, folders, [root])).toBeUndefined();
});

test('the names of data folders count only below the workspace folder', () => {
  expect(configLevel('file:///code/registry/mcp.json', folders, ['/code/registry'])).toBe('standalone');
  expect(configLevel('file:///code/registry/registry/mcp.json', folders, ['/code/registry'])).toBeUndefined();
});

test('the innermost workspace folder of a file determines its level', () => {
  const roots = ['/code/project', '/code/project/.tools/inner'];
  for (const given of [roots, roots.toReversed()]) {
    expect(configLevel('file:///code/project/.tools/inner/src/mcp.json', folders, given)).toBe('standalone');
    expect(configLevel('file:///code/project/.tools/other/src/mcp.json', folders, given)).toBeUndefined();
  }
});

describe('agent folders', () => {
  test('projectDirectory changes the project folder', () => {
    const other = { ...folders, projectDirectory: './.agent/' };
    expect(configLevel('file:///code/project/.agent/mcp.json', other)).toBe('project');
    expect(configLevel('file:///code/project/.omp/mcp.json', other)).toBeUndefined();
  });

  test('userDirectory changes the user folder, even to a hidden one', () => {
    const other = { ...folders, userDirectory: '~/.config/.agent/' };
    expect(configLevel('file:///home/me/.config/.agent/mcp.json', other)).toBe('user');
    expect(configLevel('file:///home/me/.config/profiles/one/agent/mcp.json', other)).toBe('user');
  });

  test('match Windows paths with drive letters and backslashes', () => {
    const windows = { ...folders, home: 'C:\\Users\\me' };
    expect(configLevel('file:///c%3A/Users/me/.omp/agent/mcp.json', windows)).toBe('user');
    expect(configLevel('file:///C:/Users/me/.omp/profiles/one/agent/mcp.json', windows)).toBe('user');
  });

  test('are recognized by name if the home folder is unknown', () => {
    expect(configLevel('file:///home/me/.omp/agent/mcp.json', defaultFolders)).toBe('user');
  });
});

test('pathOf returns the same path as URL', () => {
  const part = fc.constantFrom('a', 'b c', '', ...'. .. .omp ... %20 %2e ü ~x @y a+b mcp.json'.split(' '));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.boolean(), (parts, isFolder) => {
      const uri = `file:///${parts.join('/')}${isFolder ? '/' : ''}`;
      const path = decodeURIComponent(new URL(uri).pathname);
      expect(pathOf(uri)).toBe(path);
      expect(uriKey(uri)).toBe(`file://${path.replace(/\/+$/, '')}`);
    }),
    { numRuns: runs(2000) },
  );
});

/** Whose decisions count in a worktree: only Git's own links lead to the main checkout. */
import { describe, expect, test } from 'vitest';
import type { Repository } from '../../../server/config/servers/sources.ts';
import { repositoryOf } from '../../../server/workspace/repository.ts';
import { MemoryFiles } from './files.ts';

const link = 'gitdir: /main/.git/worktrees/one\n';
const linked: Readonly<Record<string, string>> = {
  'file:///wt/.git': link,
  'file:///main/.git/HEAD': 'ref: refs/heads/main\n',
  'file:///main/.git/worktrees/one/commondir': '../..\n',
  'file:///main/.git/worktrees/one/gitdir': '/wt/.git\n',
};
const seen = (files: Readonly<Record<string, string>>, folder = 'file:///wt/a/b'): Repository | undefined =>
  repositoryOf(folder, new MemoryFiles({ ...linked, ...files }));

const alone: Repository = { root: 'file:///wt', main: 'file:///wt' };
const withMain: Repository = { root: 'file:///wt', main: 'file:///main' };

describe('the repository of a folder', () => {
  test('is the innermost with a .git', () => {
    expect(seen({}, 'file:///main/x')).toEqual({ root: 'file:///main', main: 'file:///main' });
    expect(seen({}, 'file:///other')).toBeUndefined();
  });

  test('has the main checkout of a worktree, with absolute and relative paths', () => {
    expect(seen({})).toEqual(withMain);
    expect(seen({ 'file:///wt/.git': 'gitdir: ../main/.git/worktrees/one' })).toEqual(withMain);
    expect(seen({ 'file:///main/.git/worktrees/one/commondir': '/main/.git' })).toEqual(withMain);
  });

  test('has none of a bare repository', () => {
    const files = {
      'file:///wt/.git': 'gitdir: /bare.git/worktrees/one',
      'file:///bare.git/worktrees/one/commondir': '../..',
      'file:///bare.git/worktrees/one/gitdir': '/wt/.git',
    };
    expect(seen(files)).toEqual({ root: 'file:///wt', main: undefined, bare: 'file:///bare.git' });
  });

  test.each([
    [
      'a submodule has no commondir',
      { 'file:///wt/.git': 'gitdir: ../main/.git/modules/sub', 'file:///main/.git/modules/sub/HEAD': '' },
    ],
    ['the line is longer than a path', { 'file:///wt/.git': `gitdir: ${'../'.repeat(400_000)}main` }],
    ['the file is something else', { 'file:///wt/.git': 'hello' }],
    ['the path is empty', { 'file:///wt/.git': 'gitdir: ' }],
    ['the path has a null', { 'file:///wt/.git': 'gitdir: /main\0/.git' }],
    ['the link leads to itself', { 'file:///wt/.git': 'gitdir: .git' }],
  ])('is its own if %s', (_title, files) => {
    expect(seen(files)).toEqual(alone);
  });

  test.each([
    ['the other repository names another worktree', 'file:///main/.git/worktrees/one/gitdir', '/else/.git', '/main'],
    ['commondir leads elsewhere', 'file:///main/.git/worktrees/one/commondir', '/etc', '/etc'],
  ])('is its own, and only claims another, if %s', (_title, file, text, claimed) => {
    expect(seen({ [file]: text })).toEqual({ ...alone, claimed: `file://${claimed}` });
  });

  test('is its own, and broken, if its Git folder is missing', () => {
    expect(seen({ 'file:///wt/.git': 'gitdir: /gone/.git' })).toEqual({ ...alone, isBroken: true });
  });
});

import { describe, expect, it } from 'vitest';
import { applyHunks, createdText, parseDiff } from '../../../../src/service/chat/code/diff.ts';

const FILE = 'one\ntwo\nthree\nfour\n';
/** Returns the patched file. */
function applied(diff: string, file = FILE): string | undefined {
  const [first] = parseDiff(diff);
  return first && applyHunks(file, first);
}

describe('a diff in a response', () => {
  it('is applied where its lines match, regardless of its line numbers', () => {
    expect(applied('@@ -40,2 +40,2 @@\n two\n-three\n+3\n')).toBe('one\ntwo\n3\nfour\n');
    expect(applied('- three\n+ 3\n', ' three\nx\n')).toBe(' 3\nx\n');
  });

  it('changes several places, each shifted by earlier hunks', () => {
    const diff = '--- a/x.ts\n+++ b/x.ts\n@@ -1,1 +1,2 @@\n one\n+new\n@@ -4 +5 @@\n-four\n+4\n';
    expect(applied(diff)).toBe('one\nnew\ntwo\nthree\n4\n');
  });

  it('inserts after the line in its header if it has no context lines', () => {
    expect(applied('--- a/x.ts\n+++ b/x.ts\n@@ -2,0 +3,2 @@\n+new\n+\n@@ -4,0 +7 @@\n+last\n')).toBe(
      'one\ntwo\nnew\n\nthree\nfour\nlast\n',
    );
    expect(applied('@@ -0,0 +1 @@\n+\n')).toBe(`\n${FILE}`);
  });

  it('preserves the line endings of the file', () => {
    expect(applied('-two\n+2\n', 'one\r\ntwo\r\n')).toBe('one\r\n2\r\n');
  });

  it('is applied at the match nearest to its line number, and rejected if ambiguous without one', () => {
    expect(applied('@@ -3 +3 @@\n-a\n+b\n', 'a\nx\na\n')).toBe('a\nx\nb\n');
    expect(applied('-a\n+b\n', 'a\nx\na\n')).toBeUndefined();
  });

  it('is rejected if the file has other lines', () => {
    expect(applied('-five\n+5\n')).toBeUndefined();
  });

  it('returns its file paths without Git prefixes and timestamps', () => {
    const diff = [
      'diff --git a/src/a.ts b/src/a.ts',
      'index 111..222 100644',
      '--- a/src/a.ts\t2026-01-01',
      '+++ b/src/a.ts\t2026-01-02',
      '@@ -1 +1 @@',
      '-one',
      '+1',
      '\\ No newline at end of file',
      '--- a/b.ts',
      '+++ b/b.ts',
      '@@ -1 +1 @@',
      '-x',
      '+y',
    ].join('\n');
    expect(parseDiff(diff).map(({ path }) => path)).toEqual(['src/a.ts', 'b.ts']);
    expect(applied(diff)).toBe('1\ntwo\nthree\nfour\n');
  });

  it('distinguishes created and deleted files from modified ones', () => {
    const diff = [
      'diff --git a/old.ts b/old.ts',
      'deleted file mode 100644',
      '--- a/old.ts',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-one',
      'diff --git a/src/new.ts b/src/new.ts',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/src/new.ts',
      '@@ -0,0 +1,2 @@',
      '+1',
      '+2',
    ].join('\n');
    const [deleted, created] = parseDiff(diff);
    expect(deleted).toMatchObject({ change: 'delete', path: 'old.ts' });
    expect(created).toMatchObject({ change: 'create', path: 'src/new.ts' });
    expect(created && createdText(created)).toBe('1\n2\n');
    expect(parseDiff('-one\n+1\n')).toMatchObject([{ change: 'modify', path: undefined }]);
  });

  it('ignores blank lines after hunks, regardless of its counts', () => {
    const hunks = '@@ -1,9 +1,9 @@\n-one\n+1\n\n@@ -3 +3 @@\n-three\n+3\n+\n\n\n';
    expect(applied(hunks)).toBe('1\ntwo\n3\n\nfour\n');
    const files = parseDiff(
      `--- a/x\n+++ b/x\n${hunks}--- a/y\n+++ b/y\n\n@@ -1 +1 @@\n-a\n+b\n\ndiff --git a/z b/z\n`,
    );
    expect(files.map(({ path, hunks: { length } }) => [path, length])).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
    expect(files[1]?.hunks[0]).toMatchObject({ before: ['a'], after: ['b'] });
  });

  it('keeps blank lines inside a hunk', () => {
    expect(applied('@@ -1,3 +1,3 @@\n one\n\n-two\n+2\n', 'one\n\ntwo\n')).toBe('one\n\n2\n');
  });

  it('ignores the Git headers of all its files', () => {
    const diff = [
      'diff --git a/a.ts b/a.ts',
      '--- a/a.ts',
      '+++ b/a.ts',
      '@@ -1 +1 @@',
      '-one',
      '+1',
      'diff --git a/b.ts b/c.ts',
      'old mode 100644',
      'new mode 100755',
      'similarity index 90%',
      'rename from b.ts',
      'rename to c.ts',
      '--- a/b.ts',
      '+++ b/c.ts',
      '@@ -1 +1 @@',
      '-x',
      '+y',
      'diff --git a/d.png b/d.png',
      'Binary files a/d.png and b/d.png differ',
    ].join('\n');
    expect(parseDiff(diff).map(({ path, hunks }) => [path, hunks])).toEqual([
      ['a.ts', [{ line: 0, before: ['one'], after: ['1'] }]],
      ['c.ts', [{ line: 0, before: ['x'], after: ['y'] }]],
    ]);
  });

  it('returns no files if it changes nothing', () => {
    expect(parseDiff(' one\n two\n')).toEqual([]);
  });
});

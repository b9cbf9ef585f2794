import { describe, expect, it } from 'vitest';
import { applyHunks, createdText, parseDiff } from '../../../src/chat/diff.ts';

const FILE = 'one\ntwo\nthree\nfour\n';
/** Returns the patched file. */
function applied(diff: string, file = FILE): string | undefined {
  const [first] = parseDiff(diff);
  return first && applyHunks(file, first);
}

describe('a diff in an answer', () => {
  it('is applied where its lines stand, whatever line numbers it gives', () => {
    expect(applied('@@ -40,2 +40,2 @@\n two\n-three\n+3\n')).toBe('one\ntwo\n3\nfour\n');
    expect(applied('- three\n+ 3\n', ' three\nx\n')).toBe(' 3\nx\n');
  });

  it('changes several places, each moved by those before', () => {
    const diff = '--- a/x.ts\n+++ b/x.ts\n@@ -1,1 +1,2 @@\n one\n+new\n@@ -4 +5 @@\n-four\n+4\n';
    expect(applied(diff)).toBe('one\nnew\ntwo\nthree\n4\n');
  });

  it('without context lines inserts after the line that its header names', () => {
    expect(applied('--- a/x.ts\n+++ b/x.ts\n@@ -2,0 +3,2 @@\n+new\n+\n@@ -4,0 +7 @@\n+last\n')).toBe(
      'one\ntwo\nnew\n\nthree\nfour\nlast\n',
    );
    expect(applied('@@ -0,0 +1 @@\n+\n')).toBe(`\n${FILE}`);
  });

  it('keeps the line ends of the file', () => {
    expect(applied('-two\n+2\n', 'one\r\ntwo\r\n')).toBe('one\r\n2\r\n');
  });

  it('chooses the place that is nearest to its line number, and none without one', () => {
    expect(applied('@@ -3 +3 @@\n-a\n+b\n', 'a\nx\na\n')).toBe('a\nx\nb\n');
    expect(applied('-a\n+b\n', 'a\nx\na\n')).toBeUndefined();
  });

  it('is refused when the file has other lines', () => {
    expect(applied('-five\n+5\n')).toBeUndefined();
  });

  it('names its files, with nothing that only git needs', () => {
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

  it('tells created and deleted files from changed ones', () => {
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

  it('that changes nothing has no files', () => {
    expect(parseDiff(' one\n two\n')).toEqual([]);
  });
});

/** Unified diffs as models write them: with or without file names, and with line numbers that may be wrong. Pure. */

interface Hunk {
  /** Zero-based line number from the header; undefined if it has none. */
  readonly line: number | undefined;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface FileDiff {
  /** `create` and `delete`: the other side of the diff is `/dev/null`. */
  readonly change: 'modify' | 'create' | 'delete';
  /** Relative path from the diff, the previous one of a deleted file; undefined if it has none. */
  readonly path: string | undefined;
  readonly hunks: readonly Hunk[];
}

/**
 * Models separate hunks and files by blank lines. The counts of a hunk don't tell them from context lines, because they
 * may be wrong; a context line at the end can be left out.
 */
const blankLinesAfterHunk = /(?<!\n)\n+(?=\n(?:@@|diff |--- .*\n\+\+\+ )|$)/g;

/** Parses the files of a diff, without those that change nothing. */
export function parseDiff(diff: string): readonly FileDiff[] {
  const files: (Omit<FileDiff, 'hunks'> & {
    hunks: { line: number | undefined; before: string[]; after: string[] }[];
  })[] = [];
  let names: Omit<FileDiff, 'hunks'> = { change: 'modify', path: undefined };
  let isNewFile = true;
  let isGitHeader = false;
  const lines = diff.replace(/\r\n?/g, '\n').replace(blankLinesAfterHunk, '').split('\n');
  lines.forEach((line, at) => {
    isGitHeader = /^diff /.test(line) || (isGitHeader && !/^(--- |@@)/.test(line));
    if (isGitHeader || /^(index [0-9a-f]+\.\.|(new|deleted) file mode|\\ )/.test(line)) return;
    if (/^--- /.test(line) && /^\+\+\+ /.test(lines[at + 1] ?? '')) {
      isNewFile = true;
      return;
    }
    if (/^\+\+\+ /.test(line) && /^--- /.test(lines[at - 1] ?? '')) {
      names = namesIn(lines[at - 1] ?? '', line);
      return;
    }
    if (isNewFile) files.push({ ...names, hunks: [] });
    const file = files.at(-1);
    if (!file) return;
    const header = /^@@(?: -(\d+)(?:,(\d+))? \+\d+(?:,\d+)?)?.*/.exec(line);
    if (header || isNewFile) file.hunks.push({ line: lineIn(header), before: [], after: [] });
    isNewFile = false;
    if (header) return;
    const hunk = file.hunks.at(-1);
    const text = line.slice(1);
    if (!line.startsWith('+')) hunk?.before.push(text);
    if (!line.startsWith('-')) hunk?.after.push(text);
  });
  const changing = files.map((file) => ({
    ...file,
    hunks: file.hunks.filter(
      ({ before, after }) => before.length !== after.length || before.join('\n') !== after.join('\n'),
    ),
  }));
  return changing.filter(({ hunks }) => hunks.length > 0);
}

const noFile = '/dev/null';

/** @param from line with `---` @param to line with `+++` */
function namesIn(from: string, to: string): Omit<FileDiff, 'hunks'> {
  const [before, after] = [pathIn(from), pathIn(to)];
  if (after === noFile) return { change: 'delete', path: before };
  return { change: before === noFile ? 'create' : 'modify', path: after };
}

/** `+++ b/src/a.ts<tab>date` → `src/a.ts`. */
function pathIn(header: string): string | undefined {
  const path = (header.slice(4).split('\t')[0] ?? '').trim().replace(/^[ab]\//, '');
  return path === '' ? undefined : path;
}

function lineIn(header: RegExpExecArray | null): number | undefined {
  const [, line, count] = header ?? [];
  if (line === undefined) return undefined;
  // Without lines of the file, as in `@@ -3,0 +4 @@`, the text belongs after the line.
  return count === '0' ? Number(line) : Math.max(0, Number(line) - 1);
}

/** Returns the text of a file that the diff creates. */
export function createdText({ hunks }: FileDiff): string {
  return [...hunks.flatMap(({ after }) => after), ''].join('\n');
}

/** @returns the changed text; undefined if a hunk matches nowhere, or matches several places and has no line number */
export function applyHunks(text: string, { hunks }: FileDiff): string | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  let lines = text.split(/\r?\n/);
  let shift = 0;
  for (const { line, before, after } of hunks) {
    const at = matchingIndex(lines, before, line === undefined ? undefined : line + shift);
    if (at === undefined) return undefined;
    lines = [...lines.slice(0, at), ...after, ...lines.slice(at + before.length)];
    shift += after.length - before.length;
  }
  return lines.join(eol);
}

/** Returns where the lines are: the match nearest to the expected line; without one, the only match. */
function matchingIndex(
  lines: readonly string[],
  wanted: readonly string[],
  expected: number | undefined,
): number | undefined {
  if (wanted.length === 0) return expected === undefined ? undefined : Math.min(expected, lines.length);
  const matches: number[] = [];
  for (let at = 0; at + wanted.length <= lines.length; at++)
    if (wanted.every((line, index) => line.trimEnd() === lines[at + index]?.trimEnd())) matches.push(at);
  if (expected === undefined) return matches.length === 1 ? matches[0] : undefined;
  return matches.sort((one, other) => Math.abs(one - expected) - Math.abs(other - expected))[0];
}

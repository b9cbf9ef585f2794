/** Unified diffs as models write them: with or without file names, and with line numbers that may be wrong. Pure. */

interface Hunk {
  /** Zero-based line number from the header; undefined if it has none. */
  readonly line: number | undefined;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface FileDiff {
  /** Relative path from the diff; undefined if it has none. */
  readonly path: string | undefined;
  readonly hunks: readonly Hunk[];
}

/** Parses the files of a diff, without those that change nothing. */
export function parseDiff(diff: string): readonly FileDiff[] {
  const files: {
    path: string | undefined;
    hunks: { line: number | undefined; before: string[]; after: string[] }[];
  }[] = [];
  let path: string | undefined;
  let isNewFile = true;
  const lines = diff.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  lines.forEach((line, at) => {
    if (/^(diff --git|index [0-9a-f]+\.\.|(new|deleted) file mode|\\ )/.test(line)) return;
    if (/^--- /.test(line) && /^\+\+\+ /.test(lines[at + 1] ?? '')) {
      isNewFile = true;
      return;
    }
    if (/^\+\+\+ /.test(line) && /^--- /.test(lines[at - 1] ?? '')) {
      path = pathIn(line.slice(4));
      return;
    }
    if (isNewFile) files.push({ path, hunks: [] });
    const file = files.at(-1);
    if (!file) return;
    const header = /^@@(?: -(\d+)(?:,\d+)? \+\d+(?:,\d+)?)?.*/.exec(line);
    if (header || isNewFile) {
      const from = header?.[1];
      file.hunks.push({ line: from === undefined ? undefined : Math.max(0, Number(from) - 1), before: [], after: [] });
    }
    isNewFile = false;
    if (header) return;
    const hunk = file.hunks.at(-1);
    const text = line.slice(1);
    if (!line.startsWith('+')) hunk?.before.push(text);
    if (!line.startsWith('-')) hunk?.after.push(text);
  });
  const changing = files.map((file) => ({
    path: file.path,
    hunks: file.hunks.filter(({ before, after }) => before.join('\n') !== after.join('\n')),
  }));
  return changing.filter(({ hunks }) => hunks.length > 0);
}

/** `b/src/a.ts<tab>date` → `src/a.ts`. */
function pathIn(header: string): string | undefined {
  const path = (header.split('\t')[0] ?? '').trim().replace(/^[ab]\//, '');
  return path === '' || path === '/dev/null' ? undefined : path;
}

/** @returns the changed text; undefined if a hunk matches nowhere, or matches several places and has no line number */
export function applyHunks(text: string, { hunks }: FileDiff): string | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  let lines = text.split(/\r?\n/);
  let shift = 0;
  for (const { line, before, after } of hunks) {
    const at = placeFor(lines, before, line === undefined ? undefined : line + shift);
    if (at === undefined) return undefined;
    lines = [...lines.slice(0, at), ...after, ...lines.slice(at + before.length)];
    shift += after.length - before.length;
  }
  return lines.join(eol);
}

/** Returns where the lines are: the match nearest to the expected line; without one, the only match. */
function placeFor(
  lines: readonly string[],
  wanted: readonly string[],
  expected: number | undefined,
): number | undefined {
  if (wanted.length === 0) return expected === undefined ? undefined : Math.min(expected, lines.length);
  const places: number[] = [];
  for (let at = 0; at + wanted.length <= lines.length; at++)
    if (wanted.every((line, index) => line.trimEnd() === lines[at + index]?.trimEnd())) places.push(at);
  if (expected === undefined) return places.length === 1 ? places[0] : undefined;
  return places.sort((one, other) => Math.abs(one - expected) - Math.abs(other - expected))[0];
}

/** Where in a file a block of code belongs. Pure. */

/** Lines from `start` up to, not including, `end`. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/**
 * The lines that begin and end as the code does, when there is just one such place; undefined when there is none, or the
 * code is too short to tell: then it stands for the whole file.
 */
export function placeOf(code: string, file: string): Lines | undefined {
  const wanted = code.split('\n').map((line) => line.trim());
  const first = wanted.find((line) => line !== '');
  const last = wanted.findLast((line) => line !== '');
  if (first === undefined || last === undefined || first === last) return undefined;
  const lines = file.split('\n').map((line) => line.trim());
  const start = lines.indexOf(first);
  if (start === -1 || lines.indexOf(first, start + 1) !== -1) return undefined;
  // A closing brace stands in many places: the one is meant that closes what was begun, at the same depth.
  const indent = (line: string | undefined) => /^\s*/.exec(line ?? '')?.[0] ?? '';
  const all = file.split('\n');
  const end = lines.findIndex(
    (line, index) => index > start && line === last && indent(all[index]) === indent(all[start]),
  );
  return end === -1 ? undefined : { start, end: end + 1 };
}

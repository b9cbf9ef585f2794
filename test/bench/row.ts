/** One result with its limit, as `npm run bench` prints them. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly met: boolean;
}

export function printRows(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, figure, bar, met } of rows)
    console.log(`${met ? '✓' : '✗'} ${what.padEnd(width)}  ${figure.padStart(16)}   ${bar}`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

import { describe, expect, test } from 'vitest';
import { inPieces, Pieces } from '../../../src/shared/pieces.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('work on many rows', () => {
  test('is done at once for the first rows of a turn, and then piece by piece, in order', async () => {
    const pieces = new Pieces();
    const done: number[] = [];
    const results = Array.from({ length: 1200 }, (_, index) => pieces.run(() => done.push(index)));
    expect(done).toHaveLength(500);
    expect(results.slice(0, 500).every((one) => typeof one === 'number')).toBe(true);
    await results[999];
    expect(done).toHaveLength(1000);
    await Promise.all(results);
    expect(done).toEqual(Array.from({ length: 1200 }, (_, index) => index));
    await turn();
    await turn();
    expect(pieces.run(() => 'at once')).toBe('at once');
  });

  test('ends when the rows are no longer wanted', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => index);
    const sizes: number[] = [];
    await inPieces(
      rows,
      () => sizes.length < 2,
      (piece) => sizes.push(piece.length),
    );
    expect(sizes).toEqual([500, 500]);
  });
});

/**
 * An answer of 100 KB in 2,000 chunks, in real Chromium: ours and two peers. At a hundred chunks per second, the
 * answer takes twenty seconds. Ours gets as many updates as the panel; the peers render the whole message again, 20
 * times per second with markdown-it and DOMPurify, and at each of 30 messages per second with react-markdown. Only
 * every fourth step of a peer is run, and it counts four times. For each step, the fastest of several rounds counts, on
 * both sides, to exclude other load on the machine.
 */
import { RecordBatch } from '../../src/service/chat/batch.ts';
import { FakeClock } from '../unit/fake-clock.ts';
import { openBenchPage } from './bench-page.ts';
import type { Rendered } from './render-page.ts';
import { median, printRows, type Row } from './row.ts';

/** Characters. */
const size = 100_000;
const seconds = 20;
const chunks = 2000;
/** One in this number of a peer's steps is run. */
const sampled = 4;
/** Full renderings per second: by the first peer, and by React, which renders at each of up to 30 messages. */
const rates = { markdownIt: 20, react: 30 };
const rounds = 3;

type Side = 'ours' | 'markdownIt' | 'react';

/** Measures and returns the results. */
export async function benchRender(): Promise<Row[]> {
  const { page, close } = await openBenchPage('test/bench/render-page.ts', 'render');
  try {
    const run = (side: Side, ends: readonly number[]): Promise<Rendered> =>
      page.evaluate(
        ([chosen, places]) =>
          (globalThis as unknown as { render(...asked: unknown[]): Promise<Rendered> }).render(chosen, places),
        [side, ends] as const,
      );
    // Warm-up, so that the code of each side is compiled.
    const few = evenly(20);
    await run('ours', few);
    await run('markdownIt', few);
    await run('react', few);
    const all: Record<Side, Rendered[]> = { ours: [], markdownIt: [], react: [] };
    for (let round = 0; round < rounds; round++) {
      all.ours.push(await run('ours', piecesOfPanel()));
      all.markdownIt.push(await run('markdownIt', evenly((rates.markdownIt * seconds) / sampled)));
      all.react.push(await run('react', evenly((rates.react * seconds) / sampled)));
    }
    return rowsOf(least(all.ours), least(all.markdownIt), least(all.react));
  } finally {
    await close();
  }
}

function evenly(steps: number): readonly number[] {
  return Array.from({ length: steps }, (_, step) => Math.round((size * (step + 1)) / steps));
}

/** Returns the length of the answer in the panel after each message. */
export function piecesOfPanel(): readonly number[] {
  const clock = new FakeClock();
  const ends: number[] = [];
  const batch = new RecordBatch(
    50,
    (records) => {
      const come = records.reduce((sum, record) => sum + (record.kind === 'text' ? record.text.length : 0), 0);
      ends.push((ends.at(-1) ?? 0) + come);
    },
    clock,
  );
  for (let chunk = 0; chunk < chunks; chunk++) {
    batch.add({ kind: 'text', id: 'a', text: 'x'.repeat(size / chunks) });
    clock.advance((seconds * 1000) / chunks);
  }
  batch.flush();
  return ends;
}

/** Returns the fastest time of each step over all rounds. */
function least(rendered: readonly Rendered[]): readonly number[] {
  const [first] = rendered;
  return first?.steps.map((_, at) => Math.min(...rendered.map(({ steps }) => steps[at] ?? Number.NaN))) ?? [];
}

function rowsOf(ours: readonly number[], markdownIt: readonly number[], react: readonly number[]): Row[] {
  const longest = Math.max(...ours);
  // The first two seconds are excluded, because their steps are smaller.
  const growth = meanAround(ours, 0.95) / meanAround(ours, 0.24);
  return [
    against(`markdown-it + DOMPurify, ${rates.markdownIt} × a second`, ours, markdownIt, 1 / 25),
    against(`react-markdown at each message, ${rates.react} × a second`, ours, react, 1 / 50),
    {
      what: `the same: longest step (median ${median(ours).toFixed(2)} ms)`,
      figure: `${longest.toFixed(1)} ms`,
      bar: '≤ 50 ms',
      met: longest <= 50,
    },
    {
      what: 'the same: cost of a step at 95 KB to one at 15 KB',
      figure: `${growth.toFixed(2)} ×`,
      bar: '≤ 1.3 ×',
      met: growth <= 1.3,
    },
  ];
}

/** Returns the mean of a tenth of all steps, around a position: as long as several sections of the answer. */
function meanAround(steps: readonly number[], place: number): number {
  const [from, to] = [Math.floor((place - 0.05) * steps.length), Math.ceil((place + 0.05) * steps.length)];
  return sum(steps.slice(from, to)) / (to - from);
}

function against(peer: string, ours: readonly number[], theirs: readonly number[], bar: number): Row {
  const [mine, other] = [sum(ours), sum(theirs) * sampled];
  return {
    what: `an answer of 100 KB in 2,000 chunks (${mine.toFixed(0)} ms) against ${peer} (${other.toFixed(0)} ms)`,
    figure: `1/${(other / mine).toFixed(1)} of the peer`,
    bar: `≤ 1/${Math.round(1 / bar)}`,
    met: mine <= other * bar,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

if (import.meta.main) printRows(await benchRender());

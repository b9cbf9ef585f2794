/**
 * The language server against a peer of the usual parts: size, and the time from starting the process to the first
 * diagnostics. Both are bundled by the same options and run in turn by the same Node, neither with a compile cache.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateConfig } from '../../scripts/generate-config.ts';
import { bundle } from './bundle.ts';
import { configOf, timeToFirstDiagnostics } from './server-start.ts';

/** One figure with its bar, as `npm run bench` prints them. */
export interface ServerFigure {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly met: boolean;
}

/** How much of the peer's time ours may take, by the number of servers in the file: for a large one, no more than the peer. */
const startBar: Readonly<Record<number, number>> = { 10: 0.8, 1000: 1 };
/** KiB, minified. */
const sizeBar = 260;

/**
 * Measures, and says how it went.
 * @param runs starts of each server and document size; the median counts
 */
export async function benchServer(runs = 21): Promise<ServerFigure[]> {
  await generateConfig();
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-bench-'));
  try {
    const ours = await bundle('server/main.ts', path.join(folder, 'ours'));
    const peer = await bundle('test/bench/server-peer.ts', path.join(folder, 'peer'));
    const [ourSize, peerSize] = await Promise.all([kibibytes(ours), kibibytes(peer)]);
    const figures: ServerFigure[] = [
      {
        what: `language server, bundle (peer: ${peerSize.toFixed(0)} KiB)`,
        figure: `${ourSize.toFixed(0)} KiB`,
        bar: `≤ ${sizeBar} KiB`,
        met: ourSize <= sizeBar,
      },
    ];
    for (const servers of [10, 1000]) figures.push(await compareStarts(ours, peer, servers, runs));
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A bundle with what it imports at once; what is behind an `import()` does not count. */
async function kibibytes(file: string): Promise<number> {
  const text = await readFile(file, 'utf8');
  const imported = [...text.matchAll(/(?:from|import)\s*"(\.[^"]+)"/g)].map(([, name = '']) =>
    path.join(path.dirname(file), name),
  );
  const sizes = await Promise.all([...new Set(imported)].map(kibibytes));
  return sizes.reduce((sum, size) => sum + size, Buffer.byteLength(text) / 1024);
}

async function compareStarts(ours: string, peer: string, servers: number, runs: number): Promise<ServerFigure> {
  const bar = startBar[servers] ?? 1;
  const text = configOf(servers);
  const times: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
  // The first of each warms the disk cache and does not count; then in turn, so that a slow minute hits both alike.
  for (let run = 0; run <= runs; run++) {
    const [one, other] = [await timeToFirstDiagnostics(ours, text), await timeToFirstDiagnostics(peer, text)];
    if (run === 0) continue;
    times.ours.push(one);
    times.peer.push(other);
  }
  const [mine, theirs] = [median(times.ours), median(times.peer)];
  const ratio = mine / theirs;
  return {
    what: `language server, start to first diagnostics, ${servers} servers, median of ${runs} (${mine.toFixed(0)} ms against ${theirs.toFixed(0)} ms)`,
    figure: `${ratio.toFixed(2)} of the peer`,
    bar: `≤ ${bar}`,
    met: ratio <= bar,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The figures as lines to print. */
export function serverTable(figures: readonly ServerFigure[]): string {
  return figures.map(({ what, figure, bar, met }) => `${met ? '✓' : '✗'} ${what}: ${figure} (bar ${bar})`).join('\n');
}

if (import.meta.main) console.log(serverTable(await benchServer()));

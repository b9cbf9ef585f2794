/**
 * `mcp-config check` on many config files, each in a folder of its own, against a program that only reads them, parses them
 * and validates them with ajv: real processes in turn.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../../scripts/build.ts';
import { root } from '../../scripts/lib/run.ts';
import { bundle } from './bundle.ts';
import type { Row } from './render.ts';
import { configOf } from './server-process.ts';

const runs = 7;

export async function benchCheck(): Promise<Row[]> {
  await build();
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-check-'));
  try {
    const peer = await bundle('test/bench/check-peer.ts', path.join(folder, 'peer'));
    const ours = path.join(root, 'dist/cli.js');
    const [few, many] = [await filesIn(folder, 100), await filesIn(folder, 1000)];
    const least = { few: [] as number[], many: [] as number[], peer: [] as number[] };
    for (let run = 0; run < runs; run++) {
      least.peer.push(time(peer, path.join(root, 'schemas/mcp.schema.json'), many));
      least.many.push(time(ours, 'check', many));
      least.few.push(time(ours, 'check', few));
    }
    const [small, large, other] = [least.few, least.many, least.peer].map((times) => Math.min(...times));
    if (small === undefined || large === undefined || other === undefined) throw new Error('nothing was measured');
    return [
      {
        what: `mcp-config check, 1,000 files (${large.toFixed(0)} ms) against JSON.parse and ajv (${other.toFixed(0)} ms)`,
        figure: `${(large / other).toFixed(2)} ×`,
        bar: '≤ 2 ×',
        met: large <= 2 * other,
      },
      {
        what: 'mcp-config check: time of a file at 1,000 files to that at 100',
        figure: `${(large / 10 / small).toFixed(2)} ×`,
        bar: '≤ 1.2 ×',
        met: large / 10 <= 1.2 * small,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function filesIn(folder: string, count: number): Promise<string> {
  const project = path.join(folder, String(count));
  for (let number = 0; number < count; number++) {
    const part = path.join(project, `package-${number}`);
    await mkdir(part, { recursive: true });
    await writeFile(path.join(part, '.mcp.json'), configOf(5));
  }
  return project;
}

/** Milliseconds from start to exit. */
function time(script: string, ...args: string[]): number {
  const started = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  // Each file has a wrong timeout, which both report.
  if (status !== 1) throw new Error(`${path.basename(script)} ended with ${status}: ${stdout.slice(0, 500)}`);
  return performance.now() - started;
}

if (import.meta.main)
  for (const { what, figure, bar, met } of await benchCheck())
    console.log(`${met ? '✓' : '✗'} ${what}: ${figure} (bar ${bar})`);

/** Activation in the real workbench: time to load and to activate, as VS Code measures them, median of fresh starts. */
import { ensureHost } from '../workbench/host.ts';
import { bundleProbe, runProbe } from './probe.ts';

export interface Activation {
  /** Medians, milliseconds. */
  readonly load: number;
  readonly activate: number;
  readonly runs: number;
}

export async function measureActivation(vsix: string, runs = 10): Promise<Activation> {
  const host = await ensureHost('newest');
  const probe = await bundleProbe('activation-probe.ts');
  const samples: { load: number; activate: number }[] = [];
  for (let run = 0; run < runs; run++) samples.push(await runProbe(host, vsix, probe));
  return { load: median(samples.map((s) => s.load)), activate: median(samples.map((s) => s.activate)), runs };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

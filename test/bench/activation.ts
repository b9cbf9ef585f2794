/** Activation in the real workbench: time to load and to activate, as VS Code measures them, median of fresh starts. */
import { ensureHost } from '../workbench/host.ts';
import { bundleProbe, runProbe } from './probe.ts';
import { median } from './row.ts';

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

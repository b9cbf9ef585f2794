/** Activation in the real workbench: time to load and to activate, as VS Code measures them, median of fresh starts. */
import { runInNodeHost } from '../workbench/extension-host.ts';
import { ensureHost } from '../workbench/host.ts';
import { median } from './row.ts';

export interface Activation {
  /** Medians, milliseconds. */
  readonly load: number;
  readonly activate: number;
  readonly runs: number;
}

export async function measureActivation(vsix: string, runs = 10): Promise<Activation> {
  const host = await ensureHost('newest');
  const samples: { load: number; activate: number }[] = [];
  for (let run = 0; run < runs; run++) {
    const { report } = await runInNodeHost<(typeof samples)[0]>(host, vsix, 'test/bench/activation-probe.ts');
    samples.push(report);
  }
  return { load: median(samples.map((s) => s.load)), activate: median(samples.map((s) => s.activate)), runs };
}

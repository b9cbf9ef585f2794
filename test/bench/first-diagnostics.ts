/**
 * Time until the first config file of a window shows its problems, in an editor on a computer and in one in a browser.
 */
import { runInNodeHost, runInWebHost } from '../workbench/extension-host.ts';
import { ensureHost } from '../workbench/host.ts';
import { median, printRows, type Row } from './row.ts';

interface Report {
  /** Milliseconds. */
  readonly firstDiagnostics: number;
}

export async function benchFirstDiagnostics(vsix: string, runs = 5): Promise<Row> {
  const host = await ensureHost('newest');
  const probe = 'test/bench/diagnostics-probe.ts';
  const desktop: number[] = [];
  const web: number[] = [];
  for (let run = 0; run < runs; run++) {
    desktop.push((await runInNodeHost<Report>(host, vsix, probe)).report.firstDiagnostics);
    web.push((await runInWebHost<Report>(vsix, probe)).report.firstDiagnostics);
  }
  const ratio = median(web) / median(desktop);
  return {
    what: `first problems of a window, in a browser (${median(web)} ms) to on a computer (${median(desktop)} ms), medians of ${runs}`,
    figure: `${ratio.toFixed(2)} ×`,
    bar: '≤ 1.5 ×',
    met: ratio <= 1.5,
  };
}

if (import.meta.main) {
  const { packageVsix } = await import('../../scripts/package.ts');
  printRows([await benchFirstDiagnostics((await packageVsix()).vsix)]);
}

/** The lists in which a user types: models and chats of a large account, in the real extension host. Also comparisons. */
import { runInNodeHost } from '../workbench/extension-host.ts';
import { ensureHost } from '../workbench/host.ts';
import { printRows, type Row } from './row.ts';

/** Results of the probe: milliseconds, unless the name says otherwise. */
export interface PickerFigures {
  /** Longest block of the extension host by a key, of ten keys. */
  readonly modelKey: number;
  readonly firstChat: number;
  readonly chatKey: number;
  /** With ten times as much text. */
  readonly searchKey: number;
  readonly searchedMiB: number;
  /** Medians of the time to compare two runs whose steps are in opposite order. */
  readonly comparison2000: number;
  readonly comparison20000: number;
}

export async function benchPickers(vsix: string): Promise<Row[]> {
  const host = await ensureHost('newest');
  const { report: f } = await runInNodeHost<PickerFigures>(host, vsix, 'test/bench/pickers-probe.ts');
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  const most = (what: string, value: number, bar: number): Row => {
    return { what, figure: ms(value), bar: `≤ ${bar} ms`, met: value <= bar };
  };
  const growth = f.comparison20000 / f.comparison2000;
  return [
    most('model picker with 5,000 models: longest block by a key of an ID', f.modelKey, 20),
    most('Show Chats with 2,000 chats of 10 KB: first rows', f.firstChat, 500),
    most('Show Chats with 2,000 chats of 10 KB: longest block by a key', f.chatKey, 30),
    most('search in 2,000 chats of 200 KB: longest block by a key', f.searchKey, 150),
    {
      what: 'search in 2,000 chats of 200 KB: share of the heap',
      figure: `${f.searchedMiB.toFixed(0)} MiB`,
      bar: '≤ 50 MiB',
      met: f.searchedMiB <= 50,
    },
    {
      what: `comparison of runs with steps in another order: 20,000 steps (${ms(f.comparison20000)}) to 2,000 (${ms(f.comparison2000)})`,
      figure: `${growth.toFixed(1)} ×`,
      bar: '≤ 15 ×',
      met: growth <= 15,
    },
  ];
}

if (import.meta.main) {
  const { packageVsix } = await import('../../scripts/package.ts');
  printRows(await benchPickers((await packageVsix()).vsix));
}

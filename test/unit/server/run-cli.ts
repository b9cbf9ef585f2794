/** Runs the command line in this process, with a terminal that records the output. */

import type { Terminal } from '../../../server/cli/output/terminal.ts';
import { runCommandLine } from '../../../server/cli/run.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** @param setup folders, and overrides of the terminal; by default, standard input is empty and writing fails */
export async function runCli(
  words: readonly string[],
  setup: Pick<Terminal, 'cwd' | 'home'> & Partial<Terminal>,
): Promise<Ran> {
  let [out, error] = ['', ''];
  const code = await runCommandLine(words, {
    version: '1.2.3',
    colors: false,
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
    },
    stdin: async () => new Uint8Array(),
    write: (file) => Promise.reject(new Error(`${file} is not to be written`)),
    schema: () => '{}\n',
    ...setup,
  });
  return { code, out, error };
}

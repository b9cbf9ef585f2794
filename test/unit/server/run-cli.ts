/** Runs the command line in this process, on a terminal that remembers what is written. */
import { run } from '../../../server/cli/run.ts';
import type { Terminal } from '../../../server/cli/terminal.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** @param setup its folders, and what else a test has; without it, standard input is empty and nothing may be written */
export async function runCli(
  words: readonly string[],
  setup: Pick<Terminal, 'cwd' | 'home'> & Partial<Terminal>,
): Promise<Ran> {
  let [out, error] = ['', ''];
  const code = await run(words, {
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
    schema: async () => '{}\n',
    ...setup,
  });
  return { code, out, error };
}

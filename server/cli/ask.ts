/** Prompts on the terminal. */
import process from 'node:process';
import { createInterface } from 'node:readline';

/** Reads one line from the terminal. Resolves to '' at the end of input and when the signal is aborted. */
export function askOnTerminal(question: string, signal: AbortSignal): Promise<string> {
  // Not in terminal mode, in which readline would handle Ctrl+C instead of leaving it to the process's signal handler.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  return new Promise<string>((resolve) => {
    const cancel = () => resolve('');
    signal.addEventListener('abort', cancel, { once: true });
    lines.once('close', cancel);
    process.stderr.write(question);
    lines.once('line', resolve);
  }).finally(() => lines.close());
}

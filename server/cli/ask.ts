/** Questions to the person at a terminal. */
import process from 'node:process';
import { createInterface } from 'node:readline';

/** One line, typed on the terminal; empty at its end, and when the signal is aborted. */
export function askOnTerminal(question: string, signal: AbortSignal): Promise<string> {
  // Line by line, so that Ctrl+C stays a signal of the process.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  return new Promise<string>((resolve) => {
    const cancel = () => resolve('');
    signal.addEventListener('abort', cancel, { once: true });
    lines.once('close', cancel);
    process.stderr.write(question);
    lines.once('line', resolve);
  }).finally(() => lines.close());
}

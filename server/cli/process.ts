/** The process of the command line: streams, files, signals, exit code. */
import { fstatSync, readFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { extname } from 'node:path';
import process from 'node:process';
import { isatty } from 'node:tty';
import { causeOf } from '../files/file-error.ts';
import { writeAtomically } from './files/write-file.ts';
import { usesColors } from './output/color.ts';
import { endSignals, exit, Interruption } from './output/terminal.ts';
import { runCommandLine } from './run.ts';

function interruption(): AbortSignal {
  const controller = new AbortController();
  // `once`, so that a second signal ends the process immediately.
  for (const signal of endSignals) process.once(signal, () => controller.abort(new Interruption(signal)));
  return controller.signal;
}

/** Reads one line from the terminal. Resolves to '' at the end of input and when the signal is aborted. */
async function askOnTerminal(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline');
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

/** False for a file: its content isn't shown, and must be complete. */
function isWorkflowLog(stream: 1 | 2): boolean {
  return Boolean(process.env.GITHUB_ACTIONS) && !fstatSync(stream).isFile();
}

/** @param script the entry point, beside that of worker threads; the package root is the parent of its folder */
export async function main(script: URL): Promise<void> {
  const own = (file: string): string => readFileSync(new URL(`../${file}`, script), 'utf8');
  const manifest = JSON.parse(own('package.json')) as { readonly version: string };
  const { version } = manifest;

  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // The reader of a pipe may close it before everything is written (`| head`), which isn't an error.
    if (code === 'EPIPE') process.exit();
    process.stderr.write(`mcp-config: Couldn't write to standard output: ${causeOf(code)}.\n`);
    process.exit(exit.failed);
  });

  process.exitCode = await runCommandLine(process.argv.slice(2), {
    cwd: process.cwd(),
    home: homedir(),
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    stdin: async () => (await import('node:stream/consumers')).buffer(process.stdin),
    // Without `process.stdin`, which most commands don't need, and which takes time to create.
    ask: isatty(0) && isatty(2) ? askOnTerminal : undefined,
    write: writeAtomically,
    schema: () => own('schemas/mcp.schema.json'),
    version,
    manifest,
    colors: usesColors(process.stdout.isTTY, process.env),
    outIsTerminal: process.stdout.isTTY,
    outIsWorkflowLog: isWorkflowLog(1),
    errorIsWorkflowLog: isWorkflowLog(2),
    showsProgress: process.stderr.isTTY && !process.env.CI,
    threads: {
      script: new URL(`check-thread${extname(script.pathname)}`, script),
      count: availableParallelism(),
      filesPerThread: 1000,
    },
    interruption,
  });
}

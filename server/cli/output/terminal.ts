/** Access of a command to its process: streams, files, and signals. */
import { visible } from '../../../common/text/escape.ts';
import { decodeText } from '../../files/disk.ts';

export interface Terminal {
  /** Absolute path. */
  readonly cwd: string;
  readonly home: string;
  /** @param hasCommands true if the text has escaped all but its own commands of GitHub Actions */
  out(text: string, hasCommands?: boolean): void;
  /** Writes messages for the user, such as errors and summaries, to standard error. Parameters as in `out`. */
  error(text: string, hasCommands?: boolean): void;
  stdin(): Promise<Uint8Array>;
  /** Prompts on the terminal; resolves to an empty string without an answer. Absent without a terminal. */
  readonly ask?: ((question: string, signal: AbortSignal) => Promise<string>) | undefined;
  /** @param before expected content of the file; undefined to create the file */
  write(file: string, text: string, before: string | undefined, within?: readonly string[]): Promise<void>;
  /** Returns the text of the JSON Schema. */
  schema(): string;
  readonly version: string;
  /** The content of package.json, which may name a place for issues. */
  readonly manifest?: unknown;
  /** True if standard output supports colors. */
  readonly colors: boolean;
  /** True if standard output is a terminal, on which control sequences take effect. */
  readonly outIsTerminal?: boolean;
  /** True if GitHub Actions shows standard output in its log, and carries out commands in it. */
  readonly outIsWorkflowLog?: boolean;
  /** The same for standard error. */
  readonly errorIsWorkflowLog?: boolean;
  /** True if standard error is a terminal, on which a line can be replaced. */
  readonly showsProgress?: boolean;
  /** Worker threads. Absent: all work is done in this thread. */
  readonly threads?: ThreadOptions;
  /** Makes OS signals abort the returned signal with an `Interruption`, so that the command can clean up. */
  interruption?(): AbortSignal;
}

/** Writes a warning or an error, which may contain text from files. */
export function complain(terminal: Pick<Terminal, 'error'>, message: string): void {
  terminal.error(`mcp-config: ${visible(message)}\n`);
}

/** @throws FileError if standard input isn't UTF-8 */
export async function readInput(terminal: Terminal): Promise<string> {
  // Without it, a command that waits for input looks as if it hangs.
  if (terminal.ask !== undefined) {
    const end = process.platform === 'win32' ? 'Ctrl+Z and Enter' : 'Ctrl+D';
    terminal.error(`Reading from standard input. Paste the text, then press ${end}.\n`);
  }
  return decodeText(await terminal.stdin(), 'standard input');
}

export interface ThreadOptions {
  /** The script that they run. */
  readonly script: URL;
  /** Maximum number of threads. */
  readonly count: number;
  /** With fewer files, starting a thread takes longer than doing the work in this one. */
  readonly filesPerThread: number;
}

/** Signals that ask the process to end: from a closed terminal, Ctrl+C, or another process. */
export const endSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
type EndSignal = (typeof endSignals)[number];

/** Thrown if a signal asked the process to end. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly signal: EndSignal;

  constructor(signal: EndSignal) {
    super('Interrupted.');
    this.signal = signal;
  }
}

/**
 * Exit codes. `clean`: no findings. `found`: findings. `failed`: the command failed, at least in part.
 * Signals: the command was interrupted.
 */
export const exit = { clean: 0, found: 1, failed: 2, SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

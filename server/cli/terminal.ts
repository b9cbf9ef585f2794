/** The process around a command. */
export interface Terminal {
  /** Absolute. */
  readonly cwd: string;
  readonly home: string;
  out(text: string): void;
  /** For people: what went wrong, what was done beside the answer. */
  error(text: string): void;
  stdin(): Promise<Uint8Array>;
  /** Asks on the terminal; resolves to an empty text without an answer. Absent without a terminal. */
  readonly ask?: ((question: string, signal: AbortSignal) => Promise<string>) | undefined;
  /** @param before expected content of the file; undefined if the file is to be created */
  write(file: string, text: string, before: string | undefined): Promise<void>;
  /** The text of the JSON Schema. */
  schema(): Promise<string>;
  readonly version: string;
  /** The standard output shows colors. */
  readonly colors: boolean;
  /** The standard error is a terminal, on which a line can be replaced. */
  readonly showsProgress?: boolean;
  /** Worker threads. Absent: all work is done in this thread. */
  readonly threads?: ThreadOptions;
  /** From now on, a signal doesn't end the process, but aborts with an `Interruption`: there is something to clean up. */
  interruption?(): AbortSignal;
}

export interface ThreadOptions {
  /** What they run. */
  readonly script: URL;
  /** How many may run. */
  readonly count: number;
  /** For fewer files, it takes longer to start a thread than to do the work in this one. */
  readonly filesPerThread: number;
}

/** What asks the process to end: a closed terminal, Ctrl+C, another process. */
export const endSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
type EndSignal = (typeof endSignals)[number];

/** The process was asked to end. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly signal: EndSignal;

  constructor(signal: EndSignal) {
    super('Interrupted.');
    this.signal = signal;
  }
}

/**
 * Exit codes. `clean`: nothing was found. `found`: something was. `failed`: it could not be done, or not all of it.
 * The signals: it was interrupted.
 */
export const exit = { clean: 0, found: 1, failed: 2, SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

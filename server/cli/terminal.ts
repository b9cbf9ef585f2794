/** The process around a command. */
export interface Terminal {
  /** Absolute. */
  readonly cwd: string;
  readonly home: string;
  out(text: string): void;
  /** For people: what went wrong, what was done beside the answer. */
  error(text: string): void;
  stdin(): Promise<Uint8Array>;
  /** Asks the person at the terminal; an empty answer if there is none. Absent if nobody can answer. */
  readonly ask?: ((question: string, signal: AbortSignal) => Promise<string>) | undefined;
  /** @param before expected content of the file; undefined if the file is to be created */
  write(file: string, text: string, before: string | undefined): Promise<void>;
  /** The text of the JSON Schema. */
  schema(): Promise<string>;
  readonly version: string;
  /** The standard output shows colors. */
  readonly colors: boolean;
}

/** Exit codes. `clean`: nothing was found. `found`: something was. `failed`: it could not be done, or not all of it. */
export const exit = { clean: 0, found: 1, failed: 2 } as const;

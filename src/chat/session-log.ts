/** A chat on disk: one record a line, only ever appended to, so that the end of the editor costs the last moment at most. */

import type { Clock } from '../../common/clock.ts';
import type { LogFile } from '../shared/platform.ts';
import { RecordBatch } from './batch.ts';
import { type ChatRecord, parseRecord } from './record.ts';

/** The longest that a record waits for its line, in milliseconds. */
const WAIT = 500;

export interface SessionLogOptions {
  /** Told when the disk takes no more; the chat goes on, and what was not written is tried again with what follows. */
  readonly onFailure: (error: unknown) => void;
  /** Told when another window writes to the same chat. */
  readonly onForeign?: () => void;
  readonly clock?: Clock;
}

export class SessionLog {
  readonly #file: LogFile;
  readonly #batch: RecordBatch;
  readonly #options: SessionLogOptions;
  /** Lines that the disk has not taken yet. */
  #unwritten = '';
  /** A line that was torn when an editor ended must not swallow the next one. */
  #torn: boolean;

  private constructor(file: LogFile, text: string, options: SessionLogOptions) {
    this.#file = file;
    this.#options = options;
    this.#batch = new RecordBatch(
      () => WAIT,
      (records) => this.#write(records),
      options.clock,
    );
    this.#torn = text !== '' && !text.endsWith('\n');
  }

  /** Reads what was kept. `skipped` counts the lines that are no records; they stay in the file. */
  static async open(
    file: LogFile,
    options: SessionLogOptions,
  ): Promise<{ log: SessionLog; records: ChatRecord[]; skipped: number }> {
    const text = await file.read();
    return { log: new SessionLog(file, text, options), ...readLog(text) };
  }

  add(record: ChatRecord): void {
    this.#batch.add(record);
    // An end is what the user waits for: it is kept with all that came before it.
    if (record.kind === 'end') this.#batch.flush();
  }

  /** Writes what waits; more may follow. */
  flush(): void {
    this.#batch.flush();
  }

  /** Writes what waits. */
  dispose(): void {
    this.#batch.dispose();
  }

  #write(records: readonly ChatRecord[]): void {
    this.#unwritten += records.map((record) => `${JSON.stringify(record)}\n`).join('');
    try {
      if (this.#file.append(this.#torn ? `\n${this.#unwritten}` : this.#unwritten)) this.#options.onForeign?.();
      this.#unwritten = '';
      this.#torn = false;
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}

/** The records in the text of a file, and how many of its lines are none. */
export function readLog(text: string): { records: ChatRecord[]; skipped: number } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const records = lines.map(parseLine).filter((record) => record !== undefined);
  return { records, skipped: lines.length - records.length };
}

function parseLine(line: string): ChatRecord | undefined {
  try {
    return parseRecord(JSON.parse(line));
  } catch {
    return undefined;
  }
}

const ID = /^[\w-]{1,64}$/;

export function isSessionId(id: string): boolean {
  return ID.test(id);
}

/** A chat on disk: append-only, one record per line, so that only the last moment is lost when VS Code closes. */

import type { Clock } from '../../../../common/clock.ts';
import type { LogFile } from '../../../shared/platform.ts';
import { RecordBatch } from '../batch.ts';
import { type ChatRecord, parseRecord } from '../record.ts';

/** Maximum delay before a record is written, in milliseconds. */
const writeIntervalMs = 500;

export interface ChatLogOptions {
  /** Called when writing fails. The chat continues, and unwritten lines are written with the next ones. */
  readonly onFailure: (error: unknown) => void;
  /** Called when another window has written to the same chat. */
  readonly onForeign?: () => void;
  readonly clock?: Clock;
}

export class ChatLog {
  readonly #file: LogFile;
  readonly #batch: RecordBatch;
  readonly #options: ChatLogOptions;
  /** Lines that couldn't be written yet. */
  #unwritten = '';
  /** The file ends with an incomplete line, so the next record must start on a new line. */
  #torn: boolean;

  private constructor(file: LogFile, text: string, options: ChatLogOptions) {
    this.#file = file;
    this.#options = options;
    this.#batch = new RecordBatch(writeIntervalMs, (records) => this.#write(records), options.clock);
    this.#torn = text !== '' && !text.endsWith('\n');
  }

  /** Reads the stored records. `skipped` is the number of invalid lines; they remain in the file. */
  static async open(
    file: LogFile,
    options: ChatLogOptions,
  ): Promise<{ log: ChatLog; records: ChatRecord[]; skipped: number }> {
    const text = await file.read();
    return { log: new ChatLog(file, text, options), ...readLog(text) };
  }

  add(record: ChatRecord): void {
    this.#batch.add(record);
    // Users wait for the end of an answer, so it's written immediately, with all earlier records.
    if (record.kind === 'end') this.#batch.flush();
  }

  /** Writes pending records immediately. */
  flush(): void {
    this.#batch.flush();
  }

  /** Writes pending records and stops the timer. */
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

/** Returns the records in the text of a file, and the number of invalid lines. */
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

const idPattern = /^[\w-]{1,64}$/;

export function isChatId(id: string): boolean {
  return idPattern.test(id);
}

/** A chat on disk: one record a line, only ever appended to, so that the end of the editor costs the last moment at most. */
import { RecordBatch, type Timer } from './batch.ts';
import { parseRecord } from './record.ts';
import type { ChatRecord } from './transcript.ts';

/** The longest that a record waits for its line, in milliseconds. */
const WAIT = 500;

/** Where the lines are kept. */
export interface LogFile {
  /** The whole text; empty when there is no file yet. */
  read(): Promise<string>;
  /** Adds to its end before it returns, so that nothing overtakes it and nothing is lost when the editor ends. */
  append(text: string): void;
}

export interface SessionLogOptions {
  /** Told when the disk takes no more; the chat goes on without it. */
  readonly onFailure: (error: unknown) => void;
  readonly timer?: Timer;
}

export class SessionLog {
  readonly #file: LogFile;
  readonly #batch: RecordBatch;
  readonly #onFailure: (error: unknown) => void;
  /** A line that was torn when an editor ended must not swallow the next one. */
  #torn: boolean;

  private constructor(file: LogFile, text: string, options: SessionLogOptions) {
    this.#file = file;
    this.#onFailure = options.onFailure;
    this.#batch = new RecordBatch(WAIT, (records) => this.#write(records), options.timer);
    this.#torn = text !== '' && !text.endsWith('\n');
  }

  /** Reads what was kept. `skipped` counts the lines that are no records; they stay in the file. */
  static async open(
    file: LogFile,
    options: SessionLogOptions,
  ): Promise<{ log: SessionLog; records: ChatRecord[]; skipped: number }> {
    const text = await file.read();
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const records = lines.map(parseLine).filter((record) => record !== undefined);
    return { log: new SessionLog(file, text, options), records, skipped: lines.length - records.length };
  }

  add(record: ChatRecord): void {
    this.#batch.add(record);
    // An end is what the user waits for: it is kept with all that came before it.
    if (record.kind === 'end') this.#batch.flush();
  }

  /** Writes what waits. */
  dispose(): void {
    this.#batch.dispose();
  }

  #write(records: readonly ChatRecord[]): void {
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    try {
      this.#file.append(this.#torn ? `\n${lines}` : lines);
      this.#torn = false;
    } catch (error) {
      // Half a line may stand there now.
      this.#torn = true;
      this.#onFailure(error);
    }
  }
}

function parseLine(line: string): ChatRecord | undefined {
  try {
    return parseRecord(JSON.parse(line));
  } catch {
    return undefined;
  }
}

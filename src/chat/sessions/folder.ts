/** All chats on disk: a file each in one folder. Nothing here is ever written over. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ChatRecord } from '../record.ts';
import { isMissing, isSessionId, logFile, readLog, SessionLog, type SessionLogOptions } from '../session-log.ts';
import { Transcript } from '../transcript.ts';
import { type ChatSummary, summaryOf } from './summary.ts';

export interface StoredChat {
  /** Undefined when it cannot be kept. */
  readonly log: SessionLog | undefined;
  readonly records: readonly ChatRecord[];
  /** Where a file was put that holds nothing that can be read. */
  readonly setAside?: string;
  /** Lines that are no records; they stay in the file. */
  readonly skipped: number;
}

/** How long a deleted chat can be brought back, in milliseconds. */
const KEPT = 3_600_000;

export class ChatFolder {
  readonly #folder: string;
  readonly #summaries = new Map<string, { readonly stamp: string; readonly summary: ChatSummary | undefined }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads a chat; a new one is empty. A file in which nothing can be read is put aside. @throws what the disk says */
  async open(id: string, options: SessionLogOptions): Promise<StoredChat> {
    const stored = await SessionLog.open(logFile(this.#folder, id), options);
    if (stored.records.length > 0 || stored.skipped === 0) return stored;
    const setAside = `${id}.damaged-${Date.now()}`;
    await rename(this.pathOf(id), path.join(this.#folder, setAside));
    return { ...(await SessionLog.open(logFile(this.#folder, id), options)), setAside };
  }

  /** Every chat in which something was said; one that cannot be read is left out. */
  async list(): Promise<ChatSummary[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    await this.#forgetOld(names);
    const found: ChatSummary[] = [];
    for (const name of names) {
      const id = name.replace(/\.jsonl$/, '');
      if (id === name || !isSessionId(id)) continue;
      const summary = await this.#summary(id).catch(() => undefined);
      if (summary && summary.messages > 0) found.push(summary);
    }
    return found;
  }

  /** A file that has not changed is not read again. */
  async #summary(id: string): Promise<ChatSummary | undefined> {
    const { mtimeMs, size } = await stat(this.pathOf(id));
    const stamp = `${mtimeMs} ${size}`;
    const known = this.#summaries.get(id);
    if (known?.stamp === stamp) return known.summary;
    const summary = summaryOf(id, new Transcript((await this.read(id)).records));
    this.#summaries.set(id, { stamp, summary });
    return summary;
  }

  async read(id: string): Promise<{ readonly records: ChatRecord[]; readonly skipped: number }> {
    return readLog(await logFile(this.#folder, id).read());
  }

  /** Adds to a chat that no panel of this window shows. @throws what the disk says */
  append(id: string, ...records: readonly ChatRecord[]): void {
    // A line that was torn must not swallow the first of these.
    logFile(this.#folder, id).append(`\n${records.map((record) => `${JSON.stringify(record)}\n`).join('')}`);
  }

  /** A separate chat with these records. */
  create(records: readonly ChatRecord[]): string {
    const id = crypto.randomUUID();
    this.append(id, { kind: 'session', id, version: 1, at: Date.now() }, ...records);
    return id;
  }

  /** Takes a chat out of the list; for an hour, or until `forget`, it can be brought back. */
  async remove(id: string): Promise<void> {
    await rename(this.pathOf(id), path.join(this.#folder, `${id}.deleted`));
  }

  async restore(id: string): Promise<void> {
    await rename(path.join(this.#folder, `${id}.deleted`), this.pathOf(id));
  }

  async forget(id: string): Promise<void> {
    await rm(path.join(this.#folder, `${id}.deleted`), { force: true });
    this.writeDraft(id, undefined);
  }

  async #forgetOld(names: readonly string[]): Promise<void> {
    for (const name of names.filter((one) => one.endsWith('.deleted'))) {
      const file = path.join(this.#folder, name);
      const { ctimeMs } = await stat(file);
      if (Date.now() - ctimeMs > KEPT) await rm(file, { force: true });
    }
  }

  /** What stands in the composer of a chat; undefined when nothing does. @throws what the disk says */
  writeDraft(id: string, draft: object | undefined): void {
    const file = this.#draftFile(id);
    if (!draft) {
      rmSync(file, { force: true });
      return;
    }
    mkdirSync(this.#folder, { recursive: true });
    // Never half: the other half of the last one would be lost with it.
    writeFileSync(`${file}.new`, JSON.stringify(draft), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /** Undefined when there is none, or none that can be read. */
  async readDraft(id: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.#draftFile(id), 'utf8'));
    } catch {
      return undefined;
    }
  }

  /** Where a chat is kept. */
  pathOf(id: string): string {
    if (!isSessionId(id)) throw new Error('Not the id of a session.');
    return path.join(this.#folder, `${id}.jsonl`);
  }

  #draftFile(id: string): string {
    return this.pathOf(id).replace(/jsonl$/, 'draft.json');
  }
}

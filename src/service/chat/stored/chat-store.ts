/** Stores all chats, each in a file of one folder. Existing records are never overwritten. */

import { l10n } from 'vscode';
import { type FolderFiles, type LogFile, missingLines } from '../../../shared/platform.ts';
import { Pool } from '../../../shared/pool.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import type { ChatRecord } from '../record.ts';
import { ChatTranscript } from '../transcript.ts';
import { ChatLog, type ChatLogOptions, isChatId, readLog } from './chat-log.ts';
import { titleOfComposed } from './composed.ts';
import { type ChatSummary, summaryOf } from './summary.ts';

interface ChatFile {
  readonly id: string;
  readonly name: string;
  readonly modified: number;
  readonly size: number;
}

export interface StoredChat {
  /** Undefined if the chat can't be stored. */
  readonly log: ChatLog | undefined;
  readonly records: readonly ChatRecord[];
  /** New name of a file without any readable record. */
  readonly setAside?: string;
  /** Number of invalid lines; they remain in the file. */
  readonly skipped: number;
}

/** A chat that the list leaves out. */
export interface UnreadChat {
  /** Name of its file. */
  readonly file: string;
  /** A sentence. */
  readonly why: string;
}

interface ListListener {
  /** Called with the chats that were written last, if there are many more. */
  readonly showFirst?: (chats: readonly ChatSummary[]) => void;
  /** Called with the chats that can't be read, if there are any, before the list ends. */
  readonly showUnread?: (chats: readonly UnreadChat[]) => void;
}

/** Maximum number of files that are read at the same time. */
const maxReads = 16;

/** Number of chats that are listed before all are read. */
const firstChats = 100;

/** Maximum size of the searchable texts of all chats, in characters. Of older chats, only the beginning is kept. */
const maxSearchedInAll = 40_000_000;

/** How long a deleted chat can be restored, in milliseconds. */
const undoPeriodMs = 3_600_000;

export class ChatStore {
  readonly #files: FolderFiles;
  readonly #summaries = new Map<string, { readonly stamp: string; readonly summary: ChatSummary }>();

  constructor(files: FolderFiles) {
    this.#files = files;
  }

  /** Reads a chat; a new one is empty. A file without any readable record is renamed. @throws file system errors */
  async open(id: string, options: ChatLogOptions): Promise<StoredChat> {
    const stored = await ChatLog.open(this.#log(id), options);
    if (stored.records.length > 0 || stored.skipped === 0) return stored;
    const setAside = `${id}.damaged-${Date.now()}`;
    await this.#files.rename(nameOf(id), setAside);
    return { ...(await ChatLog.open(this.#log(id), options)), setAside };
  }

  /** Lists all chats that have messages, content in the composer, a name, or settings. Those that can't be read are left out. */
  async list({ showFirst, showUnread }: ListListener = {}): Promise<ChatSummary[]> {
    const unread: UnreadChat[] = [];
    const leaveOut = (file: string, error: unknown): undefined => {
      unread.push({ file, why: describeFailure(error) });
    };
    const names = await this.#files.list();
    await this.#forgetOld(names);
    const pool = new Pool(maxReads);
    const stats = await Promise.all(
      [...filesOf(names)].map(([id, name]) =>
        pool.run(() => this.#stat(id, name)).catch((error) => leaveOut(name, error)),
      ),
    );
    const files = stats.flatMap((file) => file ?? []).sort((one, other) => other.modified - one.modified);
    let kept = 0;
    const read = async (some: typeof files) => {
      const summaries = await Promise.all(
        some.map((file) =>
          pool
            .run(async () => {
              const summary = await this.#summary(file, maxSearchedInAll - kept);
              kept += summary.text.length;
              if (summary.messages > 0) return summary;
              return await this.#unsent(summary, file).catch((error) => leaveOut(composedOf(file.id), error));
            })
            .catch((error) => leaveOut(file.name, error)),
        ),
      );
      return summaries.flatMap((summary) => summary ?? []);
    };
    const first = await read(files.slice(0, firstChats));
    if (files.length > firstChats) showFirst?.(first);
    const others = await read(files.slice(firstChats));
    if (unread.length > 0) showUnread?.(unread);
    return [...first, ...others];
  }

  /** Returns undefined if another window has deleted the file meanwhile. */
  async #stat(id: string, name: string): Promise<ChatFile | undefined> {
    try {
      return { id, name, ...(await this.#files.stat(name)) };
    } catch (error) {
      if ((await this.#files.read(name)) === undefined) return undefined;
      throw error;
    }
  }

  /** Reads a file again only if it has changed. @param room for the searchable text, in characters */
  async #summary({ id, modified, size }: ChatFile, room: number): Promise<ChatSummary> {
    const stamp = `${modified} ${size}`;
    const known = this.#summaries.get(id);
    if (known?.stamp === stamp) return known.summary;
    const { records, skipped } = await this.read(id);
    if (records.length === 0 && skipped > 0) throw new Error(l10n.t('Nothing in the file is a message of a chat.'));
    const summary = summaryOf(id, new ChatTranscript(records), room);
    this.#summaries.set(id, { stamp, summary });
    return summary;
  }

  /** Completes the summary of a chat without messages. Returns undefined if nothing in it is worth keeping. */
  async #unsent(summary: ChatSummary, { id, modified }: ChatFile): Promise<ChatSummary | undefined> {
    const content = summary.isCustomized ? await this.readComposed(id) : await this.#composed(id);
    const composed = titleOfComposed(content);
    if (composed === undefined && !summary.isCustomized) return undefined;
    return { ...summary, title: summary.title || (composed ?? ''), at: modified };
  }

  async read(id: string): Promise<{ readonly records: ChatRecord[]; readonly skipped: number }> {
    return readLog(await this.#log(id).read());
  }

  /** Appends to a chat that isn't open in this window. @throws file system errors */
  append(id: string, ...records: readonly ChatRecord[]): void {
    // Starts on a new line, because the last line of the file may be incomplete.
    this.#log(id).append(`\n${records.map((record) => `${JSON.stringify(record)}\n`).join('')}`);
  }

  /** Creates a chat from records. @returns its ID */
  create(records: readonly ChatRecord[]): string {
    const id = crypto.randomUUID();
    this.append(id, beginning(id), ...records);
    return id;
  }

  /** Removes a chat from the list. It can be restored for an hour, or until `forget` is called. */
  async remove(id: string): Promise<void> {
    // A chat that has only content in its composer has no file yet.
    if ((await this.#log(id).read()) === '') this.append(id, beginning(id));
    await this.#files.rename(nameOf(id), `${id}.deleted`);
  }

  /** If another window has continued the chat meanwhile, adds what its file lacks. @throws file system errors */
  async restore(id: string): Promise<void> {
    const continued = await this.#log(id).read();
    if (continued === '') return this.#files.rename(`${id}.deleted`, nameOf(id));
    const deleted = new TextDecoder().decode(await this.#files.read(`${id}.deleted`));
    const log = this.#log(id);
    log.append(missingLines(deleted, continued));
    // The editor's storage reports a failure only with the next write.
    if (missingLines(deleted, await log.read()) !== '') throw new Error('The messages could not be written.');
    await this.#files.delete(`${id}.deleted`);
  }

  async forget(id: string): Promise<void> {
    await this.#files.delete(`${id}.deleted`);
    // The content of the composer belongs to the window that has continued the chat.
    if ((await this.#log(id).read()) === '') await this.writeComposed(id, undefined);
  }

  async #forgetOld(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const id = name.replace(/\.deleted$/, '');
      if (id === name || !isChatId(id)) continue;
      const { changed } = await this.#files.stat(name);
      if (Date.now() - changed > undoPeriodMs) await this.forget(id);
    }
  }

  /** Deletes all chats for good, with the content of their composers, also damaged chats and those that could still be restored. */
  async removeAll(): Promise<void> {
    this.#summaries.clear();
    for (const name of await this.#files.list()) await this.#files.delete(name);
  }

  /** Stores the content of a chat's composer; undefined deletes it. @throws file system errors */
  async writeComposed(id: string, composed: object | undefined): Promise<void> {
    await this.#files.save(composedOf(id), composed && JSON.stringify(composed));
  }

  /** Undefined if the composer of the chat is empty, or its content can't be read. */
  async readComposed(id: string): Promise<unknown> {
    return this.#composed(id).catch(() => undefined);
  }

  /** Returns undefined if the composer is empty. @throws if its content can't be read */
  async #composed(id: string): Promise<unknown> {
    const bytes = await this.#files.read(composedOf(id));
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  }

  #log(id: string): LogFile {
    return this.#files.log(nameOf(id));
  }
}

/** The first record of a chat. */
export const beginning = (id: string): ChatRecord => ({ kind: 'session', id, version: 1, at: Date.now() });

/** Returns the IDs of the chats in a folder with the file of each: its messages or, without any, the content of its composer. */
function filesOf(names: readonly string[]): Map<string, string> {
  const all = new Set(names);
  const files = new Map<string, string>();
  for (const name of names) {
    const id = name.replace(/\.(?:jsonl|draft\.json)$/, '');
    if (id === name || !isChatId(id)) continue;
    if (name === nameOf(id) || !(all.has(nameOf(id)) || all.has(`${id}.deleted`))) files.set(id, name);
  }
  return files;
}

/** @throws if the ID could lead out of the folder */
function nameOf(id: string): string {
  if (!isChatId(id)) throw new Error('Not the ID of a chat.');
  return `${id}.jsonl`;
}

function composedOf(id: string): string {
  return nameOf(id).replace(/jsonl$/, 'draft.json');
}

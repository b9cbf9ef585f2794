/** The chat that a window shows: its session, its file, and its draft. */
import { l10n } from 'vscode';
import { log } from '../shared/log.ts';
import { describeFailure } from '../shared/messages.ts';
import { DraftStore } from './draft.ts';
import type { Notice } from './messages.ts';
import type { ChatRecord } from './record.ts';
import { ChatSession, type SessionOptions } from './session.ts';
import type { SessionLog } from './session-log.ts';
import type { ChatStore, StoredChat } from './sessions/chat-store.ts';

export interface OpenChatOptions extends Omit<SessionOptions, 'records'> {
  readonly store: ChatStore;
  /** Receives notices about storing this chat. */
  readonly onNotice: (notice: Notice) => void;
}

export class OpenChat {
  readonly session: ChatSession;
  readonly draft: DraftStore;
  readonly #log: SessionLog | undefined;
  readonly #onRecord: (record: ChatRecord) => void;
  /** True if the file exists. It's created with the first prompt. */
  #begun: boolean;

  private constructor(
    options: OpenChatOptions,
    stored: StoredChat,
    storedDraft: unknown,
    onWriteError: (error: unknown) => void,
  ) {
    const { store, id } = options;
    this.#log = stored.log;
    this.#begun = stored.records.length > 0;
    this.#onRecord = options.onRecord;
    this.session = new ChatSession({
      ...options,
      records: stored.records,
      onRecord: (record) => this.#handleRecord(record),
    });
    const write = (draft: object | undefined) => {
      try {
        store.writeDraft(id, draft);
      } catch (error) {
        onWriteError(error);
      }
    };
    this.draft = new DraftStore({ stored: storedDraft, write });
  }

  /** Never rejects: if the chat can't be read, it reports that and opens an empty one. */
  static async open(options: OpenChatOptions): Promise<OpenChat> {
    const { store, id, onNotice } = options;
    let reported = false;
    const onWriteError = (error: unknown) => {
      log().error(`The chat cannot be kept on disk: ${describeFailure(error)}`);
      if (reported) return;
      reported = true;
      const why = describeFailure(error);
      onNotice({
        text: l10n.t(
          "Couldn't save this chat to disk: {0} You can continue, but a reload might lose it.",
          sentence(why),
        ),
      });
    };
    const onForeign = () =>
      onNotice({
        text: l10n.t(
          'This chat is also open in another window. Nothing is lost; messages from that window appear as additional versions.',
        ),
        action: 'reloadChat',
        label: l10n.t('Show Messages'),
      });
    const unreadable = (error: unknown): StoredChat => {
      onWriteError(error);
      return { log: undefined, records: [], skipped: 0 };
    };
    const stored = await store.open(id, { onFailure: onWriteError, onForeign }).catch(unreadable);
    if (stored.setAside !== undefined)
      onNotice({ text: l10n.t("Couldn't read this chat's file. It was moved to {0}.", stored.setAside) });
    else if (stored.skipped > 0) log().warn(`Chat ${id}: ${stored.skipped} unreadable lines were left out.`);
    return new OpenChat(options, stored, await store.readDraft(id), onWriteError);
  }

  #handleRecord(record: ChatRecord): void {
    this.#onRecord(record);
    if (!this.#log) return;
    const { transcript, id } = this.session;
    if (this.#begun) this.#log.add(record);
    else if (record.kind === 'prompt') {
      this.#begun = true;
      this.#log.add({ kind: 'session', id, version: 1, at: record.at });
      for (const one of transcript.records()) this.#log.add(one);
    }
  }

  /** Writes pending changes, so that the files can be read. */
  flush(): void {
    this.#log?.flush();
    this.draft.flush();
  }

  dispose(): void {
    this.session.dispose();
    this.#log?.dispose();
    this.draft.dispose();
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

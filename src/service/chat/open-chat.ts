/** The chat that a window shows: its session, its file, and its draft. */
import { l10n } from 'vscode';
import { describeFailure, sentence } from '../../shared/failure-text.ts';
import { log } from '../../shared/log.ts';
import { DraftStore } from './draft.ts';
import type { Notice } from './messages.ts';
import type { ChatRecord } from './record.ts';
import { ChatSession, type SessionOptions } from './session.ts';
import type { ChatStore, StoredChat } from './sessions/chat-store.ts';

export interface OpenChatOptions extends Omit<SessionOptions, 'records' | 'onRecord'> {
  readonly onRecord: (record: ChatRecord, chat: string) => void;
  readonly store: ChatStore;
  /** Called when the chat is open and there is a new notice about storing it. */
  readonly onNotice: (chat: OpenChat, notice: Notice) => void;
}

export interface OpenChat {
  readonly session: ChatSession;
  readonly draft: DraftStore;
  /** The latest notice, also shown in panels that are opened later. */
  notice: Notice | undefined;
  /** Writes pending changes, so that the files can be read. */
  flush(): void;
  dispose(): void;
}

/** Never rejects: if the chat can't be read, it reports that and opens an empty one. */
export async function openChat(options: OpenChatOptions): Promise<OpenChat> {
  const { store, id } = options;
  let reported = false;
  let notice: Notice | undefined;
  let opened: OpenChat | undefined;
  const onNotice = (latest: Notice) => {
    notice = latest;
    if (!opened) return;
    opened.notice = latest;
    options.onNotice(opened, latest);
  };
  const onWriteError = (error: unknown) => {
    const why = describeFailure(error);
    log().error(`The chat cannot be kept on disk: ${why}`);
    if (reported) return;
    reported = true;
    onNotice({
      text: l10n.t("Couldn't save this chat to disk: {0} You can continue, but a reload might lose it.", sentence(why)),
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
  const stored = await store.open(id, { onFailure: onWriteError, onForeign }).catch((error): StoredChat => {
    onWriteError(error);
    return { log: undefined, records: [], skipped: 0 };
  });
  if (stored.setAside !== undefined)
    onNotice({ text: l10n.t("Couldn't read this chat's file. It was moved to {0}.", stored.setAside) });
  else if (stored.skipped > 0) log().warn(`Chat ${id}: ${stored.skipped} unreadable lines were left out.`);
  const file = stored.log;
  // The file is created with the first prompt, name, or settings.
  let begun = stored.records.length > 0;
  const session = new ChatSession({
    ...options,
    records: stored.records,
    onRecord: (record) => {
      options.onRecord(record, id);
      if (begun) file?.add(record);
      else if (record.kind === 'prompt' || session.transcript.isCustomized) {
        begun = true;
        file?.add({ kind: 'session', id, version: 1, at: Date.now() });
        for (const one of session.transcript.records()) file?.add(one);
      }
    },
  });
  const draft = new DraftStore(await store.readDraft(id), (value) => {
    try {
      store.writeDraft(id, value);
    } catch (error) {
      onWriteError(error);
    }
  });
  opened = {
    session,
    draft,
    notice,
    flush() {
      file?.flush();
      draft.flush();
    },
    dispose() {
      session.dispose();
      file?.dispose();
      draft.flush();
    },
  };
  return opened;
}

/** Commands for whole chats. Without an ID, they apply to the current chat. */

import { commands, l10n, Uri, window, workspace } from 'vscode';
import { cut } from '../../../../common/text/cut.ts';
import { inWorkspace } from '../../../shared/editing/files.ts';
import { offerUndo } from '../../../shared/editing/undo.ts';
import { log } from '../../../shared/log.ts';
import { confirm, showInformation, showStatus } from '../../../shared/notifications.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import type { ChatRecord } from '../record.ts';
import type { ChatStore } from '../stored/chat-store.ts';
import { checkImportSize, fromText, toJson, toMarkdown } from '../stored/export.ts';
import { titleOf } from '../stored/summary.ts';
import { ChatTranscript } from '../transcript.ts';
import { chooseChat } from './chat-picker.ts';
import type { OpenChats } from './open-chats.ts';

export class ChatCommands {
  readonly #folder: Uri;
  readonly #store: ChatStore;
  readonly #chats: OpenChats;

  /** @param folder with the files of the store */
  constructor(folder: Uri, store: ChatStore, chats: OpenChats) {
    this.#folder = folder;
    this.#store = store;
    this.#chats = chats;
  }

  /** Shows a searchable list of all chats. Returns true if a chat was selected. */
  async list(): Promise<boolean> {
    const { id } = this.#chats.current;
    const chosen = await chooseChat(id, this.#store, this, (one) => this.#chats.activityOf(one));
    if (chosen === undefined) return false;
    if (chosen !== id) await this.#chats.open(chosen);
    return true;
  }

  async rename(id = this.#chats.current.id): Promise<void> {
    const transcript = await this.#transcript(id);
    const title = await window.showInputBox({
      title: l10n.t('Rename Chat'),
      prompt: l10n.t('Leave empty to name the chat after its first message.'),
      value: transcript.title || titleOf(transcript),
      validateInput: (text) => (text.length > 200 ? l10n.t('Use at most 200 characters.') : undefined),
    });
    if (title !== undefined) this.#addRecord(id, { kind: 'title', text: title.trim() });
  }

  async pin(id = this.#chats.current.id, on?: boolean): Promise<void> {
    this.#addRecord(id, { kind: 'pin', on: on ?? !(await this.#transcript(id)).pinned });
  }

  /** Opens a file of the folder of chats, such as one that isn't a readable chat. */
  async openFile(name: string): Promise<void> {
    await commands.executeCommand('vscode.open', Uri.joinPath(this.#folder, name));
  }

  /** Deletes a chat. It can be restored for an hour, from the notification. */
  async remove(id = this.#chats.current.id): Promise<void> {
    const transcript = await this.#transcript(id);
    const { current } = this.#chats;
    const isEmpty = current.conversation.transcript.last === undefined && !current.isUnsent;
    if (id === current.id && isEmpty) return;
    // Writes the chat's pending records before its file is renamed.
    await this.#chats.close(id);
    await this.#store.remove(id);
    const title = titleOf(transcript) || l10n.t('No messages');
    void offerUndo(l10n.t('Deleted chat "{0}".', title), () => this.#restore(id));
  }

  /** Deletes all chats for good after confirmation, so that nothing of them stays on this computer. */
  async removeAll(): Promise<void> {
    const detail = l10n.t(
      "This deletes the chats of all connections from this computer, with their attachments and drafts. You can't undo it.",
    );
    if (!(await confirm(l10n.t('Delete all chats?'), l10n.t('Delete'), detail))) return;
    await this.#chats.closeAll();
    await this.#store.removeAll();
    showStatus(l10n.t('Deleted all chats.'));
  }

  async #restore(id: string): Promise<void> {
    await this.#store.restore(id).catch((error) => {
      log().warn(`Chat ${id} can't be restored: ${describeFailure(error)}`);
      throw new Error(l10n.t("Couldn't restore the chat. Deleted chats are kept for an hour."));
    });
    await this.#chats.open(id);
  }

  /** Exports a chat to a file, as Markdown or JSON depending on the file name. */
  async export(id = this.#chats.current.id): Promise<void> {
    const transcript = await this.#transcript(id);
    if (transcript.turns.length === 0) {
      void showInformation(l10n.t('This chat is empty.'));
      return;
    }
    // The title is untrusted: nothing in it may lead out of the folder.
    const safe = titleOf(transcript).replace(/[^\p{L}\p{N} _-]+/gu, '');
    const name = cut(safe.trim(), 60) || 'chat';
    const target = await window.showSaveDialog({
      title: l10n.t('Export Chat'),
      ...inWorkspace(`${name}.md`),
      filters: { Markdown: ['md'], JSON: ['json'] },
    });
    if (!target) return;
    const text = target.path.endsWith('.json') ? toJson(transcript) : toMarkdown(transcript);
    await workspace.fs.writeFile(target, new TextEncoder().encode(text));
    const open = l10n.t('Open');
    const answer = await showInformation(l10n.t('Chat exported.'), open);
    if (answer === open) await window.showTextDocument(target);
  }

  /** Imports an exported chat as a separate chat, after validating every record. Returns true if it was imported. */
  async import(from?: Uri): Promise<boolean> {
    const [source] = from
      ? [from]
      : ((await window.showOpenDialog({
          title: l10n.t('Import Chat'),
          filters: { [l10n.t('Chats')]: ['json'] },
        })) ?? []);
    if (!source) return false;
    checkImportSize((await workspace.fs.stat(source)).size);
    const records = fromText(new TextDecoder().decode(await workspace.fs.readFile(source)));
    await this.#chats.open(this.#store.create(records));
    return true;
  }

  /** Changes an open chat through its conversation, and any other chat through its file. */
  #addRecord(id: string, record: ChatRecord & { kind: 'title' | 'pin' }): void {
    const conversation = this.#chats.find(id)?.conversation;
    if (!conversation) this.#store.append(id, record);
    else if (record.kind === 'title') conversation.rename(record.text);
    else conversation.pin(record.on);
  }

  async #transcript(id: string): Promise<ChatTranscript> {
    return this.#chats.find(id)?.conversation.transcript ?? new ChatTranscript((await this.#store.read(id)).records);
  }
}

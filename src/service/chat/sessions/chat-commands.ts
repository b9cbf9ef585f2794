/** Commands for whole chats. Without an ID, they apply to the current chat. */

import { l10n, type Uri, window, workspace } from 'vscode';
import { cut } from '../../../../common/cut.ts';
import { runAction } from '../../../shared/commands.ts';
import { describeFailure } from '../../../shared/failure-text.ts';
import { inWorkspace } from '../../../shared/files.ts';
import { log } from '../../../shared/log.ts';
import { confirm, showInformation, showStatus } from '../../../shared/notifications.ts';
import { rememberUndo } from '../../../shared/undo.ts';
import type { ChatHost } from '../host.ts';
import type { AnswerSettings, ChatRecord } from '../record.ts';
import { ChatTranscript } from '../transcript.ts';
import { checkImportSize, fromText, toJson, toMarkdown } from './export.ts';
import { chooseChat } from './picker.ts';
import { titleOf } from './summary.ts';

export class ChatCommands {
  readonly #host: ChatHost;

  constructor(host: ChatHost) {
    this.#host = host;
  }

  /** Shows a searchable list of all chats. Returns true if a chat was selected. */
  async list(): Promise<boolean> {
    const { store, session } = this.#host;
    const chosen = await chooseChat(session.id, store, this, (id) => this.#host.activityOf(id));
    if (chosen === undefined) return false;
    if (chosen !== session.id) await this.#host.open(chosen);
    return true;
  }

  async rename(id = this.#host.session.id): Promise<void> {
    const transcript = await this.#transcript(id);
    const title = await window.showInputBox({
      title: l10n.t('Rename Chat'),
      prompt: l10n.t('Leave empty to name the chat after its first message.'),
      value: transcript.title || titleOf(transcript),
      validateInput: (text) => (text.length > 200 ? l10n.t('Use at most 200 characters.') : undefined),
    });
    if (title !== undefined) this.#addRecord(id, { kind: 'title', text: title.trim() });
  }

  async pin(id = this.#host.session.id, on?: boolean): Promise<void> {
    this.#addRecord(id, { kind: 'pin', on: on ?? !(await this.#transcript(id)).pinned });
  }

  /** Ignores a chat that isn't stored, because it may have been deleted meanwhile. */
  async saveSettings(id: string, settings: AnswerSettings): Promise<void> {
    const { store } = this.#host;
    const session = this.#host.sessionOf(id);
    if (session) session.setSettings(settings);
    else if ((await store.read(id)).records.length > 0) store.append(id, { kind: 'settings', settings });
  }

  /** Deletes a chat. It can be restored for an hour, from the notification or with the command that undoes changes. */
  async remove(id = this.#host.session.id): Promise<void> {
    const { store, session } = this.#host;
    const title = titleOf(await this.#transcript(id));
    if (id === session.id && session.transcript.last === undefined) return;
    // Writes the chat's pending records before its file is renamed.
    await this.#host.close(id);
    await store.remove(id);
    void runAction('Undo', () => this.#offerUndo(id, title));
  }

  /** Deletes all chats for good after confirmation, so that nothing of them stays on this computer. */
  async removeAll(): Promise<void> {
    const detail = l10n.t(
      "This deletes the chats of all connections from this computer, with their attachments and drafts. You can't undo it.",
    );
    if (!(await confirm(l10n.t('Delete all chats?'), l10n.t('Delete'), detail))) return;
    await this.#host.closeAll();
    await this.#host.store.removeAll();
    showStatus(l10n.t('Deleted all chats.'));
  }

  async #offerUndo(id: string, title: string): Promise<void> {
    const undo = l10n.t('Undo');
    const done = l10n.t('Deleted chat "{0}".', title);
    let isRestored = false;
    const restore = async () => {
      isRestored = true;
      await this.#restore(id);
    };
    rememberUndo(done, restore);
    if ((await showInformation(done, undo)) === undo && !isRestored) await restore();
  }

  async #restore(id: string): Promise<void> {
    await this.#host.store.restore(id).catch((error) => {
      log().warn(`Chat ${id} can't be restored: ${describeFailure(error)}`);
      throw new Error(l10n.t("Couldn't restore the chat. Deleted chats are kept for an hour."));
    });
    await this.#host.open(id);
  }

  /** Exports a chat to a file, as Markdown or JSON depending on the file name. */
  async export(id = this.#host.session.id): Promise<void> {
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
    await this.#host.open(this.#host.store.create(records));
    return true;
  }

  /** Changes an open chat through its session, and any other chat through its file. */
  #addRecord(id: string, record: ChatRecord & { kind: 'title' | 'pin' }): void {
    const session = this.#host.sessionOf(id);
    if (!session) this.#host.store.append(id, record);
    else if (record.kind === 'title') session.rename(record.text);
    else session.pin(record.on);
  }

  async #transcript(id: string): Promise<ChatTranscript> {
    const { store } = this.#host;
    return this.#host.sessionOf(id)?.transcript ?? new ChatTranscript((await store.read(id)).records);
  }
}

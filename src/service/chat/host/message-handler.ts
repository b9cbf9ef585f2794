/** Handles the validated messages of a page about a chat. A page can't do anything that isn't listed here. */

import { l10n, commands as registry, ViewColumn, window, workspace } from 'vscode';
import { copyText } from '../../../shared/notifications.ts';
import type { ChatWebview } from '../chat/chat-webview.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import { runCode } from '../code/code-actions.ts';
import type { AboutChat } from '../messages.ts';
import { openMedia, openWebLink } from './open-media.ts';

/** A message about an open chat. */
export type OpenChatMessage = Exclude<AboutChat, { kind: 'newChat' }>;

export async function handleMessage(chat: OpenChat, message: OpenChatMessage, from: ChatWebview): Promise<void> {
  const { conversation, composer } = chat;
  switch (message.kind) {
    case 'send':
      return composer.submit(message.text);
    case 'sendToTwo': {
      const other = await chat.chooseSecondModel();
      if (other !== undefined) await composer.submit(message.text, other);
      return from.focus();
    }
    case 'stop':
      return conversation.stop();
    case 'turn':
      return handleTurn(chat, message, from);
    case 'openMedia': {
      const turn = conversation.transcript.turn(message.id);
      const media = turn?.kind === 'answer' ? turn.media[message.index] : undefined;
      return media && openMedia(media);
    }
    case 'sendQueued':
      return void conversation.askQueued();
    case 'queued':
      if (message.action === 'remove') return void conversation.unqueue(message.id);
      composer.moveToComposer(message.id);
      return from.focus();
    case 'cancelEdit':
      return composer.cancelEdit();
    case 'composed':
      return composer.syncTypedText(message.text, from);
    case 'settings':
      return conversation.setSettings(message.settings);
    case 'dismiss':
      if (message.notice === 'notice') chat.dismiss();
      else conversation.transcript.removed = undefined;
      return;
    case 'detach':
      return composer.detach(message.id);
    case 'attachText':
      return void composer.addPasted(message.name, message.text);
    case 'attachImage':
      return void composer.addPastedImage(message.name, message.data);
    case 'attachUris':
      return void (await composer.addDropped(message.uris));
    case 'findMentions': {
      const { of, query, request } = message;
      return from.post({ kind: 'mentions', request, mentions: await composer.findMentions(of, query) });
    }
    case 'attachMention':
      return void (await composer.addMention(message.of, message.key));
    case 'code':
      return runCode(message);
    case 'openLink':
      return openWebLink(message.href);
    case 'run':
      if (message.action === 'setBudget')
        return registry.executeCommand('workbench.action.openSettings', 'switchyard.chat.budget');
      await registry.executeCommand(message.action);
      // The model picker took the focus from the composer.
      if (message.action === 'switchyard.chat.chooseModel') from.focus();
      return;
    default:
      message satisfies never;
  }
}

async function handleTurn(
  chat: OpenChat,
  { action, id }: AboutChat & { kind: 'turn' },
  from: ChatWebview,
): Promise<void> {
  const { conversation, composer } = chat;
  const turn = conversation.transcript.turn(id);
  if (!turn) return;
  switch (action) {
    case 'copy':
      return copyText(turn.text, l10n.t('Message copied.'));
    case 'openMarkdown': {
      // As text, because the Markdown preview could load images named in the answer. The user can still open it.
      const document = await workspace.openTextDocument({ language: 'markdown', content: turn.text });
      await window.showTextDocument(document, from.kind === 'editor' ? ViewColumn.Beside : ViewColumn.Active);
      return;
    }
    case 'edit':
      composer.edit(id);
      return from.focus();
    case 'retry':
      return void conversation.retry(id);
    case 'retryWith': {
      const title = l10n.t('Choose a Model for This Response and the Next Messages');
      if (await chat.chooseModel(undefined, title)) conversation.retry(id, conversation.model);
      return from.focus();
    }
    case 'askAlso': {
      const other = await chat.chooseSecondModel();
      if (other !== undefined) conversation.askAlso(id, other);
      return from.focus();
    }
    case 'continueWith':
      return conversation.continueWith(id);
    case 'continue':
      return void conversation.continue(id);
    case 'cancelWait':
      return conversation.cancelWait();
    case 'choose':
      return conversation.choose(id);
    case 'remove':
      return void conversation.remove(id);
    case 'restore':
      return conversation.restore(id);
    default:
      action satisfies never;
  }
}

/** Banners and buttons between the messages and the composer, and announcements for screen readers. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCost } from '../../../shared/text/format-cost.ts';
import type { ChatRecord, ChatTotal, ConnectionView, Notice, Turn } from '../messages.ts';
import { icon, iconButton, textButton } from './icons.ts';
import { post, runCommand } from './to-host.ts';

/** Describes a problem with the connection, unless the last message already does. */
export function connectionBanner(
  { kind, text }: ConnectionView,
  last: Turn | undefined,
): TemplateResult | typeof nothing {
  if (kind === 'connected' || (last?.kind === 'answer' && last.ending?.how === 'failed')) return nothing;
  if (kind === 'signedOut' && !last) return nothing;
  if (kind === 'unreachable')
    return banner(
      'connection',
      'warning',
      text,
      secondary(l10n.t('Try Again'), () => runCommand('switchyard.retryConnection')),
    );
  const what = kind === 'signedOut' ? l10n.t("You're signed out.") : text;
  return banner(
    'connection',
    'key',
    what,
    textButton(l10n.t('Sign In'), () => runCommand('switchyard.signIn')),
  );
}

/** A notice of the host or the page. */
export function noticeBanner(notice: Notice | undefined, close: () => void): TemplateResult | typeof nothing {
  if (!notice) return nothing;
  const { text, action, label = '', isHint } = notice;
  const button = action ? secondary(label, () => runCommand(action)) : nothing;
  return banner(isHint ? 'hint' : 'notice', 'info', text, button, close);
}

export function budgetBanner({ costs }: ChatTotal, budget: number, close: () => void): TemplateResult | typeof nothing {
  const [currency, cost] = [...costs].find((one) => budget > 0 && one[1] > budget) ?? [];
  if (cost === undefined) return nothing;
  return banner(
    'budget',
    'warning',
    l10n.t('This chat has cost {0}. Its budget is {1}.', formatCost(cost, currency), formatCost(budget, currency)),
    secondary(l10n.t('Change Budget'), () => runCommand('setBudget')),
    close,
  );
}

/** @param count number of other chats with a new response */
export function unreadBanner(count: number): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  const text =
    count === 1 ? l10n.t('New response in another chat.') : l10n.t('New responses in {0} other chats.', count);
  return banner(
    'unread',
    'comment-unresolved',
    text,
    secondary(l10n.t('Show Chats'), () => runCommand('switchyard.chat.showChats')),
  );
}

/** @param id ID of the message that was deleted last, if that can be undone */
export function undoBanner(id: string | undefined, close: () => void): TemplateResult | typeof nothing {
  if (id === undefined) return nothing;
  return banner(
    'undo',
    'trash',
    l10n.t('Deleted this message and everything after it.'),
    secondary(l10n.t('Undo'), () => post({ kind: 'turn', action: 'restore', id })),
    close,
  );
}

/** @param kind its class @param close absent if it can't be closed */
function banner(
  kind: 'connection' | 'notice' | 'hint' | 'budget' | 'undo' | 'unread',
  iconName: string,
  text: string,
  button: TemplateResult | typeof nothing,
  close?: () => void,
): TemplateResult {
  return html`<div class="banner ${kind}">
    ${icon(iconName)}<span>${text}</span>${button}
    ${close ? iconButton('close', l10n.t('Close'), close, { label: l10n.t('Dismiss message') }) : nothing}
  </div>`;
}

function secondary(label: string, act: () => void): TemplateResult {
  return textButton(label, act, { secondary: true });
}

/** Returns the announcement for screen readers, if the record needs one. */
export function announcementOf(record: ChatRecord): string | undefined {
  switch (record.kind) {
    case 'answer':
      return l10n.t('{0} is responding.', record.model);
    case 'resume':
      return l10n.t('The response continues.');
    case 'queue':
      return l10n.t('Your message will be sent after this response.');
    case 'remove':
      return l10n.t('Message deleted.');
    case 'restore':
      return l10n.t('Message restored.');
    case 'end':
      if (record.ending.how === 'complete') return l10n.t('The response is complete.');
      if (record.ending.how === 'stopped') return l10n.t('Stopped.');
      return l10n.t('The response failed: {0}', record.ending.problem.text);
    default:
      return undefined;
  }
}

/** A button above the composer, over the messages. Clicking it keeps the text selection. */
export function pill(name: string, label: string, act: () => void): TemplateResult {
  const keep = (event: Event) => event.preventDefault();
  return html`<button type="button" class="jump" @mousedown=${keep} @click=${act}>${icon(name)}${label}</button>`;
}

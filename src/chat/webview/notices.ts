/** Banners about the whole chat, between the messages and the composer, and announcements for screen readers. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import {
  type ChatRecord,
  type ChatTotal,
  type ConnectionView,
  type Notice,
  removedAfter,
  type Turn,
} from '../messages.ts';
import { formatCost } from './cost.ts';
import { post, run } from './host.ts';
import { icon, iconButton, textButton } from './icons.ts';

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
      secondary(l10n.t('Try Again'), () => run('retryConnection')),
    );
  const what = kind === 'signedOut' ? l10n.t("You're signed out.") : text;
  return banner(
    'connection',
    'key',
    what,
    textButton(l10n.t('Sign In'), () => run('signIn')),
  );
}

/** Notices until the user closes them: from the host, budget exceeded, and undo of a deletion. */
export class Notices {
  /** Called after a notice was closed. */
  readonly #onClose: () => void;
  #notice: Notice | undefined;
  #budget = 0;
  /** The user has closed the budget notice. */
  #budgetSeen = false;
  /** ID of the message that was deleted last. */
  #removed: string | undefined;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  set notice(notice: Notice | undefined) {
    this.#notice = notice;
  }

  set budget(budget: number) {
    this.#budget = budget;
    this.#budgetSeen = false;
  }

  /** Called when another chat is shown. @param removed ID of the message that was deleted last */
  begin(removed: string | undefined): void {
    this.#notice = undefined;
    this.#removed = removed;
  }

  update(record: ChatRecord): void {
    this.#removed = removedAfter(record, this.#removed);
  }

  render({ costs }: ChatTotal): TemplateResult {
    return html`${this.#host()} ${this.#overBudget(costs)} ${this.#undo()}`;
  }

  #host(): TemplateResult | typeof nothing {
    if (!this.#notice) return nothing;
    const { text, action, label = '' } = this.#notice;
    const close = () => {
      this.#notice = undefined;
      post({ kind: 'dismiss', notice: 'notice' });
    };
    return banner('notice', 'info', text, action ? secondary(label, () => run(action)) : nothing, this.#closes(close));
  }

  #overBudget(costs: ChatTotal['costs']): TemplateResult | typeof nothing {
    const [currency, cost] = [...costs].find((one) => this.#budget > 0 && one[1] > this.#budget) ?? [];
    if (cost === undefined || this.#budgetSeen) return nothing;
    const [spent, budget] = [formatCost(cost, currency), formatCost(this.#budget, currency)];
    return banner(
      'budget',
      'warning',
      l10n.t('This chat has cost {0}. Its budget is {1}.', spent, budget),
      secondary(l10n.t('Change Budget'), () => run('setBudget')),
      this.#closes(() => (this.#budgetSeen = true)),
    );
  }

  #undo(): TemplateResult | typeof nothing {
    const id = this.#removed;
    if (id === undefined) return nothing;
    return banner(
      'undo',
      'trash',
      l10n.t('Deleted this message and everything after it.'),
      secondary(
        l10n.t('Undo'),
        this.#closes(() => post({ kind: 'turn', action: 'restore', id })),
      ),
      this.#closes(() => {
        this.#removed = undefined;
        post({ kind: 'dismiss', notice: 'undo' });
      }),
    );
  }

  /** Returns the action of a button that closes a notice. */
  #closes(change: () => void): () => void {
    return () => {
      change();
      this.#onClose();
    };
  }
}

/** @param kind its class @param close absent if it can't be closed */
function banner(
  kind: 'connection' | 'notice' | 'budget' | 'undo',
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

/** Notices about the whole chat, until the user closes them: from the host, budget exceeded, and undo of a deletion. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ChatRecord, ChatTotal, Notice } from '../messages.ts';
import { budgetBanner, noticeBanner, undoBanner } from './banners.ts';
import { post } from './host.ts';

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

  set notice(notice: Notice) {
    this.#notice = notice;
  }

  set budget(budget: number) {
    this.#budget = budget;
    this.#budgetSeen = false;
  }

  /** Called when another chat is shown. */
  clear(): void {
    this.#notice = undefined;
    this.#removed = undefined;
  }

  /** A deletion can be undone until the next message. */
  update(record: ChatRecord): void {
    if (record.kind === 'remove') this.#removed = record.id;
    else if (record.kind === 'restore' || record.kind === 'prompt' || record.kind === 'answer')
      this.#removed = undefined;
  }

  render(total: ChatTotal): TemplateResult {
    const removed = this.#removed;
    const undo = () => {
      if (removed !== undefined) post({ kind: 'turn', action: 'restore', id: removed });
      this.#onClose();
    };
    return html`${noticeBanner(
      this.#notice,
      this.#closes(() => (this.#notice = undefined)),
    )}
    ${
      this.#budgetSeen
        ? nothing
        : budgetBanner(
            total,
            this.#budget,
            this.#closes(() => (this.#budgetSeen = true)),
          )
    }
    ${
      removed === undefined
        ? nothing
        : undoBanner(
            undo,
            this.#closes(() => (this.#removed = undefined)),
          )
    }`;
  }

  /** Returns the action of a close button. */
  #closes(change: () => void): () => void {
    return () => {
      change();
      this.#onClose();
    };
  }
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

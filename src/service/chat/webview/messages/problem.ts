/** Shows why an answer failed, and either the remedies or the countdown to the automatic retry. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { LightElement } from '../../../../shared/webview/light-element.ts';
import type { AboutChat, AnswerProblem, AnswerTurn, TurnAction } from '../../messages.ts';
import { icon, textButton } from '../icons.ts';
import { post } from '../to-host.ts';

export class ChatProblem extends LightElement {
  static override properties = { turn: { attribute: false }, retryAt: { attribute: false }, busy: { type: Boolean } };

  declare turn: AnswerTurn;
  /** Epoch milliseconds; undefined if there is no automatic retry. */
  declare retryAt: number | undefined;
  declare busy: boolean;
  /** On the monotonic clock, so that the countdown doesn't jump if the time of day is changed. */
  #until = 0;
  #tick: ReturnType<typeof setInterval> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#tick);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('retryAt')) return;
    clearInterval(this.#tick);
    if (this.retryAt === undefined) return;
    this.#until = performance.now() + Math.max(0, this.retryAt - Date.now());
    this.#tick = setInterval(() => this.requestUpdate(), 1000);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { id, text, ending } = this.turn;
    if (ending?.how !== 'failed') return nothing;
    const { problem } = ending;
    return html`<div class="problem">
      ${icon('error')}
      <div>
        ${text === '' ? nothing : html`<p><strong>${l10n.t('This response is incomplete.')}</strong></p>`}
        <p class="problem-text" dir="auto">${problem.text}</p>
        ${this.#details(problem)}
        ${this.retryAt === undefined ? nothing : html`<p class="countdown">${icon('watch')} ${this.#countdown()}</p>`}
        ${this.busy ? nothing : this.retryAt === undefined ? this.#remedies(id, problem, text !== '') : this.#waiting(id)}
      </div>
    </div>`;
  }

  #countdown(): string {
    const seconds = Math.max(0, Math.ceil((this.#until - performance.now()) / 1000));
    return l10n.t('Retrying in {0} s.', seconds);
  }

  #details({ details }: AnswerProblem): TemplateResult | typeof nothing {
    if (details === undefined) return nothing;
    return html`<details class="problem-details">
      <summary>${l10n.t('Details')}</summary>
      <pre tabindex="0">${details}</pre>
    </details>`;
  }

  #waiting(id: string): TemplateResult {
    return html`<div class="problem-actions">
      ${button('retry', id, l10n.t('Retry Now'))} ${button('cancelWait', id, l10n.t('Cancel'), true)}
    </div>`;
  }

  #remedies(id: string, { cause }: AnswerProblem, partial: boolean): TemplateResult {
    const remedy = remedyFor(cause, id);
    const first = remedy !== undefined || partial;
    return html`<div class="problem-actions">
      ${remedy ?? nothing}
      ${partial ? button('continue', id, l10n.t('Continue'), remedy !== undefined) : nothing}
      ${button('retry', id, l10n.t('Try Again'), first)}
    </div>`;
  }
}

export function button(action: TurnAction, id: string, label: string, secondary = false): TemplateResult {
  return textButton(label, () => post({ kind: 'turn', action, id }), { action, secondary });
}

customElements.define('chat-problem', ChatProblem);

/**
 * Returns a button with the remedy for a problem, other than a retry.
 * @param cause kind of an `ApiError` or one of our own; unknown ones have no remedy
 * @param id ID of the failed answer
 */
function remedyFor(cause: string, id: string): TemplateResult | undefined {
  const remedy = (message: AboutChat, label: string) => textButton(label, () => post(message), { action: 'remedy' });
  switch (cause) {
    case 'signedOut':
    case 'unauthorized':
      return remedy({ kind: 'run', action: 'switchyard.signIn' }, l10n.t('Sign In'));
    case 'balance':
    case 'subscriptionLimit':
      return remedy({ kind: 'run', action: 'switchyard.manageConnection' }, l10n.t('Use Another Connection'));
    case 'forbidden':
    case 'notFound':
    case 'validation':
    case 'invalidBody':
      return remedy({ kind: 'turn', action: 'retryWith', id }, l10n.t('Choose Another Model'));
    case 'unexpected':
    case 'badResponse':
      return remedy({ kind: 'run', action: 'switchyard.showLog' }, l10n.t('Show Log'));
    default:
      return undefined;
  }
}

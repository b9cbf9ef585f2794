/** Finds text in the messages of the chat, including those that aren't laid out. */

import * as l10n from '@vscode/l10n';
import { html, type PropertyValues, type TemplateResult } from 'lit';
import { LightElement } from '../../../../shared/webview/light-element.ts';
import type { Turn } from '../../messages.ts';
import { iconButton } from '../icons.ts';
import { setFolded } from './code-blocks.ts';
import { type Match, rangesOf, TurnSearch } from './find-text.ts';
import type { ChatTurn } from './turn.ts';

/** Names of the highlights in the style sheet. */
const allMatches = 'chat-find';
const currentMatch = 'chat-find-current';

class ChatFind extends LightElement {
  static override properties = {
    turns: { attribute: false },
    busy: { type: Boolean },
    reveal: { attribute: false },
    close: { attribute: false },
  };

  declare turns: readonly Turn[];
  /** An answer is streaming; its text is searched at the end. */
  declare busy: boolean;
  /** Renders a message, regardless of its position in the chat. */
  declare reveal: (id: string) => Promise<ChatTurn | undefined>;
  declare close: () => void;
  #query = '';
  #found: readonly Match[] = [];
  /** Index of the current match. */
  #at = -1;
  readonly #search = new TurnSearch();

  override focus(): void {
    const field = this.querySelector('input');
    field?.focus();
    field?.select();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    CSS.highlights?.clear();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if ((changed.has('turns') || changed.has('busy')) && this.#query !== '') void this.#refresh();
  }

  protected override render(): TemplateResult {
    const [found, query] = [this.#found, this.#query];
    const count =
      query === '' ? '' : found.length === 0 ? l10n.t('No results') : l10n.t('{0} of {1}', this.#at + 1, found.length);
    return html`<div class="find-bar" role="search" @keydown=${this.#key}>
      <input
        type="text"
        aria-label=${l10n.t('Find in chat')}
        placeholder=${l10n.t('Find')}
        .value=${query}
        @input=${this.#input}
      />
      <span class="find-count ${query !== '' && found.length === 0 ? 'none' : ''}" role="status">${count}</span>
      ${iconButton('arrow-up', l10n.t('Previous Match'), () => this.#step(-1))}
      ${iconButton('arrow-down', l10n.t('Next Match'), () => this.#step(1))}
      ${iconButton('close', l10n.t('Close'), () => this.close())}
    </div>`;
  }

  readonly #input = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.#query = event.target.value;
    this.requestUpdate();
    void this.#refresh().then(() => this.#show());
  };

  readonly #key = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) this.#step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      // Close only the bar; Escape would also stop the answer.
      event.stopPropagation();
      this.close();
    } else return;
    event.preventDefault();
  };

  /** Searches again. Keeps the current match or selects the last one, because chats are read from the end. */
  async #refresh(): Promise<void> {
    const query = this.#query;
    const before = this.#found[this.#at];
    const matches = await this.#search.find(this.turns, query);
    if (query !== this.#query) return;
    const same = matches.findIndex(({ turn, nth }) => turn === before?.turn && nth === before.nth);
    this.#found = matches;
    this.#at = same === -1 ? matches.length - 1 : same;
    this.requestUpdate();
  }

  #step(by: 1 | -1): void {
    const count = this.#found.length;
    if (count === 0) return;
    this.#at = (this.#at + by + count) % count;
    this.requestUpdate();
    void this.#show();
  }

  async #show(): Promise<void> {
    CSS.highlights?.clear();
    const match = this.#found[this.#at];
    const turn = match && (await this.reveal(match.turn));
    if (!turn || match !== this.#found[this.#at]) return;
    const shown = [...(turn.parentElement?.children ?? [])].flatMap((one) => boxOf(one) ?? []);
    const ranges = shown.flatMap((box) => rangesOf(box, this.#query));
    const box = boxOf(turn);
    const current = box && rangesOf(box, this.#query)[match.nth];
    if (!current) return;
    const element = current.startContainer.parentElement;
    const code = element?.closest('.code');
    if (code) setFolded(code, false);
    element?.scrollIntoView({ block: 'center' });
    CSS.highlights?.set(allMatches, new Highlight(...ranges));
    CSS.highlights?.set(currentMatch, new Highlight(current));
  }
}

/** Returns the text element of a message that is laid out. */
function boxOf(turn: Element): Element | undefined {
  return turn.querySelector('.answer-text:not(.plain), .prompt-text') ?? undefined;
}

customElements.define('chat-find', ChatFind);

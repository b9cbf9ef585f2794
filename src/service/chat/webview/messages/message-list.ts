/** The messages on the page. The end of a long chat is rendered first, so that it can be used immediately. */

import * as l10n from '@vscode/l10n';
import { html, type ReactiveControllerHost } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ChatTranscript, Turn } from '../../messages.ts';
import { ChatTurn } from './turn.ts';

/** Number of messages in the first frame, and number of messages that each later task adds above them. */
const firstTurns = 30;
const nextTurns = 60;

export class MessageList {
  readonly #page: ReactiveControllerHost & ParentNode;
  /** Number of messages at the beginning that aren't on the page yet. */
  #withheld = 0;

  constructor(page: ReactiveControllerHost & ParentNode) {
    this.#page = page;
  }

  /** @param turns number of messages in the chat that is shown from now on */
  begin(turns: number): void {
    this.#withheld = Math.max(0, turns - firstTurns);
  }

  /** Adds the remaining messages. */
  async complete(): Promise<void> {
    while (this.#withheld > 0) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      await this.#withhold(Math.max(0, this.#withheld - nextTurns));
    }
  }

  /** Renders a message with a match of the find bar, even if it isn't on the page yet. */
  readonly reveal = async (id: string): Promise<ChatTurn | undefined> => {
    if (!this.element(id)) await this.#withhold(0);
    const turn = this.element(id);
    await turn?.reveal();
    return turn;
  };

  /** Returns undefined if the message isn't on the page. */
  element(id: string): ChatTurn | undefined {
    const found = this.#page.querySelector(`chat-turn[data-id="${CSS.escape(id)}"]`);
    return found instanceof ChatTurn ? found : undefined;
  }

  /** @param editing ID of the message that is edited in the composer */
  render(transcript: ChatTranscript, editing: string | undefined): unknown {
    const { turns, last, pair } = transcript;
    const busy = transcript.running !== undefined;
    const element = (turn: Turn) => html`<chat-turn
      data-id=${turn.id}
      .turn=${turn}
      .versions=${transcript.versions(turn.id)}
      ?last=${turn === last || pair?.some((one) => one === turn)}
      ?busy=${busy}
      ?edited=${turn.id === editing}
      ?compared=${pair?.some((one) => one === turn)}
    ></chat-turn>`;
    const byId = ({ id }: Turn) => id;
    return repeat(turns.slice(this.#withheld), byId, (turn) =>
      turn === last && pair
        ? html`<div class="pair" role="group" aria-label=${l10n.t('Responses of two models')}>${repeat(pair, byId, element)}</div>`
        : element(turn),
    );
  }

  async #withhold(turns: number): Promise<void> {
    this.#withheld = turns;
    this.#page.requestUpdate();
    await this.#page.updateComplete;
  }

  /** Moves the focus from the button that chose a version to the same button of that version, or to the enabled one. */
  async keepVersionFocus(id: string): Promise<void> {
    const button = document.hasFocus() && document.activeElement?.closest('.versions button');
    if (!button) return;
    const turn = await this.reveal(id);
    const buttons = [...(turn?.querySelectorAll<HTMLButtonElement>('.versions button:not(:disabled)') ?? [])];
    (buttons.find(({ title }) => title === button.getAttribute('title')) ?? buttons[0])?.focus();
  }
}

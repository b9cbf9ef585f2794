/** Model data that a chat needs. Missing data is unknown. */

import { DisposableStore } from '../../../shared/disposable.ts';
import { type Knowledge, notKnown } from '../../../shared/knowledge.ts';
import type { ChatUsage } from '../../api/index.ts';
import type { Accounts } from '../../session/accounts/accounts.ts';
import { costOf } from '../../session/models/answer-usage.ts';
import type { Model } from '../../session/models/catalog.ts';

/**
 * Remembers models of earlier lists of the account: the list may be empty when an answer ends, because the connection
 * was lost. Another account may have other prices and limits.
 */
export class ModelFacts extends DisposableStore {
  readonly #known = new Map<string, Model>();

  constructor(accounts: Accounts) {
    super();
    this.register(
      accounts.forEachSession(({ models }) => {
        this.#known.clear();
        const read = () => {
          for (const model of models.models) this.#known.set(model.id, model);
        };
        read();
        return models.onDidChange(read);
      }),
    );
  }

  /** Cost of an answer; undefined if unknown. */
  cost(model: string, usage: ChatUsage): ReturnType<typeof costOf> {
    return costOf(usage, this.#known.get(model));
  }

  takesImages(model: string): Knowledge<boolean> {
    return this.#known.get(model)?.takesImages ?? notKnown();
  }

  /** Context window in tokens; undefined if unknown. */
  contextWindowOf(model: string): number | undefined {
    return this.#known.get(model)?.context;
  }
}

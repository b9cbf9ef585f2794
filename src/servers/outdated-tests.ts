/** Forgets connection tests of definitions that have changed since. */
import type { ServerRef } from '../../common/tool-servers.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { log } from '../shared/log.ts';
import { failureFacts } from '../shared/messages.ts';
import type { ServerStore } from './store.ts';
import type { TestResults } from './test-results.ts';

export class OutdatedTests extends DisposableStore {
  readonly #config: ConfigLanguage;
  readonly #results: TestResults;

  constructor(config: ConfigLanguage, store: ServerStore, results: TestResults) {
    super();
    this.#config = config;
    this.#results = results;
    this.own(store.onDidChange(() => void this.#forgetAll()));
  }

  async #forgetAll(): Promise<void> {
    try {
      for (const at of this.#results.finished) await this.forget(at);
    } catch (error) {
      log().warn(`The definitions of tested servers could not be read. ${failureFacts(error)}`);
    }
  }

  /** Forgets the outcome of a server if it's of another definition than the current one. */
  async forget(at: ServerRef): Promise<void> {
    const tested = this.#tested(at);
    if (tested === undefined) return;
    const current = await this.#config.sendRequest('switchyard/serverDefinition', at);
    // The server may have been tested again meanwhile.
    if (this.#tested(at) === tested && JSON.stringify(current) !== JSON.stringify(tested)) this.#results.forget(at);
  }

  #tested(at: ServerRef) {
    const outcome = this.#results.get(at);
    return outcome === undefined || outcome.kind === 'running' ? undefined : outcome.definition;
  }
}

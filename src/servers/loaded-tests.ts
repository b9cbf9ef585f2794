/** Connection tests and tool pins, loaded on first use. */
import type { ConfigLanguage } from '../mcp/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { OutdatedTests } from './outdated-tests.ts';
import { PinCommands } from './pin-command.ts';
import type { ServerStore } from './store.ts';
import { ConnectionTests, type TestContext } from './test-command.ts';
import { outcomeViewModel } from './test-items.ts';
import { ToolLocks } from './tool-locks.ts';

export class LoadedTests extends DisposableStore {
  readonly tests: ConnectionTests;
  readonly pins: PinCommands;

  constructor(config: ConfigLanguage, store: ServerStore, context: Omit<TestContext, 'locks' | 'outdated'>) {
    super();
    context.results.viewModelOf = outcomeViewModel;
    const locks = this.own(new ToolLocks(store, context.results));
    const outdated = this.own(new OutdatedTests(config, store, context.results));
    this.tests = this.own(new ConnectionTests(config, { ...context, locks, outdated }));
    this.pins = this.own(new PinCommands(store, this.tests, context.results, locks, outdated));
  }
}

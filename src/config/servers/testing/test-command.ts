/**
 * Runs connection tests: only on request, only in a trusted workspace, and only after the user has agreed to the exact
 * command or URL. Loaded with the first test.
 */

import { type LogOutputChannel, l10n, commands as registry, window, workspace } from 'vscode';
import { explainFailure } from '../../../../common/connection-test/explain.ts';
import { ConnectionTestError } from '../../../../common/connection-test/failure.ts';
import type { LaunchPlan } from '../../../../common/connection-test/launch/launch-plan.ts';
import { flawText, unsetNotes } from '../../../../common/connection-test/notes.ts';
import { type TestOptions, testConnection } from '../../../../common/connection-test/run.ts';
import type { ServerRef } from '../../../../common/messages/tool-servers.ts';
import { textFindingsIn } from '../../../../common/tool-lock/findings.ts';
import { CannotLockError, lockServer } from '../../../../common/tool-lock/lock-server.ts';
import { withCancellableProgress } from '../../../shared/cancellable.ts';
import { runAction } from '../../../shared/commands.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { commands } from '../../../shared/generated/names.ts';
import { log } from '../../../shared/log.ts';
import { showError, showInformation, showWarning } from '../../../shared/notifications.ts';
import { platform } from '../../../shared/platform.ts';
import { failureFacts } from '../../../shared/text/failure-text.ts';
import { oneLine } from '../../../shared/text/format.ts';
import { LockMemory } from '../lock/lock-memory.ts';
import { ToolLocks } from '../lock/tool-locks.ts';
import { type Server, serverRef } from '../store.ts';
import { planServer } from './plan-server.ts';
import { introduction, outcomeViewModel } from './test-items.ts';
import { compared, type FailedOutcome, type PassedOutcome } from './test-results.ts';
import type { TestServices } from './test-services.ts';

type FinishedOutcome = PassedOutcome | FailedOutcome;

export class ConnectionTests extends DisposableStore {
  readonly locks: ToolLocks;
  readonly #services: TestServices;
  #output: LogOutputChannel | undefined;
  readonly #disposed = new AbortController();

  constructor(services: TestServices) {
    super();
    this.#services = services;
    const { store, results } = services;
    results.viewModelOf = outcomeViewModel;
    this.locks = this.register(new ToolLocks(store, results));
    this.register(new LockMemory(services, this.locks));
    this.register(store.onDidChange(() => void this.#forgetAllOutdated()));
  }

  async test(server: Server): Promise<void> {
    if (!workspace.isTrusted) return this.#askForTrust();
    const at = serverRef(server);
    const name = oneLine(server.name);
    const definition = await this.#services.config.sendRequest('switchyard/serverDefinition', at);
    if ('problem' in definition) throw new Error(`"${name}": ${definition.problem}`);
    const { plan, environment, programs } = await planServer(definition, server.folder);
    const { consent, results } = this.#services;
    if (!(await consent.ask(plan, 'test'))) return;
    const earlier = compared(results.get(at));
    const restore = () => (earlier === undefined ? results.forget(at) : results.set(at, earlier));
    results.set(at, { kind: 'running' });
    const outcome = await withCancellableProgress(l10n.t('Testing "{0}"', name), (signal, report) =>
      this.#run(server, plan, {
        environment,
        fetch: platform().fetch,
        programs,
        signal: AbortSignal.any([signal, this.#disposed.signal]),
        progress: report,
      }),
    ).catch((error: unknown) => {
      restore();
      throw error;
    });
    if (outcome.kind === 'failed' && outcome.failure.kind === 'canceled') return restore();
    results.set(at, outcome);
    // The definition may have changed during the test.
    await this.forgetOutdated(at);
    await this.#tell(server, outcome);
  }

  async #forgetAllOutdated(): Promise<void> {
    try {
      for (const at of this.#services.results.servers) await this.forgetOutdated(at);
    } catch (error) {
      log().warn(`The definitions of tested servers could not be read. ${failureFacts(error)}`);
    }
  }

  /** Forgets the outcome of a finished test if it's of another definition than the current one. */
  async forgetOutdated(at: ServerRef): Promise<void> {
    const { config, results } = this.#services;
    const tested = results.definitionOf(at);
    if (tested === undefined) return;
    const current = await config.sendRequest('switchyard/serverDefinition', at);
    // The server may have been tested again meanwhile.
    if (results.definitionOf(at) === tested && JSON.stringify(current) !== JSON.stringify(tested)) results.forget(at);
  }

  async #askForTrust(): Promise<void> {
    const manage = l10n.t('Manage Workspace Trust');
    const text = l10n.t('A connection test runs commands from the file. Trust this workspace first.');
    if ((await showWarning(text, manage)) === manage) await registry.executeCommand('workbench.trust.manage');
  }

  async #run(
    server: Server,
    plan: LaunchPlan,
    circumstances: Pick<TestOptions, 'environment' | 'fetch' | 'programs' | 'signal' | 'progress'>,
  ): Promise<FinishedOutcome> {
    const output = this.#log();
    output.info(`── ${oneLine(plan.definition.name)} (${plan.definition.transport})`);
    const write = (text: string) => output.info(text.trimEnd());
    try {
      const result = await testConnection(plan, { ...circumstances, log: write, version: this.#services.version });
      output.info(introduction(result));
      for (const flaw of result.flaws) output.warn(flawText(flaw));
      const current = await lockServer(result, plan.written).catch((error: unknown) => {
        if (error instanceof CannotLockError) return error.message;
        throw error;
      });
      const lock = await this.locks.compare(serverRef(server), current);
      return { kind: 'passed', definition: plan.written, result, findings: textFindingsIn(result), current, lock };
    } catch (error) {
      if (!(error instanceof ConnectionTestError)) throw error;
      const { failure, survivors } = error;
      output.warn([explainFailure(failure), ...unsetNotes(plan.unset)].join(' '));
      return { kind: 'failed', definition: plan.written, failure, survivors, unset: plan.unset };
    }
  }

  /** Reveals the outcome in the tree if it's visible; otherwise shows a message. */
  async #tell(server: Server, outcome: FinishedOutcome): Promise<void> {
    const { tree } = this.#services;
    if (tree.view.visible) return tree.reveal(serverRef(server), { expand: true });
    // Not awaited: other servers are tested and locked while the message is open.
    void runAction(commands.servers.test, () => this.#showMessage(server, outcome));
  }

  async #showMessage(server: Server, outcome: FinishedOutcome): Promise<void> {
    const name = oneLine(server.name);
    const passed = outcome.kind === 'passed';
    const text = `"${name}": ${passed ? introduction(outcome.result) : explainFailure(outcome.failure)}`;
    const action = passed ? l10n.t('Show Details') : l10n.t('Show Log');
    const chosen = await (passed ? showInformation(text, action) : showError(text, action));
    if (chosen === undefined) return;
    if (passed) await this.#services.tree.focus(serverRef(server));
    else this.showLog();
  }

  #log(): LogOutputChannel {
    this.#output ??= window.createOutputChannel('Switchyard Tool Servers', { log: true });
    return this.#output;
  }

  /** Shows the log, which contains what tested servers wrote to standard error. */
  showLog(): void {
    this.#log().show(true);
  }

  override dispose(): void {
    this.#disposed.abort();
    this.#output?.dispose();
    super.dispose();
  }
}

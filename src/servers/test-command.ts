/**
 * Runs connection tests: only on request, only in a trusted workspace, and only after the user has agreed to the exact
 * command or URL. Loaded with the first test.
 */
import { type Disposable, type LogOutputChannel, l10n, commands as registry, window, workspace } from 'vscode';
import { explainFailure } from '../../common/connection-test/explain.ts';
import { ConnectionTestError } from '../../common/connection-test/failure.ts';
import type { LaunchPlan } from '../../common/connection-test/launch-plan.ts';
import { type TestOptions, testConnection } from '../../common/connection-test/run.ts';
import { findingsIn } from '../../common/tool-lock/findings.ts';
import { PinError, pinServer } from '../../common/tool-lock/pin.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { withCancellableProgress } from '../shared/cancellable.ts';
import { attempt } from '../shared/commands.ts';
import { commands } from '../shared/contract.ts';
import { oneLine } from '../shared/format.ts';
import { showError, showInformation, showWarning } from '../shared/notifications.ts';
import { platform } from '../shared/platform.ts';
import type { LaunchConsent } from './launch-consent.ts';
import type { Outcome } from './outcome.ts';
import type { OutdatedTests } from './outdated-tests.ts';
import { planServer } from './plan-server.ts';
import { type Server, serverRef } from './store.ts';
import { introduction } from './test-items.ts';
import type { TestResults } from './test-results.ts';
import type { ToolLocks } from './tool-locks.ts';
import type { ServerTree } from './tree.ts';

type FinishedOutcome = Exclude<Outcome, { readonly kind: 'running' }>;

export interface TestContext {
  readonly results: TestResults;
  readonly locks: ToolLocks;
  readonly outdated: OutdatedTests;
  readonly tree: ServerTree;
  readonly consent: LaunchConsent;
  /** Of this extension. */
  readonly version: string;
}

export class ConnectionTests implements Disposable {
  readonly #config: ConfigLanguage;
  readonly #context: TestContext;
  #output: LogOutputChannel | undefined;
  readonly #disposed = new AbortController();

  constructor(config: ConfigLanguage, context: TestContext) {
    this.#config = config;
    this.#context = context;
  }

  async test(server: Server): Promise<void> {
    if (!workspace.isTrusted) return this.#askForTrust();
    const at = serverRef(server);
    const name = oneLine(server.name);
    const definition = await this.#config.sendRequest('switchyard/serverDefinition', at);
    if ('problem' in definition) throw new Error(`"${name}": ${definition.problem}`);
    const { plan, environment, programs } = await planServer(definition, server.folder);
    const { consent, results } = this.#context;
    if (!(await consent.ask(plan, 'test'))) return;
    const earlier = results.get(at);
    const restore = () => (earlier?.kind === 'passed' ? results.set(at, earlier) : results.forget(at));
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
    if (outcome.kind === 'failed' && outcome.failure.kind === 'cancelled') return restore();
    results.set(at, outcome);
    // The definition may have changed during the test.
    await this.#context.outdated.forget(at);
    await this.#tell(server, outcome);
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
    const log = (text: string) => output.info(text.trimEnd());
    try {
      const result = await testConnection(plan, { ...circumstances, log, version: this.#context.version });
      output.info(introduction(result));
      const current = await pinServer(result, plan.written).catch((error: unknown) => {
        if (error instanceof PinError) return error.message;
        throw error;
      });
      const pin = await this.#context.locks.compare(serverRef(server), current);
      return { kind: 'passed', definition: plan.written, result, findings: findingsIn(result), current, pin };
    } catch (error) {
      if (!(error instanceof ConnectionTestError)) throw error;
      output.warn(explainFailure(error.failure));
      return { kind: 'failed', definition: plan.written, failure: error.failure };
    }
  }

  /** Reveals the outcome in the tree if it's visible; otherwise shows a message. */
  async #tell(server: Server, outcome: FinishedOutcome): Promise<void> {
    const { tree } = this.#context;
    const at = serverRef(server);
    if (tree.view.visible) return tree.reveal(at, { expand: true });
    // Not awaited: other servers are tested and pinned while the message is open.
    void attempt(commands.testServer, () => this.#showMessage(server, outcome));
  }

  async #showMessage(server: Server, outcome: FinishedOutcome): Promise<void> {
    const name = oneLine(server.name);
    const passed = outcome.kind === 'passed';
    const text = `"${name}": ${passed ? introduction(outcome.result) : explainFailure(outcome.failure)}`;
    const action = passed ? l10n.t('Show Details') : l10n.t('Show Log');
    const chosen = await (passed ? showInformation(text, action) : showError(text, action));
    if (chosen === undefined) return;
    if (passed) await this.#context.tree.focus(serverRef(server));
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

  dispose(): void {
    this.#disposed.abort();
    this.#output?.dispose();
  }
}

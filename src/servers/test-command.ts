/**
 * A connection test as the user meets it: only on request, only in a trusted workspace, and only after the very command or
 * address was shown. Read when the first test is run.
 */
import process from 'node:process';
import {
  type Disposable,
  type LogOutputChannel,
  l10n,
  ProgressLocation,
  commands as registry,
  window,
  workspace,
} from 'vscode';
import type { ServerDefinition } from '../../common/server-definition.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { inert, oneLine } from '../shared/format.ts';
import { type Environment, expandDefinition } from './connection-test/expand.ts';
import { explainFailure } from './connection-test/explain.ts';
import { ConnectionTestError, type TestFailure } from './connection-test/failure.ts';
import type { TestResult } from './connection-test/result.ts';
import { testConnection } from './connection-test/run.ts';
import { placeOf, type Server } from './store.ts';
import { introduction } from './test-items.ts';
import type { TestResults } from './test-results.ts';
import type { ServerTree } from './tree.ts';

export class ConnectionTests implements Disposable {
  readonly #config: ConfigLanguage;
  readonly #results: TestResults;
  readonly #tree: ServerTree;
  readonly #version: string;
  #output: LogOutputChannel | undefined;
  /** Definitions that the user has let start since the window was opened, word by word. */
  readonly #allowed = new Set<string>();

  constructor(config: ConfigLanguage, results: TestResults, tree: ServerTree, version: string) {
    this.#config = config;
    this.#results = results;
    this.#tree = tree;
    this.#version = version;
  }

  async test(server: Server): Promise<void> {
    if (!workspace.isTrusted) return this.#askForTrust();
    const at = placeOf(server);
    const name = inert(oneLine(server.name));
    const definition = await this.#config.ask('switchyard/serverDefinition', at);
    if ('problem' in definition) throw new Error(`"${name}": ${definition.problem}`);
    const environment = ownEnvironment();
    if (!(await this.#allow(definition, environment))) return;
    this.#results.set(at, { kind: 'running' });
    const outcome = await window.withProgress(
      { location: ProgressLocation.Notification, title: l10n.t('Testing "{0}"', name), cancellable: true },
      (progress, token) => {
        const control = new AbortController();
        token.onCancellationRequested(() => control.abort());
        return this.#run(definition, environment, control.signal, (message) => progress.report({ message }));
      },
    );
    if (outcome.kind === 'failed' && outcome.failure.kind === 'cancelled') return this.#results.forget(at);
    this.#results.set(at, outcome);
    await this.#tell(server, outcome);
  }

  async #askForTrust(): Promise<void> {
    const manage = l10n.t('Manage Workspace Trust');
    const text = l10n.t('A test starts what the file names. Trust this workspace first.');
    if ((await window.showWarningMessage(text, manage)) === manage)
      await registry.executeCommand('workbench.trust.manage');
  }

  /** Shows what would be started or asked. A definition that has not changed since is not asked about again. */
  async #allow(definition: ServerDefinition, environment: Environment): Promise<boolean> {
    const key = JSON.stringify(definition);
    if (this.#allowed.has(key)) return true;
    const start = definition.transport === 'stdio' ? l10n.t('Start') : l10n.t('Connect');
    const question =
      definition.transport === 'stdio'
        ? l10n.t('Start this program to test "{0}"?', oneLine(definition.name))
        : l10n.t('Connect to this address to test "{0}"?', oneLine(definition.name));
    const detail = describe(definition, environment).join('\n');
    if ((await window.showWarningMessage(question, { modal: true, detail }, start)) !== start) return false;
    this.#allowed.add(key);
    return true;
  }

  async #run(
    definition: ServerDefinition,
    environment: Environment,
    signal: AbortSignal,
    progress: (step: string) => void,
  ): Promise<{ kind: 'passed'; result: TestResult } | { kind: 'failed'; failure: TestFailure }> {
    const output = this.#log();
    output.info(`── ${oneLine(definition.name)} (${definition.transport})`);
    const log = (text: string) => output.info(text.trimEnd());
    try {
      const options = { environment, signal, progress, log, version: this.#version };
      const result = await testConnection(definition, options);
      output.info(introduction(result));
      return { kind: 'passed', result };
    } catch (error) {
      if (!(error instanceof ConnectionTestError)) throw error;
      output.warn(explainFailure(error.failure));
      return { kind: 'failed', failure: error.failure };
    }
  }

  /** The tree shows it; where nobody looks at the tree, a message does. */
  async #tell(
    server: Server,
    outcome: { kind: 'passed'; result: TestResult } | { kind: 'failed'; failure: TestFailure },
  ): Promise<void> {
    const at = placeOf(server);
    if (this.#tree.view.visible) return this.#tree.reveal(at, { expand: true });
    const name = inert(oneLine(server.name));
    const passed = outcome.kind === 'passed';
    const text = `"${name}": ${inert(passed ? introduction(outcome.result) : explainFailure(outcome.failure))}`;
    const action = passed ? l10n.t('Show') : l10n.t('Show Log');
    const chosen = await (passed ? window.showInformationMessage(text, action) : window.showErrorMessage(text, action));
    if (chosen === undefined) return;
    if (passed) await this.#tree.focus(at);
    else this.showLog();
  }

  #log(): LogOutputChannel {
    this.#output ??= window.createOutputChannel('Switchyard Tool Servers', { log: true });
    return this.#output;
  }

  /** What tested servers wrote to standard error. */
  showLog(): void {
    this.#log().show(true);
  }

  dispose(): void {
    this.#output?.dispose();
  }
}

/** What the user is asked to let happen: as the file writes it, and what of it is not as it looks. */
function describe(definition: ServerDefinition, environment: Environment): readonly string[] {
  const { leftOut, unset } = expandDefinition(definition, environment);
  const lines: string[] = [];
  if (definition.transport === 'stdio') {
    lines.push([definition.command, ...definition.args].map(quoted).join(' '));
    if (definition.cwd !== undefined) lines.push(l10n.t('in the folder {0}', oneLine(definition.cwd, 500)));
    const names = Object.keys(definition.env);
    if (names.length > 0) lines.push(l10n.t('with the variables {0}', oneLine(names.join(', '), 500)));
  } else {
    lines.push(oneLine(definition.url, 2000));
    const names = Object.keys(definition.headers);
    if (names.length > 0) lines.push(l10n.t('with the headers {0}', oneLine(names.join(', '), 500)));
  }
  if (unset.length > 0) lines.push(l10n.t('Variables that are not set: {0}', unset.join(', ')));
  if (leftOut.length > 0)
    lines.push(l10n.t('Left out, because a command would give the value: {0}', leftOut.join(', ')));
  return ['', ...lines];
}

/** A word of a command line, so that it is seen where it begins and ends. */
function quoted(word: string): string {
  const text = word === '' ? '' : oneLine(word, 2000);
  return /^[\w@%+=:,./$\\{}-]+$/.test(text) ? text : JSON.stringify(text);
}

/** The editor's own variables would change how some programs behave. */
function ownEnvironment(): Environment {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VSCODE_|ELECTRON_|CHROME_|NODE_OPTIONS$)/.test(name)),
  );
}

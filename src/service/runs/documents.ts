/** Runs and the errors of their steps as read-only documents. */
import { l10n } from 'vscode';
import { DisposableStore } from '../../shared/disposable.ts';
import { ReadOnlyDocuments } from '../../shared/editing/read-only-documents.ts';
import { exactTime } from '../../shared/text/format.ts';
import { prettyJson } from '../../shared/text/pretty-json.ts';
import type { StepExecution } from '../api/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { recordOf } from '../session/runs/run-detail.ts';

export class RunDocuments extends DisposableStore {
  readonly #runs: ReadOnlyDocuments;
  readonly #errors: ReadOnlyDocuments;

  constructor(accounts: Accounts) {
    super();
    const detail = async (id: string) => (await accounts.require()).runs.detail(id);
    this.#runs = this.register(
      new ReadOnlyDocuments({
        scheme: 'switchyard-run',
        onDidLeave: accounts.onDidLeaveSession,
        extension: '.json',
        read: async (id) => prettyJson(recordOf(await detail(id))),
      }),
    );
    this.#errors = this.register(
      new ReadOnlyDocuments({
        scheme: 'switchyard-step-error',
        onDidLeave: accounts.onDidLeaveSession,
        extension: '.txt',
        read: async (query) => {
          const [run = '', step] = JSON.parse(query) as string[];
          const { steps } = await detail(run);
          const found = steps.find(({ id }) => id === step);
          return found ? errorText(found) : l10n.t('This step no longer exists.');
        },
      }),
    );
  }

  openRun(id: string, name: string): Promise<unknown> {
    return this.#runs.open(id, name);
  }

  openError(run: string, step: StepExecution): Promise<unknown> {
    return this.#errors.open(JSON.stringify([run, step.id]), step.step_name);
  }
}

/** Starts with the error, because that's why the document is opened. */
function errorText(step: StepExecution): string {
  return [
    step.error ?? l10n.t('This step has no error.'),
    '',
    l10n.t('Step: {0}', step.step_name),
    l10n.t('Type: {0}', step.step_type),
    l10n.t('Status: {0}', step.status),
    l10n.t('Attempt: {0}', step.attempt),
    ...(step.started_at ? [l10n.t('Started: {0}', exactTime(step.started_at))] : []),
    ...(step.finished_at ? [l10n.t('Finished: {0}', exactTime(step.finished_at))] : []),
    l10n.t('ID: {0}', step.id),
  ].join('\n');
}

/** Finds the run or step for a command: from the row, or with a Quick Pick if run from the Command Palette. */
import { l10n, type QuickPickItem, window } from 'vscode';
import { pickItem } from '../../shared/list/pick-item.ts';
import { showInformation } from '../../shared/notifications.ts';
import { dayName, inert, oneLine } from '../../shared/text/format.ts';
import type { StepExecution, WorkflowRunMetadata } from '../api/index.ts';
import { runDescription, statusIcon, statusText } from '../session/runs/run-appearance.ts';
import { stepNotes } from '../session/runs/run-detail.ts';
import { showsAllRuns } from '../session/runs/run-filter.ts';
import type { ServiceSession } from '../session/session.ts';
import { runOf, stepOf } from './rows.ts';

/** Runs in the Quick Pick, newest first. */
interface PickOptions {
  readonly filter?: (run: WorkflowRunMetadata) => boolean;
  /** Runs to list before all others. */
  readonly prioritize?: (run: WorkflowRunMetadata) => boolean;
}

/** @returns the ID of a run */
export async function pickRun(
  session: ServiceSession,
  argument: unknown,
  placeHolder: string,
  { filter = () => true, prioritize = () => false }: PickOptions = {},
): Promise<string | undefined> {
  const known = runOf(argument);
  if (known !== undefined) return known;
  const { runs: store, workflows, token } = session;
  await Promise.all([store.ensure(), workflows.ensure()]);
  const runs = store.runs.filter(filter);
  const sorted = [...runs.filter(prioritize), ...runs.filter((run) => !prioritize(run))];
  const items = sorted.map((run): QuickPickItem & { id: string } => ({
    label: `$(${statusIcon(run.status).id.replace('~spin', '')}) ${inert(workflows.nameOf(run.workflow_id, 60))}`,
    description: inert(
      `${dayName(store.byDay.keyOfRun(run.id) ?? '', Date.now())} ${runDescription(run)} · ${statusText(run.status)}`,
    ),
    detail: inert(oneLine(run.id)),
    id: run.id,
  }));
  const isRow = (item: { readonly id: string }, row: unknown) => runOf(row) === item.id;
  // Runs that aren't loaded, or that the filter of the view leaves out, may be what was asked for.
  const isWhole = !store.hasMore && showsAllRuns(store.filter);
  const none = isWhole
    ? l10n.t('No runs found.')
    : l10n.t('No such run is loaded. Load more runs, or clear the filter.');
  return (await pickItem(items, placeHolder, store, none, argument, isRow, token))?.id;
}

export interface PickedStep {
  /** ID of the run. */
  readonly run: string;
  readonly step: StepExecution;
}

/** Returns the step of the row, or asks for a step with an error. */
export async function pickStep(
  session: ServiceSession,
  argument: unknown,
  placeHolder: string,
): Promise<PickedStep | undefined> {
  const known = stepOf(argument);
  if (known !== undefined) {
    const detail = await session.runs.detail(known.run);
    const step = detail.steps.find(({ id }) => id === known.step);
    if (step === undefined) void showInformation(stepNotes(detail)[0] ?? l10n.t('This step no longer exists.'));
    return step && { run: known.run, step };
  }
  const run = await pickRun(session, argument, placeHolder, { filter: ({ status }) => status === 'FAILED' });
  if (run === undefined) return undefined;
  const detail = await session.runs.detail(run);
  const steps = detail.steps.filter(({ error }) => error);
  if (steps.length === 0) void showInformation(stepNotes(detail)[0] ?? l10n.t('This run has no step errors.'));
  if (steps.length < 2) return steps[0] && { run, step: steps[0] };
  const items = steps.map((step) => ({
    label: inert(oneLine(step.step_name)),
    description: l10n.t('attempt {0}', step.attempt),
    detail: inert(oneLine(step.error ?? '')),
    step,
  }));
  const chosen = await window.showQuickPick(items, { placeHolder }, session.token);
  return chosen && { run, step: chosen.step };
}

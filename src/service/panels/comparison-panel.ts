/** Panel that compares two runs, and the selection of the runs. */
import { l10n } from 'vscode';
import { describeFailure } from '../../shared/failure-text.ts';
import { oneLine } from '../../shared/format.ts';
import { showError, showInformation } from '../../shared/notifications.ts';
import { compareTimes } from '../../shared/time.ts';
import type { WorkflowRunDetail } from '../api/index.ts';
import { pickRun, runOf } from '../runs/index.ts';
import type { RunFeed } from '../session/run-feed.ts';
import type { ServiceSession } from '../session/session.ts';
import { alignSteps } from './comparison.ts';
import { comparisonViewModel } from './comparison-view-model.ts';
import { type PanelContext, type PanelMessage, SessionPanel } from './panel.ts';

export type RunPair = readonly [left: WorkflowRunDetail, right: WorkflowRunDetail];

export const pairId = (one: string, other: string) => [one, other].sort().join(' ');

/** Loads two runs and returns the older one first. @throws ApiFailure */
export async function loadRunPair(feed: RunFeed, one: string, other: string): Promise<RunPair> {
  const [first, second] = await Promise.all([feed.run(one), feed.run(other)]);
  return compareTimes(first.created_at, second.created_at) <= 0 ? [first, second] : [second, first];
}

export class ComparisonPanel extends SessionPanel<RunPair> {
  readonly id: string;
  readonly #ids: readonly [string, string];

  constructor(context: PanelContext, ...ids: readonly [string, string]) {
    super(context, l10n.t('Run Comparison'), 'diff');
    this.id = pairId(...ids);
    this.#ids = ids;
  }

  protected override load(): Promise<RunPair> {
    return loadRunPair(this.context.session.feed, ...this.#ids);
  }

  protected override async update(pair: RunPair): Promise<void> {
    this.place.title = l10n.t('{0}: Run Comparison', oneLine(this.#namesOf(pair), 40));
    await super.update(pair);
  }

  #namesOf(pair: RunPair): string {
    return [...new Set(pair.map(({ workflow_id }) => this.context.session.workflows.nameOf(workflow_id)))].join(' · ');
  }

  protected override view(pair: RunPair) {
    return comparisonViewModel(...pair, this.#namesOf(pair));
  }

  protected override async handle(message: PanelMessage, [left, right]: RunPair): Promise<void> {
    if (message.kind !== 'openError') return;
    const step = alignSteps(left.steps, right.steps)[message.step]?.[message.side];
    const run = message.side === 'left' ? left : right;
    if (step?.error) await this.context.runs.documents.openError(run.id, step);
  }

  protected override showFailure(error: unknown): void {
    void showError(describeFailure(error));
  }
}

/** Returns the IDs of the two selected runs; otherwise of the row's or a picked run, and another of its workflow. */
export async function pickRunPair(
  session: ServiceSession,
  node: unknown,
  selection: unknown,
): Promise<readonly [string, string] | undefined> {
  const selected = Array.isArray(selection) ? [...new Set(selection.flatMap((row) => runOf(row) ?? []))] : [];
  const [one, other, ...more] = selected;
  if (more.length > 0) {
    void showInformation(l10n.t('Select two runs to compare them.'));
    return undefined;
  }
  if (one !== undefined && other !== undefined) return [one, other];
  const first = await pickRun(session, node, l10n.t('Select the first run to compare'));
  if (first === undefined) return undefined;
  const workflow = session.runs.get(first)?.workflow_id;
  const second = await pickRun(session, undefined, l10n.t('Select the second run to compare'), {
    filter: ({ id, workflow_id }) => id !== first && (workflow === undefined || workflow_id === workflow),
    prioritize: ({ status }) => status === 'SUCCEEDED',
  });
  return second === undefined ? undefined : [first, second];
}

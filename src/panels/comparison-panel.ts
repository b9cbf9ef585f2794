/** The panel that compares two runs, its view model, and the choice of the runs. */
import { env, l10n, window } from 'vscode';
import type { StepExecution, WorkflowRunDetail } from '../api/index.ts';
import { pickRun, type Runs, runOf } from '../runs/index.ts';
import { duration, exactTime, oneLine, plainText } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import { statusText } from '../shared/run-appearance.ts';
import type { RunFeed, Workflows } from '../workflows/index.ts';
import { alignSteps } from './comparison.ts';
import type { ComparisonViewModel, Pair, Side } from './messages.ts';
import { type PanelContext, ViewPanel } from './panel.ts';
import { toneOf } from './run-panel.ts';

export type TwoRuns = readonly [left: WorkflowRunDetail, right: WorkflowRunDetail];

/** @throws ApiFailure */
export function readTwoRuns(feed: RunFeed, one: string, other: string): Promise<TwoRuns> {
  return Promise.all([feed.run(one), feed.run(other)]);
}

export class ComparisonPanel extends ViewPanel {
  readonly #context: PanelContext;
  readonly #title: string;
  #both: TwoRuns;

  /** @param title names of the workflows */
  constructor(both: TwoRuns, title: string, context: PanelContext) {
    super(context, l10n.t('Run Comparison'), comparisonViewModel(...both, title));
    this.#both = both;
    this.#title = title;
    this.#context = context;
  }

  protected override async handle(message: Parameters<ViewPanel['handle']>[0]): Promise<void> {
    const [left, right] = this.#both;
    if (message.kind === 'openError') {
      const step = alignSteps(left.steps, right.steps)[message.step]?.[message.side];
      const run = message.side === 'left' ? left : right;
      if (step?.error) await this.#context.runs.documents.openError(run.id, step);
      return;
    }
    try {
      this.#both = await readTwoRuns(this.#context.workflows.feed, left.id, right.id);
      this.show(comparisonViewModel(...this.#both, this.#title));
    } catch (error) {
      void window.showErrorMessage(describeFailure(error));
    }
  }
}

export function comparisonViewModel(
  left: WorkflowRunDetail,
  right: WorkflowRunDetail,
  title: string,
): ComparisonViewModel {
  const longest = Math.max(0.001, ...[...left.steps, ...right.steps].map((step) => lengthOf(step) ?? 0));
  const head = (run: WorkflowRunDetail) => `${exactTime(run.created_at, env.language)} · ${statusText(run.status)}`;
  const length = ({ duration: seconds }: WorkflowRunDetail) =>
    typeof seconds === 'number' ? duration(seconds) : l10n.t('not available yet');
  const fact = (name: string, of: (run: WorkflowRunDetail) => string) => ({ name, left: of(left), right: of(right) });
  return {
    kind: 'comparison',
    title: oneLine(title),
    heads: [head(left), head(right)],
    facts: [
      fact(l10n.t('Duration'), length),
      fact(l10n.t('Type'), ({ type }) => oneLine(type, 60)),
      fact(l10n.t('Version'), (run) => oneLine(run.version_display_name)),
      fact(l10n.t('Steps'), ({ steps }) => String(steps.length)),
      fact(l10n.t('ID'), ({ id }) => oneLine(id)),
    ],
    pairs: alignSteps(left.steps, right.steps).map((pair): Pair => {
      const [one, other] = [pair.left && lengthOf(pair.left), pair.right && lengthOf(pair.right)];
      const by = one === undefined || other === undefined ? undefined : other - one;
      return {
        name: oneLine(pair.name),
        left: pair.left ? sideOf(pair.left, longest) : null,
        right: pair.right ? sideOf(pair.right, longest) : null,
        difference:
          by === undefined ? '' : by === 0 ? l10n.t('no difference') : `${by > 0 ? '+' : '−'}${duration(Math.abs(by))}`,
        // Ignore differences under 100 ms.
        tone: by === undefined || Math.abs(by) < 0.1 ? 'neutral' : by > 0 ? 'bad' : 'good',
      };
    }),
  };
}

function sideOf(step: StepExecution, longest: number): Side {
  const seconds = lengthOf(step);
  return {
    status: statusText(step.status),
    tone: toneOf(step.status),
    ran: seconds === undefined ? l10n.t('unknown') : duration(seconds),
    width: (seconds ?? 0) / longest,
    attempt: step.attempt,
    error: step.error ? plainText(step.error, 20_000) : null,
  };
}

function lengthOf({ duration: seconds }: StepExecution): number | undefined {
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined;
}

/** The runs to compare: the selected ones, or the one of the row and another of its workflow. */
export async function twoRuns(
  store: Runs['store'],
  workflows: Workflows['store'],
  node: unknown,
  selection: unknown,
): Promise<readonly [string, string] | undefined> {
  const selected = Array.isArray(selection) ? [...new Set(selection.flatMap((row) => runOf(row) ?? []))] : [];
  const [one, other, ...more] = selected;
  if (more.length > 0) {
    void window.showInformationMessage(l10n.t('Select two runs to compare them.'));
    return undefined;
  }
  if (one !== undefined && other !== undefined) return ordered(store, one, other);
  const first = await pickRun(store, workflows, node, l10n.t('Select the first run to compare'));
  if (first === undefined) return undefined;
  const workflow = store.get(first)?.workflow_id;
  const second = await pickRun(
    store,
    workflows,
    undefined,
    l10n.t('Select the second run to compare'),
    ({ id, workflow_id }) => id !== first && (workflow === undefined || workflow_id === workflow),
  );
  return second === undefined ? undefined : ordered(store, first, second);
}

/** The older run on the left. */
function ordered(store: Runs['store'], one: string, other: string): readonly [string, string] {
  const [first = '', second = ''] = [one, other].map((id) => store.get(id)?.created_at ?? '');
  return first <= second ? [one, other] : [other, one];
}

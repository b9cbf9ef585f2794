/** Two runs as one picture. */
import { env, l10n } from 'vscode';
import type { StepExecution, WorkflowRunDetail } from '../api/index.ts';
import { duration, exactTime, oneLine, plainText } from '../shared/format.ts';
import { statusText } from '../shared/run-appearance.ts';
import { alignSteps } from './comparison.ts';
import { toneOf } from './draw-run.ts';
import type { ComparisonPicture, Pair, Side } from './picture.ts';

export function drawComparison(left: WorkflowRunDetail, right: WorkflowRunDetail, title: string): ComparisonPicture {
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
        // A tenth of a second is nobody's news.
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

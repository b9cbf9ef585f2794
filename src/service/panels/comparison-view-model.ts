/** View model of the run comparison. */
import { l10n } from 'vscode';
import { duration, exactTime, formatNumber, oneLine, plainText } from '../../shared/format.ts';
import type { Tone } from '../../shared/panels/messages.ts';
import type { StepExecution } from '../api/index.ts';
import { lastAttempts } from '../session/attempts.ts';
import { durationText, statusText } from '../session/run-appearance.ts';
import type { RunDetail } from '../session/run-detail.ts';
import { alignSteps, type StepPair } from './comparison.ts';
import { type ComparedFact, type ComparisonViewModel, type Pair, type Side, toneOf } from './messages.ts';
import { lengthOf } from './timeline.ts';

export function comparisonViewModel(left: RunDetail, right: RunDetail, title: string): ComparisonViewModel {
  const longest = [...left.steps, ...right.steps].reduce((most, step) => Math.max(most, lengthOf(step) ?? 0), 0.001);
  const head = (run: RunDetail) => `${exactTime(run.created_at)} · ${statusText(run.status)}`;
  return {
    kind: 'comparison',
    title: oneLine(title),
    heads: [head(left), head(right)],
    facts: factsOf(left, right),
    pairs: alignSteps(left.steps, right.steps).map((pair) => pairOf(pair, longest)),
  };
}

/** A shorter time or fewer failures are an improvement only if both sides did their work. */
function haveSucceeded(...sides: readonly { readonly status: string }[]): boolean {
  return sides.every(({ status }) => status === 'SUCCEEDED');
}

/** Returns the rows above the steps. IDs always differ, so their difference isn't shown. */
function factsOf(left: RunDetail, right: RunDetail): readonly ComparedFact[] {
  const text = (name: string, of: (run: RunDetail) => string): ComparedFact => {
    const [one, other] = [of(left), of(right)];
    return { name, left: one, right: other, difference: one === other ? '' : l10n.t('different'), tone: 'neutral' };
  };
  const [stepsLeft, stepsRight] = [lastAttempts(left.steps), lastAttempts(right.steps)];
  const failures = (steps: ReturnType<typeof lastAttempts>) =>
    [...steps.values()].filter(({ status }) => status === 'FAILED').length;
  const attempts = count(l10n.t('Attempts'), left.steps.length, right.steps.length, 'neutral', 'neutral');
  const isRepeated = left.steps.length > stepsLeft.size || right.steps.length > stepsRight.size;
  return [
    {
      name: l10n.t('Duration'),
      left: durationText(left),
      right: durationText(right),
      ...differenceOf(lengthOf(left), lengthOf(right), haveSucceeded(left, right)),
    },
    count(l10n.t('Steps'), stepsLeft.size, stepsRight.size, 'neutral', 'neutral'),
    count(
      l10n.t('Failed steps'),
      failures(stepsLeft),
      failures(stepsRight),
      'bad',
      haveSucceeded(left, right) ? 'good' : 'neutral',
    ),
    ...(isRepeated ? [attempts] : []),
    text(l10n.t('Type'), ({ type }) => oneLine(type, 60)),
    text(l10n.t('Version'), (run) => oneLine(run.version_display_name)),
    { name: l10n.t('ID'), left: oneLine(left.id), right: oneLine(right.id), difference: '', tone: 'neutral' },
  ];
}

/** @param more tone if the right number is higher @param less tone if it is lower */
function count(name: string, left: number, right: number, more: Tone, less: Tone): ComparedFact {
  const by = right - left;
  return {
    name,
    left: String(left),
    right: String(right),
    difference: by === 0 ? l10n.t('no difference') : `${by > 0 ? '+' : '−'}${Math.abs(by)}`,
    tone: by === 0 ? 'neutral' : by > 0 ? more : less,
  };
}

function pairOf({ name, left, right }: StepPair, longest: number): Pair {
  return {
    name: oneLine(name),
    left: left ? sideOf(left, longest) : null,
    right: right ? sideOf(right, longest) : null,
    ...(left && right
      ? differenceOf(lengthOf(left), lengthOf(right), haveSucceeded(left, right))
      : { difference: '', tone: 'neutral' }),
  };
}

/** Returns how much longer the right side took, as a time and a percentage. @param isRated whether less time is better */
function differenceOf(
  left: number | undefined,
  right: number | undefined,
  isRated: boolean,
): { difference: string; tone: Tone } {
  if (left === undefined || right === undefined) return { difference: '', tone: 'neutral' };
  const by = right - left;
  // Ignore differences under 100 ms.
  const tone = !isRated || Math.abs(by) < 0.1 ? 'neutral' : by > 0 ? 'bad' : 'good';
  if (Math.round(by * 1000) === 0) return { difference: l10n.t('no difference'), tone };
  const percent = formatNumber(by / left, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  // A larger percentage says nothing more than the time.
  const relative = left > 0 && by <= 10 * left ? ` (${percent.replace('-', '−')})` : '';
  return { difference: `${by > 0 ? '+' : '−'}${duration(Math.abs(by))}${relative}`, tone };
}

function sideOf(step: StepExecution, longest: number): Side {
  return {
    status: statusText(step.status),
    tone: toneOf(step.status),
    ran: typeof step.duration === 'number' ? duration(step.duration) : l10n.t('unknown'),
    width: (lengthOf(step) ?? 0) / longest,
    attempt: step.attempt,
    error: step.error ? plainText(step.error, 20_000) : null,
  };
}

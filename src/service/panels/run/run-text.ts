/** The page of a run as text: what a model is sent, and what is copied. Pure, because the page shows the same. */
import * as l10n from '@vscode/l10n';
import { ellipsize } from '../../../../common/text/cut.ts';
import type { Bar, ChangesView, ListedRun, RunViewModel } from '../messages.ts';

/** Headings of the page. Functions, because the language is set after this module is loaded. */
export const headings = {
  steps: () => l10n.t('Steps that differ'),
  failedStep: () => l10n.t('Failed step'),
  versions: () => l10n.t('Versions between'),
  payload: () => l10n.t('Payload'),
  response: () => l10n.t('Response'),
  details: () => l10n.t('Details'),
  earlier: () => l10n.t('Runs before'),
  unknown: () => l10n.t('About this comparison'),
};

export function stepsHeading({ canCompare }: ChangesView): string {
  return canCompare ? headings.steps() : headings.failedStep();
}

/** In characters, because each step can have a long error, and a model is paid by length. */
const maxLength = 100_000;

export function runPageText(view: RunViewModel): string {
  const { changes, payload } = view;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `## ${title}`, ...lines.map((line) => `- ${line.replaceAll('\n', '\n  ')}`)];
  const text = [
    `# ${view.title}`,
    view.headline,
    ...reasonText(view),
    ...(changes === null ? [] : changesText(changes, section)),
    ...section(headings.details(), [...view.facts.map(({ name, value }) => `${name}: ${value}`), ...view.stepNotes]),
    // The steps that differ have their errors already.
    ...(changes === null ? section(l10n.t('Steps'), stepsText(view)) : []),
    ...(payload === null ? [] : section(headings.payload(), payloadLines(payload))),
    ...(changes === null ? [] : section(headings.earlier(), [...changes.earlier, ...changes.runs.map(runLine)])),
    ...(changes === null ? [] : section(headings.unknown(), changes.unknown)),
  ].join('\n');
  return ellipsize(text, maxLength);
}

/** The reason of a failed run, unless a step that differs has it. */
function reasonText({ bars, focus, changes }: RunViewModel): readonly string[] {
  const error = focus === null ? undefined : bars[focus]?.error;
  if (!error || changes === null || changes.steps.some((step) => step.error === error)) return [];
  return [l10n.t('Error: {0}', error)];
}

type Section = (title: string, lines: readonly string[]) => readonly string[];

function changesText(changes: ChangesView, section: Section): readonly string[] {
  const steps = changes.steps.map(({ name, differences, before, after, error, earlierError }) => {
    const what = differences === '' ? '' : ` (${differences})`;
    const runs = before === '' ? after : l10n.t('before: {0}; now: {1}', before, after);
    const errors = [
      ...(error === null ? [] : [l10n.t('Error: {0}', error)]),
      ...(earlierError === null ? [] : [l10n.t('Error before: {0}', earlierError)]),
    ];
    return [`${name}${what}: ${runs}`, ...errors].join('\n');
  });
  const versions = changes.versions.map(({ name, about, message }) =>
    [`${name} · ${about}`, ...(message === '' ? [] : [message])].join('\n'),
  );
  const note = changes.versionsNote === '' ? [] : [changes.versionsNote];
  return [
    ...section(changes.title, [
      ...changes.facts.map(({ name, value }) => `${name}: ${value}`),
      ...(changes.same === '' ? [] : [changes.same]),
    ]),
    ...section(stepsHeading(changes), [...steps, ...changes.stepNotes]),
    ...section(headings.versions(), [...versions, ...note]),
  ];
}

const runLine = ({ created, status, duration, version }: ListedRun) => [created, status, duration, version].join(' · ');

/** Returns the name of a step, with its attempt after the first one. */
export function attemptName({ name, attempt }: Pick<Bar, 'name' | 'attempt'>): string {
  return attempt > 1 ? l10n.t('{0} (attempt {1})', name, attempt) : name;
}

/** Maximum number of steps in the text. */
const maxSteps = 100;

function stepsText({ bars }: RunViewModel): readonly string[] {
  const lines = bars.slice(0, maxSteps).map((bar) => {
    const { status, ran, error } = bar;
    return [`${attemptName(bar)}: ${status}, ${ran}`, ...(error === null ? [] : [l10n.t('Error: {0}', error)])].join(
      '\n',
    );
  });
  return bars.length > maxSteps ? [...lines, l10n.t('{0} more steps.', bars.length - maxSteps)] : lines;
}

/** A body can hold secrets, so the text has it only if the user includes it. */
function payloadLines(payload: NonNullable<RunViewModel['payload']>): readonly string[] {
  const { sent, size, comparison, result, isIncluded, body, response, before } = payload;
  return [
    `${sent} (${size})`,
    ...(comparison === '' ? [] : [comparison]),
    l10n.t('Response: {0}', result),
    ...(isIncluded ? [body, ...(before === '' ? [] : [l10n.t('Before:\n{0}', before)]), response] : []),
  ];
}

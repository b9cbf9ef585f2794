/** The page of what changed as text: what a model is sent, and what is copied. Pure, because the page shows the same. */
import * as l10n from '@vscode/l10n';
import type { ChangesViewModel } from './messages.ts';

/** Headings of the page. Functions, because the language is set after this module is loaded. */
export const headings = {
  steps: () => l10n.t('Steps that differ'),
  failedStep: () => l10n.t('Failed step'),
  versions: () => l10n.t('Versions between'),
  earlier: () => l10n.t('Runs before'),
  unknown: () => l10n.t('About this comparison'),
};

export function stepsHeading({ canCompare }: ChangesViewModel): string {
  return canCompare ? headings.steps() : headings.failedStep();
}

export function changesPageText(view: ChangesViewModel): string {
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `## ${title}`, ...lines.map((line) => `- ${line}`)];
  const indented = (text: string) => text.replaceAll('\n', '\n  ');
  const steps = view.steps.map(({ name, differences, before, after, error, earlierError }) => {
    const what = differences === '' ? '' : ` (${differences})`;
    const runs = before === '' ? after : l10n.t('before: {0}; now: {1}', before, after);
    const errors = [
      ...(error === null ? [] : [l10n.t('Error: {0}', error)]),
      ...(earlierError === null ? [] : [l10n.t('Error before: {0}', earlierError)]),
    ];
    return indented([`${name}${what}: ${runs}`, ...errors].join('\n'));
  });
  const versions = view.versions.map(({ name, about, message }) =>
    indented([`${name} · ${about}`, ...(message === '' ? [] : [message])].join('\n')),
  );
  return [
    `# ${view.title}`,
    view.headline,
    '',
    ...view.facts.map(({ name, value }) => `- ${name}: ${value}`),
    ...section(stepsHeading(view), [...steps, ...view.stepNotes]),
    ...section(headings.versions(), [...versions, ...(view.versionsNote === '' ? [] : [view.versionsNote])]),
    ...section(headings.earlier(), view.earlier),
    ...section(headings.unknown(), view.unknown),
  ].join('\n');
}

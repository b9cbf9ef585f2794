/** A launch plan as the complete text that the user confirms. */
import * as l10n from '@vscode/l10n';
import { escapeText } from '../escape.ts';
import { wrapped } from '../literal.ts';
import type { LaunchPlan, ShownEntry, ShownText } from './launch-plan.ts';
import type { LaunchWarning } from './launch-warnings.ts';

/** Returns the plan without a heading, for a dialog, or for a document after its warnings. */
export function launchText({ shown, leftOut, unset }: LaunchPlan): string {
  const lines: string[] = [];
  if (shown.kind === 'program') {
    lines.push(l10n.t('Command'), `  ${withVariables(shown.command)}`);
    if (shown.args.length > 0) lines.push('', l10n.t('Arguments'), ...numbered(shown.args));
    lines.push('', l10n.t('Working directory'), `  ${withVariables(shown.folder)}`);
    if (shown.env.length > 0) lines.push('', l10n.t('Environment variables'), ...shown.env.map(entryLine));
  } else {
    lines.push(l10n.t('URL'), `  ${withVariables(shown.url)}`);
    if (shown.host !== undefined) lines.push('', l10n.t('Host'), `  ${shown.host}`);
    if (shown.headers.length > 0) lines.push('', l10n.t('Headers'), ...shown.headers.map(entryLine));
  }
  const notes: string[] = [];
  if (unset.length > 0) notes.push(l10n.t('Variables not set: {0}', unset.map(escapeText).join(', ')));
  if (leftOut.length > 0)
    notes.push(l10n.t('Not sent because the value comes from a command: {0}', leftOut.map(escapeText).join(', ')));
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

export function warningTexts({ warnings }: LaunchPlan): readonly string[] {
  return [...new Set(warnings.map(warningText))];
}

function warningText(warning: LaunchWarning): string {
  switch (warning.kind) {
    case 'loader':
      return l10n.t('{0} changes the code that the program loads or runs.', escapeText(warning.variable));
    case 'inlineCode':
      return l10n.t('{0} runs the code that follows {1}.', escapeText(warning.program), escapeText(warning.option));
    case 'pipeToShell':
      return l10n.t('Output or downloaded content is run as a script.');
    case 'elevated':
      return l10n.t('{0} runs the program with elevated privileges.', escapeText(warning.program));
    case 'unclearCharacters':
      return l10n.t('Contains invisible or reordering characters, shown as {0}.', '\\u{…}');
    case 'padding':
      return l10n.t('Contains long runs of spaces. Read to the end.');
  }
}

/** Wraps long lines, because a text editor doesn't; continued lines start with an arrow. */
export function foldLines(text: string, width = 100): string {
  return text
    .split('\n')
    .map((line) => wrapped(line, width, '     \u21aa '))
    .join('\n');
}

function numbered(texts: readonly ShownText[]): readonly string[] {
  const width = String(texts.length).length;
  return texts.map((text, index) => `  ${String(index + 1).padStart(width)}. ${withVariables(text)}`);
}

function withVariables({ text, variables }: ShownText): string {
  if (variables.length === 0) return text;
  return `${text}  ${l10n.t('(from your environment variable {0})', [...new Set(variables)].join(', '))}`;
}

function entryLine({ name, source }: ShownEntry): string {
  switch (source.kind) {
    case 'text':
      return `  ${name} = ${withVariables(source.shown)}`;
    case 'hidden':
      return `  ${name} = ${l10n.t('hidden; length in this file: {0}', source.length)}`;
    case 'variable':
      return source.shown === undefined
        ? `  ${name} = ${l10n.t('value of your environment variable {0} (hidden)', source.name)}`
        : `  ${name} = ${source.shown}  ${l10n.t('(value of your environment variable {0})', source.name)}`;
    case 'command':
      return `  ${name}: ${l10n.t('value from a command that Oh My Pi runs (not run in this test): {0}', withVariables(source.command))}`;
    case 'empty':
      return `  ${name}: ${l10n.t('not sent because the value is empty')}`;
  }
}

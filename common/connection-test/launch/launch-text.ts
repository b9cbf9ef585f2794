/** A server to start or contact as the complete text that the user confirms, with the source of each value. */
import * as l10n from '@vscode/l10n';
import type { ServerDefinition } from '../../messages/server-definition.ts';
import { escapeText, quoteText } from '../../text/escape.ts';
import { wrapped } from '../../text/literal.ts';
import { maskTokens } from '../../text/mask-secrets.ts';
import { namesSecret } from '../../text/secrets.ts';
import { usedVariables, type VariableSyntax } from '../../variables.ts';
import { type Expanded, entrySource, isSecret, variableIn } from './expand.ts';
import { isLoader, type LaunchWarning } from './launch-warnings.ts';
import type { Environment } from './programs.ts';

/** Returns the text without a heading and without truncation, for a dialog, or for a document after the warnings. */
export function launchText(
  written: ServerDefinition,
  { definition, leftOut, unset }: Expanded,
  environment: Environment,
): string {
  // A header can't change what is run.
  const isHidden = written.transport === 'stdio' ? isHiddenVariable : isSecret;
  const context: Context = { environment, syntax: written.variables, isHidden };
  const line = (value: string) => withVariables(showText(value, context));
  const entries = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, value]) => entryLine(name, value, context));
  const lines: string[] = [];
  if (written.transport === 'stdio') {
    const { cwd = '' } = definition as typeof written;
    const folder = { text: quoteText(cwd), variables: showText(written.cwd ?? '', context).variables };
    lines.push(l10n.t('Command'), `  ${line(written.command)}`);
    if (written.args.length > 0) lines.push('', l10n.t('Arguments'), ...numbered(written.args.map(line)));
    lines.push('', l10n.t('Working directory'), `  ${withVariables(folder)}`);
    if (Object.keys(written.env).length > 0) lines.push('', l10n.t('Environment variables'), ...entries(written.env));
  } else {
    const { url } = definition as typeof written;
    lines.push(l10n.t('URL'), `  ${line(written.url)}`);
    // In ASCII.
    if (URL.canParse(url)) lines.push('', l10n.t('Host'), `  ${new URL(url).host}`);
    if (Object.keys(written.headers).length > 0) lines.push('', l10n.t('Headers'), ...entries(written.headers));
  }
  if (unset.length + leftOut.length > 0) lines.push('');
  if (unset.length > 0) lines.push(l10n.t('Variables not set: {0}', unset.map(escapeText).join(', ')));
  if (leftOut.length > 0)
    lines.push(l10n.t('Not sent because the value comes from a command: {0}', leftOut.map(escapeText).join(', ')));
  return lines.join('\n');
}

export function warningTexts({ warnings }: { readonly warnings: readonly LaunchWarning[] }): readonly string[] {
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
    case 'batchArgument':
      return l10n.t(
        'If {0} is a batch file, {1} in an argument can start another program.',
        escapeText(warning.program),
        escapeText(warning.character),
      );
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

function numbered(texts: readonly string[]): readonly string[] {
  const width = String(texts.length).length;
  return texts.map((text, index) => `  ${String(index + 1).padStart(width)}. ${text}`);
}

/** A text as it is used, in quotes, with unclear characters escaped. */
interface ShownText {
  readonly text: string;
  /** Variables whose values are part of it. Values that look like secrets aren't shown. */
  readonly variables: readonly string[];
}

function withVariables({ text, variables }: ShownText): string {
  if (variables.length === 0) return text;
  return `${text}  ${l10n.t('(from your environment variable {0})', [...new Set(variables)].join(', '))}`;
}

interface Context {
  readonly environment: Environment;
  readonly syntax: VariableSyntax | undefined;
  /** True if the value of an entry isn't shown. */
  readonly isHidden: (name: string, value: string) => boolean;
}

/**
 * @param field name of the entry that the text is the value of; tokens in it are masked
 * @param isRun true if the text determines what runs: then, the lines of a private key could be paths
 */
function showText(written: string, { environment, syntax }: Context, field = '', isRun = false): ShownText {
  const isShown = field === '' || (isRun && written.includes('PRIVATE KEY-----'));
  const literal = (text: string): string => escapeText(isShown ? text : maskTokens(text));
  const variables: string[] = [];
  const parts: string[] = [];
  let end = 0;
  for (const used of usedVariables(written, (name) => variableIn(environment, name), syntax)) {
    const { index, name, replacement, isValue } = used;
    if (isValue) variables.push(name);
    const isMasked = isValue && (isSecret(name, replacement) || isSecret(field, replacement));
    parts.push(literal(written.slice(end, index)), isMasked ? `\u2039${name}\u203a` : escapeText(replacement));
    end = index + used.written.length;
  }
  parts.push(literal(written.slice(end)));
  return { text: `"${parts.join('').replaceAll('"', '\\"')}"`, variables };
}

/** Characters of commands, and the beginnings of options, paths, and addresses. */
const readable = /[\s|;&<>()`'"\\${}@:%,]|^[-./~]|^(?:[\w-]+\.)+[a-z]{2,}(?:\/|$)|^\d+(?:\.\d+){3}/i;

/**
 * True for an environment variable that is most likely a secret. The file's author must not choose what the user can't
 * see, so everything is shown that looks like a command, a path, or an address, even if it's a weak password. A word
 * with digits, or a long one, can remain hidden.
 */
function isHiddenVariable(name: string, value: string): boolean {
  const plain = value.replace(/^(?:bearer|basic|token) /i, '');
  if (isLoader(name) || readable.test(plain)) return false;
  const isShortWord = plain.length < 20 && (plain.includes('/') || !/\d/.test(plain));
  return /^[\da-f]{32,}$/i.test(plain) || (namesSecret(name) && !isShortWord);
}

/** Shows an entry of `env` or `headers`. */
function entryLine(key: string, written: string, context: Context): string {
  const name = /^[\w.-]+$/.test(key) ? key : quoteText(key);
  const source = entrySource(written, context.environment, context.syntax);
  switch (source.kind) {
    case 'text': {
      const shown = showText(written, context, key, isLoader(key));
      return shown.variables.length === 0 && context.isHidden(key, written)
        ? `  ${name} = ${l10n.t('hidden; length in this file: {0}', written.length)}`
        : `  ${name} = ${withVariables(shown)}`;
    }
    case 'variable':
      return isSecret(key, source.value) || isSecret(source.name, source.value)
        ? `  ${name} = ${l10n.t('value of your environment variable {0} (hidden)', source.name)}`
        : `  ${name} = ${quoteText(source.value)}  ${l10n.t('(value of your environment variable {0})', source.name)}`;
    case 'command': {
      const command = withVariables(showText(written.replace(/^!/, ''), context, key, true));
      return `  ${name}: ${l10n.t('value from a command that Oh My Pi runs (not run here): {0}', command)}`;
    }
    case 'empty':
      return `  ${name}: ${l10n.t('not sent because the value is empty')}`;
  }
}

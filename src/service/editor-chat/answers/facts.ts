/** Formats data from the service as plain text for an answer. */
import { l10n, MarkdownString } from 'vscode';
import { asMarkdown } from '../../../shared/text/hover.ts';

/** Formats a heading, which may be a name from the service, and a list of lines. @param most maximum number of lines */
export function facts(heading: string, lines: readonly string[], most = lines.length): MarkdownString {
  const more = lines.length > most ? [l10n.t('and {0} more', lines.length - most)] : [];
  const list = [...lines.slice(0, most), ...more].map((line) => `- ${asMarkdown(line)}\n`).join('');
  return new MarkdownString(`**${asMarkdown(heading)}**\n\n${list}\n`);
}

/** Formats longer text from the service as a code block that the text can't close. */
export function quoted(text: string): MarkdownString {
  return new MarkdownString().appendCodeblock(text, 'text');
}

/** Formats a text, or a value as JSON, for a model between marks, which the text can't close. Instructions declare it as data. */
export function asData(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  return `<data>\n${text.replaceAll('</data>', '<\\/data>')}\n</data>`;
}

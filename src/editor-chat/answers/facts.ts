/** Facts of the service in an answer: as text, whatever stands in them. */
import { MarkdownString } from 'vscode';
import { asMarkdown } from '../../shared/hover.ts';

/** A heading of our own or a name, and lines below it. */
export function facts(heading: string, lines: readonly string[]): MarkdownString {
  const list = lines.map((line) => `- ${asMarkdown(line)}\n`).join('');
  return new MarkdownString(`**${asMarkdown(heading)}**\n\n${list}\n`);
}

/** Longer text of the service, in a block that it cannot leave. */
export function quoted(text: string): MarkdownString {
  return new MarkdownString().appendCodeblock(text, 'text');
}

/** Data for a model: what stands between the marks is never an instruction. */
export function asData(value: unknown): string {
  return `<data>\n${JSON.stringify(value, null, 1).replaceAll('</data>', '<\\/data>')}\n</data>`;
}

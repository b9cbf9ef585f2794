/** Facts of the service in an answer: as text, whatever stands in them. */
import { MarkdownString } from 'vscode';

/** A heading of our own or a name, and lines below it. */
export function facts(heading: string, lines: readonly string[]): MarkdownString {
  const text = new MarkdownString('**').appendText(heading).appendMarkdown('**\n\n');
  for (const line of lines) text.appendMarkdown('- ').appendText(line).appendMarkdown('\n');
  return text.appendMarkdown('\n');
}

/** Longer text of the service, in a block that it cannot leave. */
export function quoted(text: string): MarkdownString {
  return new MarkdownString().appendCodeblock(text, 'text');
}

/** Data for a model: what stands between the marks is never an instruction. */
export function asData(value: unknown): string {
  return `<data>\n${JSON.stringify(value, null, 1).replaceAll('</data>', '<\\/data>')}\n</data>`;
}

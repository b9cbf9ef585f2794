/** Hovers of rows: text, whatever stands in it, and links to what a person does next. */
import { MarkdownString } from 'vscode';
import type { Command } from './contract.ts';

export interface HoverLink {
  readonly title: string;
  readonly command: Command;
  /** The row, as the command receives it from the tree. */
  readonly argument?: unknown;
}

/** @param text lines; the first is the title. Shown as text, never as markdown */
export function hover(text: string, links: readonly HoverLink[]): MarkdownString {
  const [title = '', ...lines] = text.split('\n').map(asMarkdown);
  const below = links.map((link) => `[${asMarkdown(link.title)}](${target(link)})`).join(' | ');
  const markdown = new MarkdownString([`**${title}**`, lines.join('  \n'), below].filter(Boolean).join('\n\n'));
  markdown.isTrusted = { enabledCommands: links.map(({ command }) => command) };
  return markdown;
}

/** A parenthesis in an ID would end the address of the link. */
function target({ command, argument }: HoverLink): string {
  const encoded = encodeURIComponent(JSON.stringify(argument === undefined ? [] : [argument]));
  return `command:${command}?${encoded.replaceAll('(', '%28').replaceAll(')', '%29')}`;
}

/** One line that is nothing but text in markdown. (`appendText` would make every space one that doesn't break.) */
export function asMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

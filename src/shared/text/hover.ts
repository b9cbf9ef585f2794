/** Hovers: plain text, whatever it contains, and links to the next actions. */
import { MarkdownString } from 'vscode';
import type { Command } from '../generated/names.ts';

export interface HoverLink {
  readonly title: string;
  readonly command: Command;
  /** The row, as the tree passes it to the command. */
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

/** Returns the target of a link. A parenthesis in an ID would end it. */
function target({ command, argument }: HoverLink): string {
  const encoded = encodeURIComponent(JSON.stringify(argument === undefined ? [] : [argument]));
  return `command:${command}?${encoded.replaceAll('(', '%28').replaceAll(')', '%29')}`;
}

/** Escapes one line of text for markdown. (`appendText` would make every space non-breaking.) */
export function asMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

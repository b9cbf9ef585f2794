/** Collects the remarks of a conversion, and formats them as a report. */
import * as l10n from '@vscode/l10n';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Remark } from '../../common/messages/conversion.ts';
import { visible } from '../../common/text/escape.ts';
import type { Span } from '../config/text/json.ts';

/** The server and field that a remark is about. */
export interface Subject {
  readonly server: string | null;
  readonly field?: string | undefined;
  /** True if `field` is a translated text, such as "2 comments", instead of a key. */
  readonly fieldIsText?: boolean;
  readonly at?: Span | undefined;
}

export class Remarks {
  readonly #source: TextDocument | undefined;
  readonly #found = new Map<string, Remark>();

  /** @param text the source, for line numbers; absent for command lines, whose remarks have no line */
  constructor(text?: string) {
    this.#source = text === undefined ? undefined : documentOf(text);
  }

  add(kind: Remark['kind'], { server, field, fieldIsText, at }: Subject, reason: string): void {
    const id = JSON.stringify([server, field, reason]);
    if (this.#found.has(id)) return;
    const line = at && this.#source ? this.#source.positionAt(at.offset).line + 1 : null;
    this.#found.set(id, { kind, server, field: field ?? null, ...(fieldIsText && { fieldIsText }), reason, line });
  }

  /** Adds remarks on the same text. */
  include(remarks: readonly Remark[]): void {
    for (const remark of remarks) this.#found.set(JSON.stringify([remark.server, remark.field, remark.reason]), remark);
  }

  get all(): readonly Remark[] {
    return [...this.#found.values()];
  }

  /** Returns the remarks about some servers and about the file as a whole. */
  of(servers: ReadonlySet<string>): readonly Remark[] {
    return this.all.filter(({ server }) => server === null || servers.has(server));
  }
}

/** @param why a reason without a period */
export const renamedTo = (name: string, why: string): string =>
  l10n.t('Renamed to {0}: {1}.', JSON.stringify(name), why);

const documentOf = (text: string): TextDocument => TextDocument.create('', '', 0, text);

/** Returns the line of an offset, counted from 1. */
export function lineOf(text: string, offset: number): number {
  return documentOf(text).positionAt(offset).line + 1;
}

const headings: readonly (readonly [kind: Remark['kind'], heading: () => string])[] = [
  ['lost', () => l10n.t('Not converted')],
  ['skipped', () => l10n.t('Skipped')],
  ['changed', () => l10n.t('Converted; please review')],
  ['renamed', () => l10n.t('Renamed')],
];

/** Returns the report as plain text, each reason below its location; empty without remarks. */
export function remarksInWords(remarks: readonly Remark[]): string {
  return headings
    .flatMap(([kind, heading]) => {
      const those = remarks.filter((remark) => remark.kind === kind);
      return those.length === 0 ? [] : [`${heading()}\n${those.map((remark) => `  ${inWords(remark)}\n`).join('')}`];
    })
    .join('\n');
}

function inWords({ server, field, reason, line }: Remark): string {
  const subject = [server, field].filter((part) => part !== null).join(' › ');
  // A line break in a name would look like another remark.
  const named = visible(subject) || l10n.t('File');
  return `${line === null ? named : l10n.t('{0} (line {1})', named, line)}\n${wrapped(visible(reason), '    ')}`;
}

/** Width of a report in columns, so that it fits next to the file that it is about. */
const width = 52;

function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? indent}${lines.length === 0 ? '' : ' '}${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

/** Collects what the reader of a conversion should know, and puts it into words. */
import type { Remark } from '../../common/conversion.ts';
import type { Span } from '../config/json.ts';

/** Where a remark belongs, while a server is being read or written. */
export interface Subject {
  readonly server: string | null;
  readonly field?: string | undefined;
  readonly at?: Span | undefined;
}

export class Remarks {
  readonly #text: string;
  readonly #found: Remark[] = [];

  /** @param text the source, for line numbers */
  constructor(text: string) {
    this.#text = text;
  }

  add(kind: Remark['kind'], { server, field, at }: Subject, reason: string): void {
    const line = at === undefined ? null : lineOf(this.#text, at.offset);
    const same = (other: Remark): boolean =>
      other.server === server && other.field === (field ?? null) && other.reason === reason;
    if (!this.#found.some(same)) this.#found.push({ kind, server, field: field ?? null, reason, line });
  }

  get all(): readonly Remark[] {
    return this.#found;
  }

  /** Those that matter when only some servers are taken. */
  of(servers: ReadonlySet<string>): readonly Remark[] {
    return this.#found.filter(({ server }) => server === null || servers.has(server));
  }
}

/** The line of a place, counted from 1. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

const headings: readonly (readonly [kind: Remark['kind'], heading: string])[] = [
  ['lost', 'Could not be carried over'],
  ['skipped', 'Left out'],
  ['changed', 'Carried over in another form: please look'],
  ['renamed', 'Renamed'],
];

/** The report as plain text, place and reason on a line each; empty where there is nothing to tell. */
export function remarksInWords(remarks: readonly Remark[]): string {
  return headings
    .flatMap(([kind, heading]) => {
      const those = remarks.filter((remark) => remark.kind === kind);
      return those.length === 0 ? [] : [`${heading}\n${those.map((remark) => `  ${inWords(remark)}\n`).join('')}`];
    })
    .join('\n');
}

function inWords({ server, field, reason, line }: Remark): string {
  const subject = [server, field].filter((part) => part !== null).join(' › ');
  const place = line === null ? '' : ` (line ${line})`;
  return `${subject || 'The file'}${place}\n    ${reason}`;
}

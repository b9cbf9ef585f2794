/**
 * Finds the API key in a text: as is or percent-encoded, in any case, and also if invisible characters split it. Takes
 * linear time, whatever the text contains.
 */
import { invisibleCharacters } from '../../common/invisible-characters.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The visible characters of a text in lower case. The range of `units[at]` is from `starts[at]` to `ends[at]`. */
interface Visible {
  readonly units: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export class KeyFinder {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key.toLowerCase();
  }

  /** Returns the ranges of the key, in order, without overlaps. */
  find(text: string): readonly Range[] {
    if (!this.#mayContain(text)) return [];
    const visible = visibleOf(text);
    let end = 0;
    return [visible, decoded(visible)]
      .flatMap((form) => this.#rangesIn(form))
      .sort((one, other) => one.start - other.start || other.end - one.end)
      .filter((range) => {
        const isNew = range.start >= end;
        if (isNew) end = range.end;
        return isNew;
      });
  }

  /** Returns where the end of a text begins that may be the start of the key; the length of the text if none may. */
  startAtEnd(text: string): number {
    const whole = /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
    const [from, visible] = this.#lastVisible(whole);
    const cutEscape = /%[\da-f]?$/.exec(visible.units.slice(-2))?.[0].length ?? 0;
    const complete = first(visible, visible.units.length - cutEscape);
    const starts = [
      visible.starts[complete.units.length],
      this.#startIn(visible),
      this.#startIn(decoded(complete)),
    ].filter((start) => start !== undefined);
    return Math.min(whole.length, ...starts.map((start) => from + start));
  }

  /** Most texts don't contain the key, which is faster to see without offsets. */
  #mayContain(text: string): boolean {
    const visible = text.replace(invisibleCharacters, '').toLowerCase();
    const isEncoded = () => visible.replace(/%([2-7][\da-f])/g, (_, hex: string) => ascii(hex)).includes(this.#key);
    return visible.includes(this.#key) || (visible.includes('%') && isEncoded());
  }

  #rangesIn({ units, starts, ends }: Visible): Range[] {
    const ranges: Range[] = [];
    for (let at = units.indexOf(this.#key); at !== -1; at = units.indexOf(this.#key, at + this.#key.length))
      ranges.push({ start: starts[at] ?? 0, end: ends[at + this.#key.length - 1] ?? 0 });
    return ranges;
  }

  #startIn({ units, starts }: Visible): number | undefined {
    for (let length = Math.min(this.#key.length - 1, units.length); length > 0; length--)
      if (units.endsWith(this.#key.slice(0, length))) return starts[units.length - length];
    return undefined;
  }

  /** Returns an end of the text that is longer than the encoded key, and its offset. */
  #lastVisible(text: string): readonly [offset: number, Visible] {
    for (let length = this.#key.length * 4; ; length *= 4) {
      const from = Math.max(0, text.length - length);
      const visible = visibleOf(text.slice(from));
      if (from === 0 || visible.units.length > this.#key.length * 3) return [from, visible];
    }
  }
}

const ascii = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16)).toLowerCase();

function visibleOf(text: string): Visible {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let start = 0; start < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
    const isPrintable = character >= ' ' && character <= '~';
    if (isPrintable || character.search(invisibleCharacters) === -1) {
      // The key is ASCII, so any other character is the same for it.
      units.push(isPrintable ? character.toLowerCase() : '\ufffd');
      starts.push(start);
      ends.push(start + character.length);
    }
    start += character.length;
  }
  return { units: units.join(''), starts, ends };
}

const first = ({ units, starts, ends }: Visible, count: number): Visible => ({
  units: units.slice(0, count),
  starts: starts.slice(0, count),
  ends: ends.slice(0, count),
});

/** Replaces percent-encoded characters. */
function decoded({ units, starts, ends }: Visible): Visible {
  const characters: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  for (const { 0: written, 1: hex, index } of units.matchAll(/%([2-7][\da-f])|./gs)) {
    characters.push(hex === undefined ? written : ascii(hex));
    from.push(starts[index] ?? 0);
    to.push(ends[index + written.length - 1] ?? 0);
  }
  return { units: characters.join(''), starts: from, ends: to };
}

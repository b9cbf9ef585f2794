/** The tokens of a JSON text: jsonc-parser's scanner without trivia, with one token of lookahead. */
import { createScanner, type JSONScanner } from 'jsonc-parser';
import type { FaultKind, FaultList } from './fault.ts';

/** jsonc-parser's SyntaxKind; its own declaration is an ambient const enum, which doesn't exist at run time. */
export const Token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  trivia: 15,
  unknown: 16,
  end: 17,
} as const;

/** @param error jsonc-parser's ScanError */
function faultOf(error: number): FaultKind {
  if (error === 2) return 'unterminated-string';
  return error === 3 ? 'bad-number' : 'bad-string';
}

const isPartOfWord = (character = ''): boolean => /[\w.]/.test(character);

/** Iterates over the tokens that carry meaning, and reports comments and invalid tokens as faults. */
export class Tokens {
  /** A `Token`. */
  kind: number = Token.end;
  offset = 0;
  end = 0;
  /** True if there is a line break between this token and the previous one. */
  startsLine = true;
  /** The end of the previous token. */
  previousEnd = 0;
  /** Indentation of the line that this token is on, in characters. */
  indent = 0;
  #lineStart = 0;
  readonly #scanner: JSONScanner;
  readonly #text: string;
  readonly #faults: FaultList;

  constructor(text: string, start: number, faults: FaultList) {
    this.#text = text;
    this.#faults = faults;
    this.#scanner = createScanner(text, false);
    this.#scanner.setPosition(start);
  }

  /** Moves to the next token. At the end of the text, the kind stays `Token.end`. */
  next(): void {
    this.previousEnd = this.end;
    this.startsLine = this.offset === 0 && this.end === 0;
    for (;;) {
      let kind: number = this.#scanner.scan();
      if (kind === Token.trivia) {
        if (this.#scanner.getTokenOffset() === this.#lineStart) this.indent = this.#scanner.getTokenLength();
        continue;
      }
      if (kind === Token.lineBreak) {
        this.startsLine = true;
        this.indent = 0;
        this.#lineStart = this.#scanner.getPosition();
        continue;
      }
      const offset = this.#scanner.getTokenOffset();
      let end = this.#scanner.getPosition();
      if (kind === Token.lineComment || kind === Token.blockComment) {
        this.#faults.add('comment', offset, Math.min(end, this.#text.length) - offset);
        continue;
      }
      if (kind === Token.unknown) {
        const comment = this.#foreignComment(offset);
        if (comment !== undefined) {
          this.#scanner.setPosition(comment);
          this.#faults.add('comment', offset, comment - offset);
          continue;
        }
      }
      if (kind === Token.number && isPartOfWord(this.#text[end])) {
        // The scanner ends a number after a leading zero, but `010` and `0x10` are one typo, not two values.
        while (isPartOfWord(this.#text[end])) end++;
        this.#scanner.setPosition(end);
        if (/^-?\d+$/.test(this.#text.slice(offset, end))) this.#faults.add('bad-number', offset, end - offset);
        else kind = Token.unknown;
      }
      this.kind = kind;
      this.offset = offset;
      this.end = end;
      const error: number = this.#scanner.getTokenError();
      if (error !== 0) this.#faults.add(faultOf(error), offset, end - offset);
      return;
    }
  }

  /** Returns the end of a comment as in scripts or HTML; undefined if none starts here. */
  #foreignComment(offset: number): number | undefined {
    const isHtml = this.#text.startsWith('<!--', offset);
    if (!isHtml && this.#text[offset] !== '#') return undefined;
    if (isHtml) {
      const end = this.#text.indexOf('-->', offset);
      return end < 0 ? this.#text.length : end + 3;
    }
    let end = offset;
    while (end < this.#text.length && this.#text[end] !== '\n' && this.#text[end] !== '\r') end++;
    return end;
  }

  /** Where the line of this token starts. */
  get lineStart(): number {
    return this.#lineStart;
  }

  /** The decoded text of a string; the source text of other tokens. */
  get value(): string {
    return this.kind === Token.string ? this.#scanner.getTokenValue() : this.#text.slice(this.offset, this.end);
  }

  get length(): number {
    return this.end - this.offset;
  }

  /** True if the next token other than a comment is a colon. Doesn't change the position. */
  colonFollows(): boolean {
    let kind: number;
    do kind = this.#scanner.scan();
    while (kind >= Token.lineComment && kind <= Token.trivia);
    this.#scanner.setPosition(this.offset);
    this.#scanner.scan();
    return kind === Token.colon;
  }
}

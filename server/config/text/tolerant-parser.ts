/** The tolerant parser behind `parseText`. It uses a stack of open brackets instead of recursion into values. */
import type { FaultKind, FaultList } from './fault.ts';
import type { JsonNode } from './json.ts';
import { marksOf } from './marks.ts';
import { markOverridden, type OpenMember } from './strict-parser.ts';
import { Token, Tokens } from './tokens.ts';

/** Far deeper than the format allows (a server's `env` is on level 4), with an acceptable use of memory. */
const maximumDepth = 50_000;

/** More closing brackets in a row are hardly one mistake. */
const mostExtra = 3;

/** An open bracket and its contents so far. */
type Frame = ObjectFrame | ArrayFrame;

interface ObjectFrame extends OpenBracket {
  readonly members: OpenMember[];
  readonly items?: undefined;
}

interface ArrayFrame extends OpenBracket {
  readonly members?: undefined;
  readonly items: JsonNode[];
}

interface OpenBracket {
  readonly offset: number;
  readonly indent: number;
  /** What is expected next. For `key` and `value`, it can also be the end if `comma` is absent. */
  expect: 'key' | 'colon' | 'value' | 'comma';
  /** Offset of the comma just read. */
  comma: number | undefined;
  /** True if opened where no value is allowed. The contents are parsed but aren't added to the tree. */
  readonly unknownKey: boolean;
  /** True for the braces that are missing around the whole text. */
  readonly isAssumed?: boolean;
}

export class TolerantParser {
  readonly #tokens: Tokens;
  readonly #faults: FaultList;
  readonly #trustIndent: boolean;
  readonly #text: string;
  readonly #stack: Frame[] = [];
  #openObjects = 0;
  #openArrays = 0;
  #root: JsonNode | undefined;
  #tokensBeforeRoot = 0;
  /** The first closing bracket whose line isn't indented like that of the opening one, and the last ones. */
  #misplacedClosing: number | undefined;
  readonly #lastClosings: number[] = [];
  /** True if an object has several members with the same key. */
  repeatsKeys = false;
  /** Error recovery: text is skipped without more faults until a comma, a bracket, or the next line. */
  #recovering = false;

  constructor(text: string, start: number, faults: FaultList, trustIndent: boolean) {
    this.#tokens = new Tokens(text, start, faults);
    this.#faults = faults;
    this.#trustIndent = trustIndent;
    this.#text = text;
  }

  build(): JsonNode | undefined {
    const tokens = this.#tokens;
    tokens.next();
    if (tokens.kind === Token.string && tokens.colonFollows()) this.#assumeBraces();
    for (; tokens.kind !== Token.end; tokens.next()) {
      // Nested too deep, or so many faults that the text isn't JSON.
      if (this.#faults.full) break;
      const frame = this.#stack.at(-1);
      if (frame === undefined) {
        if (!this.#atTopLevel()) break;
      } else if (frame.members !== undefined) this.#inObject(frame);
      else this.#inArray(frame);
    }
    this.#closeAtEnd();
    return this.#root;
  }

  /** Handles a text that starts with a property: the braces around it weren't copied. */
  #assumeBraces(): void {
    const { offset } = this.#tokens;
    this.#fault('missing-braces');
    const bracket = { offset, indent: -1, comma: undefined, unknownKey: false, isAssumed: true };
    this.#stack.push({ ...bracket, members: [], expect: 'key' });
    this.#openObjects++;
  }

  /** Closing brackets without which the text may not end too early, the likeliest first. None if nothing follows the end. */
  extraClosings: readonly (readonly number[])[] = [];

  *#extraClosings(): Generator<readonly number[]> {
    if (this.#misplacedClosing !== undefined) yield [this.#misplacedClosing];
    const rest = this.#text.slice(this.#tokens.offset);
    if (/^[\s}\]]+$/.test(rest)) {
      yield Array.from(rest.matchAll(/[}\]]/g), ({ index }) => this.#tokens.offset + index);
      return;
    }
    let run = this.#tokens.offset;
    const last: number[] = [];
    for (const offset of this.#lastClosings.toReversed()) {
      if (this.#text.slice(offset + 1, run).trim() !== '') return;
      last.unshift(offset);
      yield [...last];
      run = offset;
    }
  }

  /** Returns false if parsing should stop. */
  #atTopLevel(): boolean {
    const { kind } = this.#tokens;
    if (this.#root !== undefined) {
      this.extraClosings = [...this.#extraClosings()];
      const { offset } = this.#tokens;
      const isNext = this.#opens() || /^,\s*[{[]/.test(this.#text.slice(offset, offset + 1000));
      this.#fault(isNext ? 'second-object' : 'after-the-end');
      return false;
    }
    if (this.#opens() || (kind >= Token.null && kind <= Token.number) || kind === Token.unknown) this.#value();
    else this.#unexpected();
    // No real file starts with so many stray commas and brackets.
    return ++this.#tokensBeforeRoot < 1000;
  }

  #inObject(frame: ObjectFrame): void {
    const { kind } = this.#tokens;
    const unfinished = this.#unfinished(frame);
    if (kind === Token.closeBrace) this.#close(frame);
    else if (kind === Token.closeBracket) this.#closeOther(false);
    else if (kind === Token.comma) this.#comma(frame);
    else if (this.#endedByIndent(frame)) return;
    else if (unfinished !== undefined && frame.expect === 'colon') this.#afterKey(frame, unfinished);
    else if (unfinished !== undefined) this.#memberValue(frame, unfinished);
    else if (frame.expect === 'comma' && this.#recovering && !this.#tokens.startsLine) this.#skip();
    else if (kind === Token.colon || this.#opens()) {
      this.#unexpected();
      this.#skip();
    } else if (frame.expect !== 'comma') this.#key(frame);
    else if (this.#startsMember()) {
      this.#missingComma();
      this.#key(frame);
    } else this.#unexpected();
  }

  /** True if the token after a complete member can only be the next key, so that a comma is missing. */
  #startsMember(): boolean {
    const { kind, startsLine } = this.#tokens;
    return (kind === Token.string && startsLine) || this.#tokens.colonFollows();
  }

  #key(frame: ObjectFrame): void {
    const { kind, offset, length, value } = this.#tokens;
    if (kind !== Token.string) this.#fault(value.startsWith("'") ? 'single-quotes' : 'bad-key');
    const name = kind === Token.string ? value : value.replaceAll("'", '');
    const key = { type: 'string', value: name, marks: marksOf(name), offset, length } as const;
    frame.members.push({ key, colon: undefined, value: undefined, live: true });
    frame.expect = 'colon';
    frame.comma = undefined;
    this.#recovering = kind !== Token.string;
  }

  #afterKey(frame: ObjectFrame, member: OpenMember): void {
    const { kind, offset, startsLine } = this.#tokens;
    if (kind === Token.colon) {
      member.colon = offset;
      frame.expect = 'value';
      this.#recovering = false;
    } else if (startsLine && kind === Token.string) this.#nextMemberInstead(frame, member);
    else if (kind === Token.unknown) this.#unexpected();
    else {
      this.#faults.add('missing-colon', member.key.offset, member.key.length);
      frame.expect = 'value';
      this.#memberValue(frame, member);
    }
  }

  #memberValue(frame: ObjectFrame, member: OpenMember): void {
    const { kind, startsLine } = this.#tokens;
    if (kind === Token.colon) this.#unexpected();
    else if (kind === Token.string && startsLine && this.#tokens.colonFollows()) this.#nextMemberInstead(frame, member);
    else this.#value();
  }

  /** Handles a member that is still being typed: its line ended early, and the next line starts the next member. */
  #nextMemberInstead(frame: ObjectFrame, unfinished: OpenMember): void {
    this.#missingValue(unfinished);
    frame.expect = 'comma';
    this.#recovering = true;
    this.#inObject(frame);
  }

  #inArray(frame: ArrayFrame): void {
    const { kind, startsLine } = this.#tokens;
    if (kind === Token.closeBracket) this.#close(frame);
    else if (kind === Token.closeBrace) this.#closeOther(true);
    else if (kind === Token.comma) this.#comma(frame);
    else if (kind === Token.colon) this.#keyInArray(frame);
    else if (frame.expect === 'comma' && this.#recovering && !startsLine) this.#skip();
    else {
      if (frame.expect === 'comma') this.#missingComma();
      this.#value();
    }
  }

  /** Handles a colon after a string in an array: the array wasn't closed, and the string is an outer key. */
  #keyInArray(frame: ArrayFrame): void {
    const key = frame.items.at(-1);
    const around = this.#stack.at(-2);
    if (key?.type !== 'string' || around?.members === undefined || frame.expect !== 'comma') {
      this.#unexpected();
      return;
    }
    frame.items.pop();
    this.#faults.retract('missing-comma', key.offset);
    this.#faults.add('unclosed', frame.offset, 1);
    this.#pop(frame, key.offset);
    around.members.push({ key, colon: this.#tokens.offset, value: undefined, live: true });
    around.expect = 'value';
    this.#recovering = false;
  }

  #comma(frame: Frame): void {
    const unfinished = this.#unfinished(frame);
    if (unfinished !== undefined) this.#missingValue(unfinished);
    else if (frame.expect !== 'comma' && !this.#recovering) this.#fault('missing-value');
    frame.expect = frame.members === undefined ? 'value' : 'key';
    frame.comma = this.#tokens.offset;
    this.#recovering = false;
  }

  /** Returns the member whose colon or value is expected next. */
  #unfinished({ expect, members }: Frame): OpenMember | undefined {
    return expect === 'colon' || expect === 'value' ? members?.at(-1) : undefined;
  }

  /** Reports a key without a value, unless a fault of the key itself was reported. */
  #missingValue(member: OpenMember): void {
    if (!this.#recovering && this.#faults.last?.offset !== member.key.offset)
      this.#faults.add('missing-value', member.key.offset, member.key.length);
  }

  #missingComma(): void {
    // An unterminated string includes the comma.
    if (!this.#recovering && this.#faults.last?.kind !== 'unterminated-string') this.#fault('missing-comma');
    this.#recovering = false;
  }

  /** Reads the value that starts at this token and adds it to the tree. */
  #value(): void {
    const { kind, offset, length, value } = this.#tokens;
    if (this.#opens()) this.#open(false);
    else if (kind === Token.string) this.#place({ type: 'string', value, marks: marksOf(value), offset, length });
    else if (kind === Token.number)
      this.#place({ type: 'number', value: Number(value), source: value, offset, length });
    else if (kind === Token.null) this.#place({ type: 'null', offset, length });
    else if (kind === Token.true || kind === Token.false) {
      this.#place({ type: 'boolean', value: kind === Token.true, offset, length });
    } else {
      this.#badWord();
      this.#place({ type: 'invalid', offset, length });
      this.#recovering = true;
    }
  }

  #place(node: JsonNode): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined) {
      this.#root = node;
      return;
    }
    frame.expect = 'comma';
    frame.comma = undefined;
    this.#recovering = false;
    frame.items?.push(node);
    const member = frame.members?.at(-1);
    if (member !== undefined) member.value = node;
  }

  #open(unknownKey: boolean): void {
    const { kind, offset } = this.#tokens;
    if (this.#stack.length >= maximumDepth) {
      this.#fault('too-deep');
      this.#faults.full = true;
      return;
    }
    const bracket = { offset, indent: this.#tokens.indent, comma: undefined, unknownKey };
    if (kind === Token.openBrace) {
      this.#openObjects++;
      this.#stack.push({ ...bracket, members: [], expect: 'key' });
    } else {
      this.#openArrays++;
      this.#stack.push({ ...bracket, items: [], expect: 'value' });
    }
    this.#recovering = false;
  }

  /** Handles the closing bracket that matches this frame. */
  #close(frame: Frame): void {
    const { offset, indent } = this.#tokens;
    this.#lastClosings.push(offset);
    if (this.#lastClosings.length > mostExtra) this.#lastClosings.shift();
    if (indent !== frame.indent && this.#tokens.lineStart > frame.offset) this.#misplacedClosing ??= offset;
    const unfinished = this.#unfinished(frame);
    if (frame.comma !== undefined) {
      if (this.#faults.last?.offset !== frame.comma) this.#faults.add('trailing-comma', frame.comma, 1);
    } else if (unfinished !== undefined) this.#missingValue(unfinished);
    this.#pop(frame, this.#tokens.end);
  }

  /** Handles a closing bracket of the other kind: it closes the innermost frame of that kind, if any. */
  #closeOther(object: boolean): void {
    if ((object ? this.#openObjects : this.#openArrays) === 0) {
      this.#unexpected();
      return;
    }
    for (let frame = this.#stack.at(-1); frame !== undefined; frame = this.#stack.at(-1)) {
      if ((frame.members !== undefined) === object) {
        this.#close(frame);
        return;
      }
      this.#faults.add('unclosed', frame.offset, 1);
      this.#pop(frame, this.#tokens.previousEnd);
    }
  }

  /** Closes objects before a key that isn't indented deeper than the lines that opened them. Returns true if any closed. */
  #endedByIndent(innermost: ObjectFrame): boolean {
    const tokens = this.#tokens;
    if (!this.#trustIndent || !tokens.startsLine || tokens.kind !== Token.string) return false;
    let frame = innermost;
    while (frame.expect !== 'value' && tokens.indent <= frame.indent) {
      const around = this.#stack.at(-2);
      if (around?.members === undefined) break;
      this.#faults.add('unclosed', frame.offset, 1);
      this.#pop(frame, tokens.previousEnd);
      this.#recovering = true;
      frame = around;
    }
    if (frame === innermost) return false;
    this.#inObject(frame);
    return true;
  }

  #pop(frame: Frame, end: number): void {
    this.#stack.pop();
    if (frame.members !== undefined) this.#openObjects--;
    else this.#openArrays--;
    const span = { offset: frame.offset, length: end - frame.offset };
    if (frame.unknownKey) {
      this.#recovering = true;
    } else if (frame.members !== undefined) {
      if (markOverridden(frame.members)) this.repeatsKeys = true;
      this.#place({ type: 'object', members: frame.members, ...span });
    } else this.#place({ type: 'array', items: frame.items, ...span });
  }

  #closeAtEnd(): void {
    const innermost = this.#stack.at(-1);
    if (innermost === undefined) return;
    if (innermost.isAssumed === true) {
      this.#pop(innermost, this.#text.length);
      return;
    }
    const { last } = this.#faults;
    const lastWordIsBad = last !== undefined && last.offset + last.length === this.#tokens.previousEnd;
    // A truncated text gets one fault, not one for the cut word and one for the brackets.
    if (lastWordIsBad && (last.kind === 'bad-number' || last.kind === 'bad-value'))
      this.#faults.retract(last.kind, last.offset);
    if (!lastWordIsBad || last.kind !== 'unterminated-string') this.#faults.add('unclosed', innermost.offset, 1);
    for (let frame = this.#stack.at(-1); frame !== undefined; frame = this.#stack.at(-1))
      this.#pop(frame, this.#text.length);
  }

  #opens(): boolean {
    return this.#tokens.kind === Token.openBrace || this.#tokens.kind === Token.openBracket;
  }

  /** Skips a token without a fault. An opening bracket is still tracked, so that brackets match. */
  #skip(): void {
    if (this.#opens()) this.#open(true);
  }

  #unexpected(): void {
    if (!this.#recovering) this.#fault('unexpected');
    this.#recovering = true;
  }

  #badWord(): void {
    const text = this.#tokens.value;
    if (this.#recovering) return;
    this.#fault(text.startsWith("'") ? 'single-quotes' : /^[-+.]?[\d.]/.test(text) ? 'bad-number' : 'bad-value');
  }

  #fault(kind: FaultKind): void {
    this.#faults.add(kind, this.#tokens.offset, this.#tokens.length);
  }
}

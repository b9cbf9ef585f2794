/** Faults: deviations from strict JSON that the tolerant parser reports. */
import type { Span } from './json.ts';

export type FaultKind =
  | 'empty'
  | 'binary'
  | 'byte-order-mark'
  | 'comment'
  | 'trailing-comma'
  | 'missing-comma'
  | 'missing-colon'
  | 'missing-value'
  | 'bad-key'
  | 'bad-value'
  | 'bad-number'
  | 'bad-string'
  | 'single-quotes'
  | 'unterminated-string'
  | 'unclosed'
  | 'unexpected'
  | 'too-deep'
  | 'after-the-end'
  /** A closing bracket that ends an object or array too early. */
  | 'extra-bracket'
  | 'second-object'
  /** Properties without the braces around them. */
  | 'missing-braces'
  /** A space or an invisible character between values that JSON doesn't allow. */
  | 'odd-space'
  | 'markdown-fence'
  | 'merge-conflict'
  /** The path that a symbolic link was checked out as. */
  | 'link-as-text';

/** A deviation from strict JSON (RFC 8259) and its location. */
export interface Fault extends Span {
  readonly kind: FaultKind;
  /**
   * True if the tree around it can't be trusted. False if the meaning is clear anyway: a comment, an extra or missing
   * comma, an invalid escape.
   */
  readonly damaging: boolean;
  /** Where its consequence shows. */
  readonly effect?: Span;
}

const harmless: ReadonlySet<FaultKind> = new Set([
  'byte-order-mark',
  'comment',
  'trailing-comma',
  'missing-comma',
  'missing-colon',
  'bad-string',
  'bad-number',
  'single-quotes',
  'extra-bracket',
  'odd-space',
  'markdown-fence',
]);

/**
 * Collects faults up to a limit. Text with that many damaging faults isn't JSON, so the list is full. Other faults
 * beyond the limit (such as a thousand comments) are dropped.
 */
export class FaultList {
  static readonly limit = 1000;
  readonly faults: Fault[] = [];
  /** True if no more faults are collected and parsing should stop. */
  full = false;
  #damaging = 0;
  #harmless = 0;

  add(kind: FaultKind, offset: number, length: number, effect?: Span): void {
    if (this.full) return;
    const damaging = !harmless.has(kind);
    if (damaging) this.full = ++this.#damaging >= FaultList.limit;
    else if (++this.#harmless > FaultList.limit) return;
    this.faults.push({ kind, offset, length, damaging, ...(effect && { effect }) });
  }

  get last(): Fault | undefined {
    return this.faults.at(-1);
  }

  /** Removes the last fault if it has this kind and offset, because a later token explains it better. */
  retract(kind: FaultKind, offset: number): void {
    if (this.last?.kind === kind && this.last.offset === offset) this.faults.pop();
  }
}

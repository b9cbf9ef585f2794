/** What the tolerant parser found that strict JSON does not have. */
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
  | 'after-the-end';

/** One departure from strict JSON (RFC 8259), where it was seen. */
export interface Fault extends Span {
  readonly kind: FaultKind;
  /**
   * The tree around it cannot be trusted. False where the meaning is plain all the same: a comment, a comma too many
   * or too few, a bad escape.
   */
  readonly damaging: boolean;
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
]);

/**
 * Collects faults, no more than a reader could use. Faults that damage the tree fill the list: text with so many is no
 * JSON at all. The others (a thousand comments) are only no longer counted.
 */
export class FaultList {
  static readonly limit = 1000;
  readonly faults: Fault[] = [];
  /** Nothing more is wanted: reading on makes no sense. */
  full = false;
  #damaging = 0;
  #harmless = 0;

  add(kind: FaultKind, offset: number, length: number): void {
    if (this.full) return;
    const damaging = !harmless.has(kind);
    if (damaging) this.full = ++this.#damaging >= FaultList.limit;
    else if (++this.#harmless > FaultList.limit) return;
    this.faults.push({ kind, offset, length, damaging });
  }

  get last(): Fault | undefined {
    return this.faults.at(-1);
  }

  /** Takes back the last fault when it is of this kind at this place: a later token explained it better. */
  retract(kind: FaultKind, offset: number): void {
    if (this.last?.kind === kind && this.last.offset === offset) this.faults.pop();
  }
}

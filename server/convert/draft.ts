/** A server while it is being read: fields of the agent's format, filled from keys of any tool. */
import * as l10n from '@vscode/l10n';
import type { Remark } from '../../common/conversion.ts';
import type { Dialect } from '../../common/tool-files.ts';
import { endOf, type Span } from '../config/json.ts';
import type { Remarks } from './remarks.ts';
import { areEqual, isList, isMap, mapOf, type Value } from './value.ts';
import type { Prompts } from './variables.ts';

/** A member of an entry, as the source has it. */
export interface Given {
  readonly value: Value;
  readonly at: Span;
  /** Of the value; absent where it is not written as JSON. */
  readonly span?: Span;
}

/** What is the same for all servers of a source. */
export interface Reading {
  readonly dialect: Dialect;
  /** The text is known to be written for the agent, which runs values that begin with an exclamation mark. */
  readonly ownFile: boolean;
  /** The text is a line for a terminal, whose shell expands variables before the tool sees them. */
  readonly fromShell: boolean;
  readonly prompts: Prompts;
  readonly remarks: Remarks;
  readonly layouts: ListLayouts;
}

/** Remembers which lists have a line for each item, so that they are written in the same way. */
export class ListLayouts {
  readonly onLines = new Set<Value>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param source where the list, or what it was made from, is in the text */
  note(list: Value, source: Span | undefined): void {
    if (source === undefined || !isList(list)) return;
    if (this.#text.slice(source.offset, endOf(source)).includes('\n')) this.onLines.add(list);
  }
}

interface Field {
  readonly value: Value;
  /** The keys of the source that it came from; of several, the first is the field's own. */
  readonly keys: readonly [string, ...string[]];
  /** Where a member of the value came from, as far as that isn't the key and the name. */
  readonly paths: ReadonlyMap<string, string>;
}

export class Draft {
  readonly reading: Reading;
  readonly name: string;
  readonly given: ReadonlyMap<string, Given>;
  readonly #fields = new Map<string, Field>();
  readonly #inOwnForm = new Set<Value>();

  constructor(reading: Reading, name: string, given: ReadonlyMap<string, Given>) {
    this.reading = reading;
    this.name = name;
    this.given = given;
  }

  field(name: string): Value | undefined {
    return this.#fields.get(name)?.value;
  }

  /** The key of the source that a field came from. */
  keyOf(field: string): string {
    return this.keysOf(field)[0] ?? field;
  }

  keysOf(field: string): readonly string[] {
    return this.#fields.get(field)?.keys ?? [];
  }

  /** The path in the source of a member of a field. */
  pathOf(field: string, member: string): string {
    return this.#fields.get(field)?.paths.get(member) ?? `${this.keyOf(field)}.${member}`;
  }

  /** Fills a field. What is there already stays. */
  put(field: string, value: Value, key: string): void {
    const known = this.field(field);
    if (known === undefined) this.#fields.set(field, { value, keys: [key], paths: new Map() });
    else if (!areEqual(known, value)) this.lose(key, l10n.t('Conflicts with {0}.', JSON.stringify(this.keyOf(field))));
  }

  /**
   * Adds to a map of the agent's format. What is there already stays.
   *
   * @param pathOf the path in the source of each member; absent: the key and the name
   */
  add(
    field: 'env' | 'headers' | 'oauth',
    pairs: Iterable<readonly [string, Value]>,
    key: string,
    pathOf = (name: string): string => `${key}.${name}`,
  ): void {
    const known = this.#fields.get(field);
    const value = known?.value ?? mapOf([]);
    if (!isMap(value)) {
      this.lose(key, l10n.t('Conflicts with {0}.', JSON.stringify(this.keyOf(field))));
      return;
    }
    const all = new Map(value);
    const paths = new Map(known?.paths);
    for (const [name, item] of pairs) {
      if (all.has(name)) {
        if (all.get(name) !== item)
          this.lose(pathOf(name), l10n.t('Already set in {0}.', JSON.stringify(this.keyOf(field))));
        continue;
      }
      all.set(name, item);
      paths.set(name, pathOf(name));
    }
    this.#fields.set(field, { value: all, keys: known === undefined ? [key] : [...known.keys, key], paths });
  }

  /** A text made here, with variables as the agent writes them. */
  inOwnForm(text: string): string {
    this.#inOwnForm.add(text);
    return text;
  }

  isInOwnForm(text: string): boolean {
    return this.#inOwnForm.has(text);
  }

  lose(key: string, reason: string): void {
    this.note('lost', key, reason);
  }

  change(key: string, reason: string): void {
    this.note('changed', key, reason);
  }

  /** @param key the key of the source, or a path that begins with it */
  note(kind: Remark['kind'], key: string, reason: string): void {
    const at = (this.given.get(key) ?? this.given.get(key.replace(/[.[].*$/s, '')))?.at;
    this.reading.remarks.add(kind, { server: this.name, field: key, at }, reason);
  }
}

/** A server during conversion: fields of Oh My Pi's format, filled from keys of any tool. */
import * as l10n from '@vscode/l10n';
import type { TargetFormat } from '../../../common/generated/targets.ts';
import type { ToolId } from '../../../common/generated/tools.ts';
import type { Remark } from '../../../common/messages/conversion.ts';
import type { Span } from '../../config/text/json.ts';
import type { Remarks } from '../remarks.ts';
import { areEqual, isMap, mapOf, type Value, type ValueMap } from '../value.ts';

/** A member of an entry in the source. */
export interface SourceMember {
  readonly value: Value;
  readonly at: Span;
  /** Range of the value; absent if the source has no node for it. */
  readonly span?: Span;
}

/** Returns the members of an entry that has one range as a whole. */
export const sourceMembersAt = (members: ValueMap, at: Span): ReadonlyMap<string, SourceMember> =>
  new Map(Array.from(members, ([key, value]) => [key, { value, at }]));

/** A value that a source prompts for. */
export interface Prompt {
  readonly description: string;
  /** The value without an answer; `null` if Oh My Pi can't express it. Absent: the value is required. */
  readonly fallback?: string | null | undefined;
}

/** The values that a source prompts for (`inputs` of VS Code, `user_config` of MCP bundles), by ID. */
export type Prompts = ReadonlyMap<string, Prompt>;

/** Context that all servers of a source share. */
export interface ConversionContext {
  readonly dialect: ToolId;
  /** True if the servers have a shape that several tools use. */
  readonly isGuess?: boolean | undefined;
  /** True if the text is known to be written for Oh My Pi, which runs values that start with an exclamation mark. */
  readonly ownFile?: boolean;
  /** Absent for Oh My Pi. */
  readonly to?: TargetFormat | undefined;
  /** True if an entry that only disables a server is kept, because both source and target are files of Oh My Pi. */
  readonly keepsSwitches?: boolean;
  /** True if the text is a command line, in which the shell expands variables before the tool gets them. */
  readonly fromShell?: boolean;
  readonly prompts?: Prompts | undefined;
  /** Better names than their IDs for values that are prompted for, by ID. */
  readonly promptNames?: ReadonlyMap<string, string> | undefined;
  readonly remarks: Remarks;
  /** Is called for each list, with its range in the source or that of the value that it was converted from. */
  readonly onList?: (list: readonly Value[], source: Span) => void;
}

interface Field {
  readonly value: Value;
  /** The source keys of the value. Remarks about the field as a whole use the first one. */
  readonly keys: readonly [string, ...string[]];
  /** The source paths of members. Without one, a member's path is the first key and the member's name. */
  readonly paths: ReadonlyMap<string, string>;
}

export class ServerBuilder {
  readonly context: ConversionContext;
  readonly name: string;
  readonly sourceMembers: ReadonlyMap<string, SourceMember>;
  readonly #fields = new Map<string, Field>();
  readonly #inOwnForm = new Set<Value>();

  constructor(context: ConversionContext, name: string, sourceMembers: ReadonlyMap<string, SourceMember>) {
    this.context = context;
    this.name = name;
    this.sourceMembers = sourceMembers;
  }

  field(name: string): Value | undefined {
    return this.#fields.get(name)?.value;
  }

  /** Returns the source key of a field. */
  keyOf(field: string): string {
    return this.keysOf(field)[0] ?? field;
  }

  keysOf(field: string): readonly string[] {
    return this.#fields.get(field)?.keys ?? [];
  }

  /** Returns the source path of a member of a field. */
  pathOf(field: string, member: string): string {
    return this.#fields.get(field)?.paths.get(member) ?? `${this.keyOf(field)}.${member}`;
  }

  /** Sets a field. An existing value is kept, and a conflict is reported. */
  put(field: string, value: Value, key: string): void {
    const known = this.field(field);
    if (known === undefined) this.#fields.set(field, { value, keys: [key], paths: new Map() });
    else if (!areEqual(known, value)) this.lose(key, l10n.t('Conflicts with {0}.', JSON.stringify(this.keyOf(field))));
  }

  /**
   * Adds members to a map of Oh My Pi's format. Existing members are kept, and conflicts are reported.
   *
   * @param pathOf returns the source path of a member; by default, the key and the member's name
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
        if (!areEqual(all.get(name) ?? null, item))
          this.lose(pathOf(name), l10n.t('Already set in {0}.', JSON.stringify(this.keyOf(field))));
        continue;
      }
      all.set(name, item);
      paths.set(name, pathOf(name));
    }
    this.#fields.set(field, { value: all, keys: known === undefined ? [key] : [...known.keys, key], paths });
  }

  /** Marks a generated text, whose variables are already in Oh My Pi's syntax. Returns the text. */
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

  /** @param key a source key, or a path that starts with one */
  note(kind: Remark['kind'], key: string, reason: string): void {
    const at = (this.sourceMembers.get(key) ?? this.sourceMembers.get(key.replace(/[.[].*$/s, '')))?.at;
    this.context.remarks.add(kind, { server: this.name, field: key, at }, reason);
  }
}

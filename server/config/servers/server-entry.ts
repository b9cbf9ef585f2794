/** One entry of `mcpServers`: a name and its value. */

import { type ExpandableString, expandableStrings } from '../format/expandable-strings.ts';
import type { FieldSet, Transport } from '../format/field.ts';
import { fieldSet } from '../format/format.ts';
import { fieldValue, type Group, hasField, readGroup } from '../format/group.ts';
import { type Launch, readLaunch } from '../packages/launch.ts';
import { type PackageRun, packageOf } from '../packages/package.ts';
import type { Fault } from '../text/fault.ts';
import { type JsonNode, type Member, memberSpan, type ObjectNode, type Span, type StringNode } from '../text/json.ts';
import { chooseTransport, type TransportChoice } from './choose-transport.ts';
import { ServerMemo } from './unchanged-servers.ts';

/** A server whose entry is an object, with the fields of its transport. */
export interface ParsedServer {
  readonly transport: Transport;
  readonly choice: TransportChoice;
  /** The entry itself. Its fields are those of the transport, or of all transports if `choice` is `both`. */
  readonly group: Group;
  /** Fields that only other transports have. */
  readonly misplaced: readonly Member[];
  readonly auth: Group | undefined;
  readonly oauth: Group | undefined;
}

/** An entry of `mcpServers`. Its meaning and its problems depend only on its own text. */
export class ServerEntry {
  readonly key: StringNode;
  readonly value: JsonNode | undefined;
  readonly colon: number | undefined;
  /** False if a later entry has the same name: JSON parsers drop this one. */
  readonly live: boolean;
  /** True if the syntax inside is broken, so that the fields can't be trusted. */
  readonly damaged: boolean;
  /** True if the syntax inside is strict JSON. */
  readonly isClean: boolean;
  /** What is known about the text of the entry. */
  readonly memo: ServerMemo;
  #parsed: ParsedServer | undefined;
  #texts: readonly ExpandableString[] | undefined;
  #launch: { readonly launch: Launch | undefined; readonly package: PackageRun | undefined } | undefined;

  /** @param faults the syntax faults inside @param memo what is known about a text without faults */
  constructor(member: Member, faults: readonly Fault[], memo?: ServerMemo) {
    this.key = member.key;
    this.value = member.value;
    this.colon = member.colon;
    this.live = member.live;
    this.damaged = faults.some((fault) => fault.damaging);
    this.isClean = faults.length === 0;
    this.memo = memo !== undefined && this.isClean ? memo : new ServerMemo();
  }

  get name(): string {
    return this.key.value;
  }

  /** From the start of the name to the end of the value. */
  get span(): Span {
    return memberSpan(this);
  }

  /** The entry as a server; undefined if it isn't an object. */
  get parsed(): ParsedServer | undefined {
    if (this.value?.type === 'object') this.#parsed ??= readServer(this.value);
    return this.#parsed;
  }

  /** The strings in which Oh My Pi expands variables. */
  get texts(): readonly ExpandableString[] {
    if (this.parsed === undefined) return [];
    this.#texts ??= expandableStrings(this.parsed.group);
    return this.#texts;
  }

  /** What the command line starts; undefined if the entry has no valid command line. */
  get launch(): Launch | undefined {
    return this.#launched()?.launch;
  }

  /** The package that a runner fetches and starts; undefined if the entry doesn't use a runner. */
  get package(): PackageRun | undefined {
    return this.#launched()?.package;
  }

  #launched() {
    if (this.#launch !== undefined || this.parsed === undefined) return this.#launch;
    const launch = readLaunch(this.parsed.transport, this.parsed.group);
    this.#launch = { launch, package: packageOf(launch) };
    return this.#launch;
  }
}

function readServer(node: ObjectNode): ParsedServer {
  const all = readGroup('server', node, fieldSet('stdio'), fieldSet('http'));
  const has = (name: string): boolean => hasField(all, name);
  // If the other field is present too, null means that this one is absent.
  const hasBeside = (name: string, other: string): boolean =>
    has(name) && !(has(other) && fieldValue(all, name)?.type === 'null');
  const address = fieldValue(all, 'url');
  const { transport, choice } = chooseTransport({
    type: all.fields.get('type')?.value ?? typeAlias(all),
    command: hasBeside('command', 'url'),
    url: hasBeside('url', 'command'),
    address: address?.type === 'string' ? address.value : undefined,
    headers: has('headers'),
    process: has('args') || has('env') || has('cwd'),
  });
  const set = fieldSet(transport);
  const { place, unknownKeys, aliases } = all;
  const misplaced = choice === 'both' ? [] : fieldsOutside(all, set);
  const fields =
    misplaced.length === 0 ? all.fields : new Map([...all.fields].filter(([name]) => set.byName.has(name)));
  const group: Group = { place, set, node, fields, unknownKeys, aliases };
  return { transport, choice, group, misplaced, auth: subgroup(group, 'auth'), oauth: subgroup(group, 'oauth') };
}

const nothing: readonly Member[] = [];

/** Returns the fields that a set doesn't have. */
function fieldsOutside({ fields }: Group, { byName }: FieldSet): readonly Member[] {
  let outside: Member[] | undefined;
  for (const [name, field] of fields)
    if (!byName.has(name)) {
      outside ??= [];
      outside.push(field);
    }
  return outside ?? nothing;
}

/** Returns the value of a key that stands for `type`, such as `"transportType": "sse"`. */
function typeAlias(all: Group): JsonNode | undefined {
  const unknownKey = all.aliases.get('type');
  // `serverUrl` stands for the type too, but its value is a URL.
  return unknownKey !== undefined && all.aliases.get('url') !== unknownKey ? unknownKey.value : undefined;
}

function subgroup(group: Group, name: 'auth' | 'oauth'): Group | undefined {
  const value = group.fields.get(name)?.value;
  return value?.type === 'object' ? readGroup(name, value, fieldSet(name)) : undefined;
}

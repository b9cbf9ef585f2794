/** A config file, parsed once. Rules, completion, hover, and all other features use this model. */

import { fieldSet, type ListName, listNames } from '../format/format.ts';
import { type Group, readGroup } from '../format/group.ts';
import type { Fault } from '../text/fault.ts';
import { endOf, itemsOf, type JsonNode, memberSpan, type ObjectNode, type StringNode } from '../text/json.ts';
import { parseText } from '../text/parse.ts';
import { ServerEntry } from './server-entry.ts';
import { UnchangedServers } from './unchanged-servers.ts';

/** Returns the object under `mcpServers`; undefined if the file doesn't have one. */
export function serverMap({ top }: ConfigDocument): ObjectNode | undefined {
  const map = top?.fields.get('mcpServers')?.value;
  return map?.type === 'object' ? map : undefined;
}

/** Returns the strings in the two lists of names, in the order of the lists. */
export function listedNames({
  top,
}: ConfigDocument): readonly { readonly list: ListName; readonly node: StringNode }[] {
  return listNames.flatMap((list) =>
    itemsOf(top?.fields.get(list)?.value).flatMap((node) => (node.type === 'string' ? [{ list, node }] : [])),
  );
}

export class ConfigDocument {
  readonly text: string;
  readonly root: JsonNode | undefined;
  readonly faults: readonly Fault[];
  /** True if an object has several members with the same key. */
  readonly repeatsKeys: boolean;
  /** The top-level object; undefined if the file's value isn't an object. */
  readonly top: Group | undefined;
  /** True if the syntax outside the servers is broken, so that the top-level keys can't be trusted. */
  readonly damaged: boolean;
  /** All entries of `mcpServers` in file order, including overridden duplicates. */
  readonly servers: readonly ServerEntry[];
  /** The entries that a JSON parser keeps. */
  readonly liveServers: readonly ServerEntry[];

  /**
   * Parses any text; never throws.
   * @param earlier an earlier version of the document; of servers that an edit didn't touch, what is known is taken over
   */
  constructor(text: string, earlier?: ConfigDocument) {
    this.text = text;
    const unchanged = earlier?.repeatsKeys === false ? new UnchangedServers(earlier, text) : undefined;
    const { root, faults, repeatsKeys } = parseText(text, unchanged);
    this.root = root;
    this.faults = faults;
    this.repeatsKeys = repeatsKeys;
    this.top = root?.type === 'object' ? readGroup('top', root, fieldSet('top')) : undefined;
    const map = this.top?.fields.get('mcpServers')?.value;
    const members = map?.type === 'object' ? map.members : [];
    let next = 0;
    let damaging = 0;
    this.servers = members.map((member, index) => {
      const memo = unchanged?.memoOf(memberSpan(member), index, members.length);
      if (faults.length === 0) return new ServerEntry(member, faults, memo);
      const { offset } = member.key;
      const end = endOf(member.value ?? member.key);
      // Faults and entries are both in text order.
      while ((faults[next]?.offset ?? Number.POSITIVE_INFINITY) < offset) next++;
      const first = next;
      while ((faults[next]?.offset ?? Number.POSITIVE_INFINITY) < end) next++;
      const inside = faults.slice(first, next);
      damaging += inside.filter((fault) => fault.damaging).length;
      return new ServerEntry(member, inside, memo);
    });
    this.damaged = damaging < faults.filter((fault) => fault.damaging).length;
    this.liveServers = this.servers.filter((server) => server.live);
  }
}

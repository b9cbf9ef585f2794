/** What a config file IS: the text, read once. Rules, completion, hover and everything later look at this. */

import { EntryText } from './entry-text.ts';
import type { Fault } from './fault.ts';
import { fieldSet } from './format.ts';
import { type Group, readGroup } from './group.ts';
import { endOf, type JsonNode, type ObjectNode } from './json.ts';
import { parseText } from './parse.ts';
import { ServerEntry } from './server.ts';

/** The object under `mcpServers`; undefined where there is none. */
export function serverMap({ top }: ConfigDocument): ObjectNode | undefined {
  const map = top?.fields.get('mcpServers')?.value;
  return map?.type === 'object' ? map : undefined;
}

export class ConfigDocument {
  readonly text: string;
  readonly root: JsonNode | undefined;
  readonly faults: readonly Fault[];
  /** The top-level object; undefined when the file holds anything else. */
  readonly top: Group | undefined;
  /** The syntax outside the servers is broken, so that nothing can be said of the top level's keys. */
  readonly damaged: boolean;
  /** Every entry of `mcpServers` in the order of the file, dropped duplicates included. */
  readonly servers: readonly ServerEntry[];

  /**
   * Reads a text of any kind; never throws.
   * @param known servers of an earlier version (`entryTexts`): those that are still there are not read again
   */
  constructor(text: string, known: readonly EntryText[] = []) {
    this.text = text;
    const { root, faults } = parseText(text, known);
    this.root = root;
    this.faults = faults;
    this.top = root?.type === 'object' ? readGroup('top', root, fieldSet('top')) : undefined;
    const damage = faults.filter((fault) => fault.damaging);
    const map = this.top?.fields.get('mcpServers')?.value;
    let next = 0;
    let inside = 0;
    this.servers = (map?.type === 'object' ? map.members : []).map((member) => {
      const { offset } = member.key;
      const end = endOf(member.value ?? member.key);
      // Faults and entries both come in the order of the text.
      while ((damage[next]?.offset ?? Number.POSITIVE_INFINITY) < offset) next++;
      const first = next;
      while ((damage[next]?.offset ?? Number.POSITIVE_INFINITY) < end) next++;
      inside += next - first;
      return new ServerEntry(member, next > first);
    });
    this.damaged = inside < damage.length;
  }

  /** The text of an entry, the same object for as long as the text is the same. */
  textOf(entry: ServerEntry): EntryText {
    const { key, colon, value } = entry;
    const start = key.offset;
    const end = endOf(value ?? key);
    entry.own ??= new EntryText(
      this.text.slice(start, end),
      key.value,
      key.length,
      (colon ?? end) - start,
      (value?.offset ?? end) - start,
    );
    return entry.own;
  }

  /** What a later version need not read again: whole objects. */
  get entryTexts(): readonly EntryText[] {
    if (this.faults.length > 0) return [];
    return this.servers.filter(({ value }) => value?.type === 'object').map((entry) => this.textOf(entry));
  }

  /** The entries that a JSON parser keeps. */
  get liveServers(): readonly ServerEntry[] {
    return this.servers.filter((server) => server.live);
  }
}

/** A config file, parsed once. Rules, completion, hover, and all other features use this model. */

import { EntryText } from './entry-text.ts';
import type { Fault } from './fault.ts';
import { fieldSet } from './format.ts';
import { type Group, readGroup } from './group.ts';
import { endOf, type JsonNode, type ObjectNode } from './json.ts';
import { parseText } from './parse.ts';
import { ServerEntry } from './server.ts';

/** Returns the object under `mcpServers`; undefined if the file doesn't have one. */
export function serverMap({ top }: ConfigDocument): ObjectNode | undefined {
  const map = top?.fields.get('mcpServers')?.value;
  return map?.type === 'object' ? map : undefined;
}

export class ConfigDocument {
  readonly text: string;
  readonly root: JsonNode | undefined;
  readonly faults: readonly Fault[];
  /** The top-level object; undefined if the file's value isn't an object. */
  readonly top: Group | undefined;
  /** True if the syntax outside the servers is broken, so that the top-level keys can't be trusted. */
  readonly damaged: boolean;
  /** All entries of `mcpServers` in file order, including overridden duplicates. */
  readonly servers: readonly ServerEntry[];

  /**
   * Parses any text; never throws.
   * @param known servers of an earlier version (`entryTexts`); unchanged ones aren't parsed again
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
      // Faults and entries are both in text order.
      while ((damage[next]?.offset ?? Number.POSITIVE_INFINITY) < offset) next++;
      const first = next;
      while ((damage[next]?.offset ?? Number.POSITIVE_INFINITY) < end) next++;
      inside += next - first;
      return new ServerEntry(member, next > first);
    });
    this.damaged = inside < damage.length;
  }

  /** Returns the text of an entry: the same object as long as the text is unchanged. */
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

  /** Servers that a later version doesn't need to parse again: objects in a file without faults. */
  get entryTexts(): readonly EntryText[] {
    if (this.faults.length > 0) return [];
    return this.servers.filter(({ value }) => value?.type === 'object').map((entry) => this.textOf(entry));
  }

  /** The entries that a JSON parser keeps. */
  get liveServers(): readonly ServerEntry[] {
    return this.servers.filter((server) => server.live);
  }
}

/** What a config file IS: the text, read once. Rules, completion, hover and everything later look at this. */
import type { Fault } from './fault.ts';
import { fieldSet } from './format.ts';
import { type Group, readGroup } from './group.ts';
import { endOf, type JsonNode, type ObjectNode } from './json.ts';
import { parseText } from './parse.ts';
import type { Notes } from './per-server.ts';
import { ServerEntry } from './server.ts';
import { type Change, type Parts, spliceParts } from './splice.ts';

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
  /** Work that is kept from one version of the document to the next. */
  readonly notes: Notes;

  /** Reads a text of any kind; never throws. With `edited` it takes over the parts of another one. */
  constructor(text: string, edited?: { readonly from: ConfigDocument; readonly parts: Parts }) {
    this.text = text;
    this.notes = edited?.from.notes ?? new Map();
    if (edited !== undefined) {
      const { from, parts } = edited;
      ({ root: this.root, faults: this.faults, servers: this.servers } = parts);
      this.top = from.top;
      this.damaged = from.damaged;
      return;
    }
    const { root, faults } = parseText(text);
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

  /** The document after an edit. This one is used up: its places may have moved. */
  edited(newText: string, change: Change): ConfigDocument {
    const parts = spliceParts(this, this.text, newText, change);
    return parts === undefined ? new ConfigDocument(newText) : new ConfigDocument(newText, { from: this, parts });
  }

  /** The entries that a JSON parser keeps. */
  get liveServers(): readonly ServerEntry[] {
    return this.servers.filter((server) => server.live);
  }
}

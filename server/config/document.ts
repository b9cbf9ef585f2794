/** What a config file IS: the text, read once. Rules, completion, hover and everything later look at this. */
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

  /** Reads a text of any kind; never throws. */
  constructor(text: string) {
    this.text = text;
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

  /** The entries that a JSON parser keeps. */
  get liveServers(): readonly ServerEntry[] {
    return this.servers.filter((server) => server.live);
  }
}

/** Some files are layers: agents merge entries with the same name, key by key. */
import { groupBy } from '../../../common/group-by.ts';
import type { Connection } from '../servers/connection.ts';
import type { DefinedServer, SourceFile } from '../servers/source-file.ts';
import { type JsonNode, liveMembers, type Member, type ObjectNode } from '../text/json.ts';

/**
 * Returns the merged definition for each definition with the highest precedence, and none for the others.
 * @param files the layers, highest precedence first @param connectionOf reads a merged entry
 */
export function mergeLayers(
  files: readonly SourceFile[],
  connectionOf: (name: string, node: JsonNode | undefined) => Connection,
): ReadonlyMap<DefinedServer, DefinedServer> {
  const layers = groupBy(
    files.flatMap(({ definitions }) => definitions),
    ({ name }) => name,
  );
  const merged = new Map<DefinedServer, DefinedServer>();
  for (const [highest, ...lower] of layers.values()) {
    if (highest === undefined) continue;
    if (lower.length === 0) {
      merged.set(highest, highest);
      continue;
    }
    const node = lower.reduce((over, { node: under }) => mergeNodes(under, over), highest.node);
    merged.set(highest, { ...highest, node, connection: connectionOf(highest.name, node) });
  }
  return merged;
}

function mergeNodes(under: JsonNode | undefined, over: JsonNode | undefined): JsonNode | undefined {
  if (under?.type !== 'object' || over?.type !== 'object') return over ?? under;
  const members = new Map<string, Member>(liveMembers(under));
  for (const [name, member] of liveMembers(over)) {
    const value = mergeNodes(members.get(name)?.value, member.value);
    members.set(name, value === member.value ? member : { ...member, value });
  }
  return { ...over, members: [...members.values()] } satisfies ObjectNode;
}

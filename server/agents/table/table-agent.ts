/** Makes an agent of the facts about it. */

import { agentName } from '../../../common/messages/agents.ts';
import { type DefinedServer, readTree } from '../../config/servers/source-file.ts';
import type { Place } from '../../config/servers/sources.ts';
import { isTrue, type JsonNode, liveMembers, type Member, memberOrItem, memberValue } from '../../config/text/json.ts';
import type { AgentTable, ServersFile } from '../../tools/agent-facts.ts';
import type { TableAgent } from '../agent.ts';
import { inProject, locate, type TableSource } from '../files/agent-files.ts';
import { sourcesOf } from '../plugins/plugins.ts';
import { decidingSettings } from './deciding-settings.ts';
import { problemOf } from './file-problem.ts';
import { referenceProblem } from './file-references.ts';
import { tableConnection } from './table-connection.ts';
import { decide } from './table-decisions.ts';

export function tableAgent(table: AgentTable): TableAgent {
  const name = agentName(table.id);
  const settings = decidingSettings(table).flatMap((each) => each.in);
  return {
    id: table.id,
    name,
    table,
    facts: { ...table, variables: table.files.find(isShared)?.variables ?? table.variables },
    sources: (place) => sourcesOf(table, place),
    settings: (place) => [
      ...new Map(settings.flatMap((at) => locate(at, place)).map((file) => [file.uri, file])).values(),
    ],
    read(source, document, place) {
      const { file, plugin } = source as TableSource;
      const { root, fault, ...syntax } = readTree(source, document, file);
      const ofFile = file.format === undefined ? table : { ...table, format: file.format };
      const { map, inner, off } = mapIn(table, root, file, place);
      const own = new Map(
        source.layout === 'own' ? document.config.liveServers.map((entry) => [entry.key, entry]) : [],
      );
      const definitionOf = (
        [entryName, { key, value }]: readonly [string, Member],
        isInner: boolean,
      ): DefinedServer => {
        const fullName = (plugin?.prefix ?? '') + entryName;
        const isOff = isInner && off !== undefined && isTrue(memberValue(value, off));
        const connection = {
          ...tableConnection(ofFile, fullName, value),
          ...(plugin?.off?.has(entryName) === true && { enabled: false }),
          ...(isInner && { isAlone: true }),
          ...(isOff && { enabled: false }),
        };
        return { name: fullName, source, key, value, connection, entry: own.get(key), node: value };
      };
      const definitions = [
        ...Array.from(liveMembers(map), (member) => definitionOf(member, false)),
        ...Array.from(liveMembers(inner), (member) => definitionOf(member, true)),
      ];
      const text = document.text.getText();
      const problem =
        problemOf(file, { text, root, map, fault, broken: syntax.broken }) ??
        referenceProblem(file, source, document, place);
      return { source, definitions, items: [], ...syntax, problem, stopsLoader: false, document: undefined };
    },
    decide: (files, place, setting, policy) => decide(table, files, place, setting, policy),
  };
}

const isShared = ({ path }: ServersFile): boolean => path === '.mcp.json';

interface ServersMap {
  readonly map: JsonNode | undefined;
  /** A map in it with more servers. */
  readonly inner?: JsonNode;
  /** The property that turns off a server of the inner one. */
  readonly off?: string;
}

/** Returns the map of servers in a file. */
function mapIn(table: AgentTable, root: JsonNode | undefined, file: ServersFile, place: Place): ServersMap {
  const map = inProject(table, file.root, place).reduce<JsonNode | undefined>(memberOrItem, root);
  const inner = file.nested && memberValue(map, file.nested.property);
  // A server can have that name too.
  if (file.nested !== undefined && inner?.type === 'object' && memberValue(inner, 'type')?.type !== 'string')
    return { map: withMembers(map, isServer), inner, off: file.nested.off };
  const isFlat = map === undefined && file.flat === true && memberValue(root, 'servers') === undefined;
  return { map: isFlat ? withMembers(root, (value) => value?.type === 'object') : map };
}

/** Returns an object with some of its members, such as without `$schema`. */
function withMembers(
  node: JsonNode | undefined,
  isMeant: (value: JsonNode | undefined) => boolean,
): JsonNode | undefined {
  if (node?.type !== 'object') return undefined;
  return { ...node, members: node.members.filter(({ value }) => isMeant(value)) };
}

/** True for what is a server beside the inner map: it has a type. */
const isServer = (value: JsonNode | undefined): boolean => memberValue(value, 'type')?.type === 'string';

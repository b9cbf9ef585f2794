/** The connection of an entry as an agent sees it. */
import { agentName } from '../../../common/messages/agents.ts';
import { isRestriction } from '../../config/format/agent-properties.ts';
import type { Connection } from '../../config/servers/connection.ts';
import { type JsonNode, memberValue } from '../../config/text/json.ts';
import type { AgentTable } from '../../tools/agent-facts.ts';
import { lostProperties } from './lost-properties.ts';
import { readEntry } from './read-entry.ts';
import { ignoredTexts } from './reading-text.ts';

/** @param name of the server @param node the value of its entry; undefined if it's missing */
export function tableConnection(table: AgentTable, name: string, node: JsonNode | undefined): Connection {
  const reading = readEntry(table, name, node);
  const { transport, enabled, skipped, ignored } = reading;
  const lost = lostProperties(reading, node, table.format.type);
  const agent = agentName(table.id);
  return {
    transport,
    enabled,
    flaw: skipped,
    ...(lost.length > 0 && { lost }),
    departures: ignoredTexts(ignored, agent),
    vainRestrictions: ignored.flatMap(({ path, isUncertain }) =>
      isRestriction(path) && isUncertain !== true ? [path] : [],
    ),
    // Such an entry is valid as one that only turns a server on or off, whatever else is in it.
    ...(table.format.onlyEnabled === true && memberValue(node, 'enabled')?.type === 'boolean' && { isAlone: true }),
  };
}

/** Properties of an entry for which two readers accept different kinds of values, so that no spelling serves both. */
import type { Agent } from '../../agents/agent.ts';
import { settingFlaw } from '../../agents/table/read-entry.ts';
import { type JsonNode, liveMembers } from '../../config/text/json.ts';
import { parseText } from '../../config/text/parse.ts';
import type { PropertyFact, PropertyFacts } from '../../tools/agent-facts.ts';

export interface Conflict {
  /** The path of the property: `oauth.scopes`. */
  readonly path: string;
  readonly other: Agent;
}

/** One of each kind. */
const samples = ['"x"', '["x"]', '5', 'true', '{"a": "x"}'];

/** Returns the first property for which each value makes one of the two skip the server. */
export function conflictIn(entry: JsonNode | undefined, reader: Agent, others: readonly Agent[]): Conflict | undefined {
  for (const path of pathsIn(entry))
    for (const other of others) {
      const facts = [reader, other].map(({ facts: { format } }) => factAt(format.properties, path));
      if (samples.every((sample) => facts.some((fact) => fact !== undefined && isRejected(fact, sample))))
        return { path: path.join('.'), other };
    }
  return undefined;
}

const pathsIn = (node: JsonNode | undefined): readonly (readonly string[])[] =>
  Array.from(liveMembers(node)).flatMap(([name, { value }]) => [
    [name],
    ...Array.from(liveMembers(value).keys(), (inner) => [name, inner]),
  ]);

const factAt = (facts: PropertyFacts, [name = '', inner]: readonly string[]): PropertyFact | undefined => {
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
  return inner === undefined ? fact : fact?.keys && factAt(fact.keys, [inner]);
};

const isRejected = (fact: PropertyFact, sample: string): boolean =>
  settingFlaw(parseText(`{"value": ${sample}}`).root, { value: fact }) !== undefined;

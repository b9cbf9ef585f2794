/** The environment of an agent: that of the process, and variables in files that the agent adds to it. Only names are read. */

import type { Place } from '../config/servers/sources.ts';
import type { JsonNode } from '../config/text/json.ts';
import { liveMembers } from '../config/text/json.ts';
import type { VariableSource } from '../tools/agent-facts.ts';
import type { Agent, ReadSetting } from './agent.ts';
import { locate } from './files/agent-files.ts';

interface Names {
  has(name: string): boolean;
}

export interface EnvironmentReader {
  readonly setting: ReadSetting;
  readonly textOf: (uri: string) => string | undefined;
}

/** Returns the environment with the variables of the agent's files. */
export function withAgentVariables(
  { facts: { environment: sources = [] } }: Agent,
  place: Place,
  environment: Names,
  read: EnvironmentReader,
): Names {
  if (sources.length === 0) return environment;
  const added = new Set(sources.flatMap((source) => namesIn(source, place, read)));
  return { has: (name) => environment.has(name) || added.has(name) };
}

function namesIn(source: VariableSource, place: Place, { setting, textOf }: EnvironmentReader): readonly string[] {
  const files = source.in.flatMap((file) => locate(file, place));
  if (source.kind === 'json') return files.flatMap(({ uri }) => namesOf(setting(uri, source.path)));
  const byDepth = files.toSorted((one, other) => depthOf(one.label) - depthOf(other.label));
  for (const { uri } of byDepth) {
    const text = textOf(uri);
    if (text !== undefined)
      return Array.from(text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=/gm), ([, name = '']) => name);
  }
  return [];
}

const namesOf = (map: JsonNode | undefined): readonly string[] => [...liveMembers(map).keys()];

/** Files of the home folder come after those of all parents. */
const depthOf = (label: string): number => (label.startsWith('~/') ? 1000 : label.split('../').length);

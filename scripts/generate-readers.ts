/** Makes `common/generated/readers.ts`: what agents make of `.mcp.json`, in short, because every check needs it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { groupBy } from '../common/group-by.ts';
import { acceptedFaultsOf } from '../server/tools/accepted-faults.ts';
import type { PropertyFact, ServersFile } from '../server/tools/agent-facts.ts';
import { allTools } from '../server/tools/all-tools.ts';
import { ohMyPi, ohMyPiVariables } from '../server/tools/oh-my-pi.ts';
import { unknownVariables, type VariableFacts } from '../server/tools/variable-facts.ts';
import { root } from './lib/repository.ts';
import type { GeneratedFiles } from './lib/write-generated.ts';

const isShared = ({ path, in: where }: ServersFile): boolean => path === '.mcp.json' && where !== 'home';

/** Oh My Pi is the owner of the format, so it has no properties and types besides it. */
const readers = allTools.flatMap(({ id, agent, variables = unknownVariables }) => {
  const file = agent?.files.find(isShared);
  return agent && file ? [{ id, agent, file, variables: file.variables ?? variables }] : [];
});

export function readerFacts(): GeneratedFiles {
  const byReader = <T>(factOf: (reader: (typeof readers)[number]) => T | undefined): Readonly<Record<string, T>> =>
    Object.fromEntries(
      readers.flatMap((reader) => {
        const fact = factOf(reader);
        return fact === undefined ? [] : [[reader.id, fact]];
      }),
    );
  const lines = [
    '// Made by scripts/generate-readers.ts from server/tools.',
    "import type { AgentId } from './tools.ts';",
    "type On = 'stdio' | 'remote' | 'any';",
    'type By<T> = Readonly<Partial<Record<AgentId, T>>>;',
    '/** The agents that read `.mcp.json` in a project. Visual Studio reads another property of it. */',
    `export const namedReaders: readonly AgentId[] = ${JSON.stringify([ohMyPi.id, ...readers.map(({ id }) => id)])};`,
    "/** The paths of the properties that they read and the format doesn't have, by the transport with which they do. */",
    `export const readerProperties: By<Partial<Readonly<Record<On, readonly string[]>>>> = ${JSON.stringify(byReader(propertiesOf))};`,
    '/** Agents that may read other properties, too. */',
    `export const openReaders: readonly AgentId[] = ${JSON.stringify(readers.filter(({ agent }) => agent.format.isOpen).map(({ id }) => id))};`,
    '/** Agents that read neither `enabled` nor `disabled`. */',
    `export const ignoringSwitches: readonly AgentId[] = ${JSON.stringify(readers.flatMap(({ id, agent: { evidence, format } }) => (evidence === 'code' && format.isOpen !== true && !('enabled' in format.properties) && !('disabled' in format.properties) ? [id] : [])))};`,
    "/** By a value of `type` that the format doesn't have: the agents that accept it. */",
    `export const agentTypes: Readonly<Record<string, readonly AgentId[]>> = ${JSON.stringify(agentTypes())};`,
    '/** What a URL without a type is, where that is known. */',
    `export const untypedUrls: By<'stdio' | 'http' | 'sse' | 'skips'> = ${JSON.stringify({ [ohMyPi.id]: 'http', ...byReader(({ agent: { evidence, format } }) => (evidence === 'code' ? format.untypedUrl : undefined)) })};`,
    '/** The variables that they replace. */',
    `export const readerVariables: By<{ readonly forms: readonly ('braces' | 'default' | 'dollar' | 'env' | 'curly')[]; readonly isOpen?: true; readonly in?: readonly string[]; readonly tilde?: readonly string[] }> = ${JSON.stringify(
      { [ohMyPi.id]: shortFacts(ohMyPiVariables), ...byReader(({ variables }) => shortFacts(variables)) },
    )};`,
    '/** The deviations from strict JSON that they accept, or may accept. */',
    `export const acceptedFaults: By<readonly string[]> = ${JSON.stringify(byReader(({ file }) => acceptedIn(file)))};`,
    '',
  ];
  return { 'common/generated/readers.ts': lines.join('\n') };
}

const shortFacts = ({ forms, isOpen, in: fields, tilde }: VariableFacts) => ({
  ...{ forms, isOpen, tilde },
  in: fields,
});

function acceptedIn(file: ServersFile): readonly string[] | undefined {
  const accepted = acceptedFaultsOf(file);
  return accepted.length === 0 ? undefined : accepted;
}

function propertiesOf({ agent }: (typeof readers)[number]): Readonly<Record<string, readonly string[]>> {
  const { properties, type, urls = {} } = agent.format;
  const known = new Set(['stdio', 'http', 'sse'].flatMap(fieldsOf));
  const found: (readonly [path: string, on: string])[] = [type, ...Object.keys(urls)].flatMap((name) =>
    known.has(name) ? [] : [[name, name === type ? 'any' : 'remote'] as const],
  );
  for (const [name, fact] of Object.entries(properties)) {
    const on = fact.on ?? 'any';
    if (!known.has(name) && isUsed(fact)) found.push([name, on]);
    if (name !== 'auth' && name !== 'oauth') continue;
    for (const inner of Object.keys(fact.keys ?? {}))
      if (!fieldsOf(name).includes(inner)) found.push([`${name}.${inner}`, on]);
  }
  return Object.fromEntries(
    Array.from(
      groupBy(found, ([, on]) => on),
      ([on, same]) => [on, same.map(([path]) => path).sort()],
    ),
  );
}

/** The generated tables of the format may not exist yet. */
const { $defs }: { readonly $defs: Readonly<Record<string, { readonly properties?: object }>> } = JSON.parse(
  readFileSync(path.join(root, 'schemas/mcp.schema.json'), 'utf8'),
);

const fieldsOf = (definition: string): readonly string[] => Object.keys($defs[definition]?.properties ?? {});

/** A list of objects is documented nowhere, and other lists of that name are read by others. */
const isUsed = ({ hasNoEffect, value }: PropertyFact): boolean => hasNoEffect !== true && value !== 'objects';

function agentTypes(): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  for (const { id, agent } of readers)
    if (agent.format.type === 'type' && agent.evidence === 'code')
      for (const name of Object.keys(agent.format.types)) found[name] = [...(found[name] ?? []), id];
  for (const type of ['stdio', 'http', 'sse']) delete found[type];
  return found;
}

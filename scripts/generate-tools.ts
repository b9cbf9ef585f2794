/**
 * Generates common/generated/tools.ts from server/tools: the IDs and names of tools, and the paths of their files. The
 * extension and the first diagnostics need only these, so they don't load the other facts.
 */
import { allTools } from '../server/tools/all-tools.ts';
import { ohMyPi } from '../server/tools/oh-my-pi.ts';
import type { Tool } from '../server/tools/tool.ts';
import type { GeneratedFiles } from './lib/write-generated.ts';

/** Returns the module of IDs, names, and paths. */
export function toolFiles(): GeneratedFiles {
  const agents = [ohMyPi, ...allTools.filter(({ agent }) => agent !== undefined)];
  const targets = [ohMyPi, ...allTools.filter(({ target }) => target !== undefined)];
  const shared = agents.filter((tool) => tool === ohMyPi || tool.agent?.readsShared === true);
  const lines = [
    '// Made by scripts/generate-tools.ts from server/tools.',
    '/** Names of formats by the ID of their tool. */',
    constant(
      'formatNames',
      namesOf(byId(allTools), ({ name, formatName = name }) => formatName),
    ),
    'export type ToolId = keyof typeof formatNames;',
    '/** Names of the agents whose use of servers is known. */',
    constant('agentNames', namesOf(agents)),
    'export type AgentId = keyof typeof agentNames;',
    '/** Names of the formats that servers can be converted to. */',
    constant(
      'targetNames',
      namesOf(targets, ({ name, targetName = name }) => targetName),
    ),
    'export type TargetFormat = keyof typeof targetNames;',
    '/** The files of a project that servers are written to if there are none yet. */',
    constant('newFiles', newFiles()),
    '/** IDs by earlier words for them. */',
    constant('earlierWords', earlierWords()),
    '/** The agents that read `.mcp.json` in a project. */',
    listOf('sharedFileReaders', 'AgentId', idsOf(shared)),
    '/** Tools that accept comments and trailing commas in their own files. */',
    listOf('looseJson', 'ToolId', idsOf(allTools.filter(({ isLooseJson }) => isLooseJson))),
    '/** Variables that move the user-level folders or files of agents. */',
    constant(
      'folderVariables',
      variables((fact) => !('answers' in fact)),
    ),
    '/** Variables that make agents trust all folders. */',
    constant(
      'trustVariables',
      variables((fact) => 'answers' in fact),
    ),
    '/** The files of a product, highest precedence first. */',
    'export interface ToolFiles { readonly tool: string; readonly dialect: ToolId; readonly project?: readonly string[]; readonly user?: readonly string[]; readonly folders?: readonly string[] }',
    `export const toolFiles: readonly ToolFiles[] = ${JSON.stringify(allTools.flatMap(productFiles))};`,
    '',
  ];
  return { 'common/generated/tools.ts': lines.join('\n') };
}

const constant = (name: string, value: unknown): string => `export const ${name} = ${JSON.stringify(value)} as const;`;

const listOf = (name: string, type: string, items: readonly string[]): string =>
  `export const ${name}: readonly ${type}[] = ${JSON.stringify(items)};`;

const byId = (tools: readonly Tool[]): readonly Tool[] => tools.toSorted((one, other) => (one.id < other.id ? -1 : 1));

const idsOf = (tools: readonly Tool[]): readonly string[] => tools.map(({ id }) => id);

const namesOf = (
  tools: readonly Tool[],
  nameOf: (tool: Tool) => string = ({ name }) => name,
): Readonly<Record<string, string>> => Object.fromEntries(tools.map((tool) => [tool.id, nameOf(tool)]));

const newFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    allTools.flatMap(({ id, target, newFile }) => (target && newFile !== undefined ? [[id, newFile]] : [])),
  );

const earlierWords = (): Readonly<Record<string, string>> =>
  Object.fromEntries(allTools.flatMap(({ id, aliases = [] }) => aliases.map((word) => [word, id])));

const productFiles = ({ id, name, files = [] }: Tool): readonly object[] =>
  files.map(({ product = name, format = id, ...paths }) => ({ tool: product, dialect: format, ...paths }));

/** Returns the variables that facts about agents name. @param isMeant selects the facts */
function variables(isMeant: (fact: object) => boolean): readonly string[] {
  const names = new Set<string>();
  const visit = (fact: unknown): void => {
    if (typeof fact !== 'object' || fact === null) return;
    if ('variable' in fact && typeof fact.variable === 'string' && isMeant(fact)) names.add(fact.variable);
    for (const inner of Object.values(fact)) visit(inner);
  };
  visit(allTools.map(({ agent }) => agent));
  return [...names];
}

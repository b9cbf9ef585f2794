/**
 * Generates common/generated/ from server/tools: the IDs and names of tools, and the paths of their files. The
 * extension and the first diagnostics need only these, so they don't load the other facts.
 */

import { groupBy } from '../common/group-by.ts';
import { wordSet } from '../common/guards.ts';
import { usualNames } from '../server/config/files/usual-names.ts';
import { type ForeignKeys, factOfKey } from '../server/config/format/foreign-keys.ts';
import type { VariableForm } from '../server/config/variables/written-variables.ts';
import { isProbable, readRoots } from '../server/tools/agent-facts.ts';
import { allTools } from '../server/tools/all-tools.ts';
import { factsIn } from '../server/tools/facts-in.ts';
import { ohMyPi } from '../server/tools/oh-my-pi.ts';
import { inApplications, type Tool } from '../server/tools/tool.ts';
import { noVariables, unknownVariables } from '../server/tools/variable-facts.ts';
import type { GeneratedFiles } from './lib/write-generated.ts';

/** Returns the modules of IDs, names, and paths. */
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
    '/** The agents whose use of servers is known. */',
    constant('agentIds', idsOf(agents)),
    'export type AgentId = (typeof agentIds)[number];',
    '/** Names of those whose format has another name. */',
    constant('otherAgentNames', namesOf(agents.filter(({ name, formatName = name }) => name !== formatName))),
    '/** The agents that read `.mcp.json` in a project. */',
    listOf('sharedFileReaders', 'AgentId', idsOf(shared)),
    '/** The agent whose own file that is. */',
    constant('sharedFileOwner', shared.find(({ newFile }) => newFile === '.mcp.json')?.id),
    '/** Tools that accept comments and trailing commas in their own files. */',
    listOf('looseJson', 'ToolId', idsOf(allTools.filter(({ isLooseJson }) => isLooseJson))),
    '/** Names of tools in whose files absolute paths are right. */',
    listOf(
      'absolutePathTools',
      'string',
      allTools.flatMap(({ name, needsAbsolutePaths }) => (needsAbsolutePaths === true ? [name] : [])),
    ),
    '/** Names of tools whose files have only servers that they start. */',
    listOf(
      'programTools',
      'string',
      allTools.flatMap(({ name, takesNoUrl }) => (takesNoUrl === true ? [name] : [])),
    ),
    '/** Names of tools that replace no variables in their own files. */',
    listOf(
      'plainTextTools',
      'string',
      allTools.flatMap(({ name, variables }) => (variables === noVariables ? [name] : [])),
    ),
    '/** Variables that move the user-level folders or files of agents. */',
    constant(
      'folderVariables',
      variables((fact) => !('answers' in fact)),
    ),
    '/** Those in which agents replace `~` with the home folder. */',
    constant(
      'tildeVariables',
      variables((fact) => 'expandsTilde' in fact),
    ),
    '/** Variables with the content of a settings file. */',
    constant('contentVariables', contentVariables()),
    '/** Variables that switch something in agents, with the values that do. */',
    `export const switchVariables = ${JSON.stringify(switchVariables())} as const;`,
    "/** Keys of servers that Oh My Pi's format doesn't have, with the names of their tools and what to do. */",
    constant(
      'foreignServerKeys',
      foreignKeys(({ serverKeys }) => serverKeys),
    ),
    '/** The same for the top level. */',
    constant(
      'foreignTopKeys',
      foreignKeys(({ topKeys }) => topKeys),
    ),
    '/** Tools, and words that the addresses of their schemas contain in this order. */',
    listOf(
      'schemaWords',
      '(readonly [ToolId, string, string])',
      allTools.flatMap(({ id, schemas = [] }) => schemas.map((words) => [id, ...words])),
    ),
    '/** Settings files of users with variables that agents add to their environment: the path of the file and of the map. */',
    `export const environmentFiles: readonly { readonly in: 'home'; readonly path: string; readonly variable?: 'CLAUDE_CONFIG_DIR'; readonly map: readonly string[] }[] = ${JSON.stringify(environmentFiles())};`,
    '/** Folders of agents in a project, the file from which each reads servers, the paths of the files there that some agent reads, of others in which people put servers, and of those that only Oh My Pi reads. */',
    `export const unreadFolders: Readonly<Record<string, { readonly tool: AgentId; readonly target: string; readonly read: readonly string[]; readonly unread?: readonly string[]; readonly ohMyPi?: readonly string[]; readonly isProbable?: true }>> = ${JSON.stringify(unreadFolders())};`,
    '/** Such files beside these folders. */',
    `export const unreadFiles: Readonly<Record<string, { readonly tool: AgentId; readonly target: string }>> = ${JSON.stringify(unreadFiles())};`,
    '/** Files of tools in a project, and the properties in which the tool looks for servers, each joined by dots; the first is the usual one. */',
    listOf('serverRoots', '(readonly [roots: readonly string[], paths: readonly string[]])', serverRoots()),
    '/** Names of the tools that set a variable. */',
    constant('hostVariables', hostVariables()),
    "type VariableForm = 'braces' | 'default' | 'dollar' | 'env' | 'curly';",
    '/** How values name an environment variable, by tools that are known to replace one. */',
    `export const variableForms: Readonly<Record<string, VariableForm>> = ${JSON.stringify(variableForms())};`,
    '/** Names of folders of tools, without the dot. */',
    listOf(
      'dotFolders',
      'string',
      allTools.flatMap(({ dotFolders = [] }) => dotFolders),
    ),
    '/** Folders of the managed settings on Linux, macOS, and Windows. */',
    constant('policyFolders', policyFolders()),
    '/** The files of a product, highest precedence first. */',
    'export interface ToolFiles { readonly tool: string; readonly dialect: ToolId; readonly project?: readonly string[]; readonly user?: readonly string[]; readonly folders?: readonly string[] }',
    // Short, because the first diagnostics load it.
    'const inApplications = (path: string): readonly string[] => [".config", "Library/Application Support", "AppData/Roaming"].map((folder) => folder + "/" + path);',
    'const same = (...paths: readonly string[]) => ({ project: paths, user: paths });',
    'const filesOf = (dialect: ToolId, paths: Omit<ToolFiles, "tool" | "dialect">, tool: string = formatNames[dialect]): ToolFiles => ({ tool, dialect, ...paths });',
    `export const toolFiles: readonly ToolFiles[] = [${allTools.flatMap(productFiles).join(',\n')}];`,
    '',
  ];
  const onDemand = [
    '// Made by scripts/generate-tools.ts from server/tools.',
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
    '',
  ];
  return {
    'common/generated/tools.ts': lines.join('\n'),
    // Apart, because the first diagnostics don't need it.
    'common/generated/targets.ts': onDemand.join('\n'),
  };
}

const constant = (name: string, value: unknown): string => `export const ${name} = ${JSON.stringify(value)} as const;`;

const listOf = (name: string, type: string, items: readonly unknown[]): string =>
  `export const ${name}: readonly ${type}[] = ${JSON.stringify(items)};`;

const byId = (tools: readonly Tool[]): readonly Tool[] => tools.toSorted((one, other) => (one.id < other.id ? -1 : 1));

const idsOf = (tools: readonly Tool[]): readonly string[] => tools.map(({ id }) => id);

const namesOf = (
  tools: readonly Tool[],
  nameOf: (tool: Tool) => string = ({ name }) => name,
): Readonly<Record<string, string>> => Object.fromEntries(tools.map((tool) => [tool.id, nameOf(tool)]));

const environmentFiles = () =>
  allTools.flatMap(({ agent }) =>
    (agent?.environment ?? []).flatMap((source) =>
      source.kind === 'json'
        ? source.in.flatMap(({ in: where, path, variable }) =>
            where === 'home' ? { in: where, path, variable, map: source.path } : [],
          )
        : [],
    ),
  );

const unreadFolders = () =>
  Object.fromEntries(
    allTools.flatMap((tool) => {
      const { id, agent, dotFolders = [], newFile } = tool;
      if (agent === undefined) return [];
      const own = agent.files.filter(({ in: where }) => where !== 'system' && where !== 'environment');
      const inProject = own.flatMap(({ in: where, path }) => (where === 'home' ? [] : [path]));
      const target = newFile ?? inProject[0] ?? `~/${own[0]?.path}`;
      const folders = [
        ...dotFolders.map((name) => `.${name}`),
        ...agent.traces.project.flatMap((path) => folderIn(path) ?? []),
      ];
      const isUnsure = isProbable(agent.evidence) || own.some(({ evidence }) => isProbable(evidence));
      return [...new Set(folders)].map((folder) => {
        const read = Array.from(usualNames).filter((name) => readInProjects.has(`${folder}/${name}`));
        const unread = (agent.unreadFiles ?? []).flatMap((path) => pathIn(folder, path));
        const imported = tool.files?.[0]?.product === undefined ? tool.files?.[0]?.project : undefined;
        const ohMyPi = (imported ?? []).flatMap((path) => (readInProjects.has(path) ? [] : pathIn(folder, path)));
        return [
          folder,
          {
            ...{ tool: id, target, read },
            ...(unread.length > 0 && { unread }),
            ...(ohMyPi.length > 0 && { ohMyPi }),
            ...(isUnsure && { isProbable: true }),
          },
        ];
      });
    }),
  );

/** Hidden files beside the folders of agents, by path. */
const unreadFiles = () =>
  Object.fromEntries(
    allTools.flatMap(({ id, agent, newFile }) => {
      const inHome = (agent?.files ?? []).flatMap(({ in: where, path, dialect }) =>
        where === 'home' && dialect === id ? path : [],
      );
      const paths = [...(agent?.unreadFiles ?? []), ...inHome].filter(
        (path) => /^\.[^/]+$/.test(path) && !readInProjects.has(path),
      );
      return newFile === undefined ? [] : paths.map((path) => [path, { tool: id, target: newFile }]);
    }),
  );

const serverRoots = () => {
  const files = allTools
    .flatMap(({ agent }) => agent?.files ?? [])
    .filter(
      ({ in: where, path, layout, onlyIf }) =>
        !ofUser.has(where) && path !== '.mcp.json' && !notJson.has(layout) && !onlyIf,
    );
  const byPath = groupBy(files, ({ path }) => path);
  const roots = Array.from(byPath, ([path, same]) => ({ path, roots: [...new Set(same.flatMap(readRoots))] }));
  return Array.from(groupBy(roots, (each) => each.roots.join()).values(), (same) => [
    same[0]?.roots ?? [],
    same.map(({ path }) => path),
  ]);
};

const ofUser: ReadonlySet<string> = wordSet('home system environment');

/** Layouts of files that aren't JSON. */
const notJson: ReadonlySet<string> = wordSet('codex toml');

/** Returns the rest of a path in a folder; nothing for others. */
const pathIn = (folder: string, path: string): readonly string[] =>
  path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [];

/** Returns the first folder of a path if it's one of a tool. */
const folderIn = (path: string): string | undefined => /^(\.[\w-]+)(?:\/|$)/.exec(path)?.[1];

const readInProjects: ReadonlySet<string> = new Set(
  allTools.flatMap(({ files = [], agent }) => [
    // Of the tool itself, only Oh My Pi reads the others.
    ...files.flatMap(({ product, project = [] }) => (agent !== undefined && product === undefined ? [] : project)),
    ...(agent?.files ?? []).flatMap(({ in: where, path }) => (where === 'home' || where === 'system' ? [] : [path])),
  ]),
);

const contentVariables = (): readonly string[] => [
  ...new Set(
    allTools.flatMap(({ agent }) =>
      (agent?.files ?? []).flatMap((file) => (file.in === 'environment' ? [file.path] : [])),
    ),
  ),
];

const newFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    allTools.flatMap(({ id, target, newFile }) => (target && newFile !== undefined ? [[id, newFile]] : [])),
  );

const earlierWords = (): Readonly<Record<string, string>> =>
  Object.fromEntries(allTools.flatMap(({ id, aliases = [] }) => aliases.map((word) => [word, id])));

const productFiles = ({ id, name, formatName = name, files = [] }: Tool): readonly string[] =>
  files.map(({ product = name, format = id, ...paths }) => {
    const { project, user, ...more } = paths;
    const isSame = project?.join() === user?.join() && Object.keys(more).length === 0;
    const lists = Object.entries(paths).map(([level, list]) => `${level}: [${pathTexts(list)}]`);
    const isUsual = format === id && product === formatName;
    return `filesOf(${JSON.stringify(format)}, ${isSame ? `same(${pathTexts(project ?? [])})` : `{ ${lists} }`}${isUsual ? '' : `, ${JSON.stringify(product)}`})`;
  });

/** Returns paths as source text, with those in the folders for application settings as one. */
function pathTexts(paths: readonly string[]): readonly string[] {
  const [first, ...more] = paths;
  if (first === undefined) return [];
  const inFolder = first.replace(/^\.config\//, '');
  const same = inApplications(inFolder);
  if (same.every((path, index) => path === paths[index]))
    return [`...inApplications(${JSON.stringify(inFolder)})`, ...pathTexts(paths.slice(same.length))];
  return [JSON.stringify(first), ...pathTexts(more)];
}

const and = new Intl.ListFormat('en');

function foreignKeys(
  keysOf: (tool: Tool) => ForeignKeys | undefined,
): Readonly<Record<string, readonly [tools: string, remedy: string]>> {
  const facts = allTools.flatMap((tool) =>
    Object.entries(keysOf(tool) ?? {}).map(([key, fact]) => ({ key, products: [tool.name], ...factOfKey(fact) })),
  );
  return Object.fromEntries(
    Array.from(
      groupBy(facts, ({ key }) => key),
      ([key, same]) => [key, [and.format(same.flatMap(({ products }) => products)), same[0]?.remedy ?? 'remove']],
    ),
  );
}

const hostVariables = (): Readonly<Record<string, string>> =>
  Object.fromEntries(allTools.flatMap(({ name, hostVariables: own = [] }) => own.map((variable) => [variable, name])));

/** By the name of the format. One that isn't accepted in files of a project isn't proposed. */
const variableForms = (): Readonly<Record<string, VariableForm>> =>
  Object.fromEntries(
    allTools.flatMap(
      ({
        name,
        formatName = name,
        files = [],
        agent,
        variables: {
          forms: [form],
        } = unknownVariables,
      }) => {
        // Other products read the format, but may replace nothing.
        const isOwn = files.some(({ product = formatName }) => product === formatName);
        const isRejected = agent?.files.some(({ references }) => references?.rejectsProject === true) === true;
        return form === undefined || !isOwn || isRejected ? [] : [[formatName, form]];
      },
    ),
  );

/** Those of each vendor once: VS Code reads the same as Copilot CLI. */
function policyFolders(): Readonly<Record<string, readonly string[]>> {
  const ids = new Map(
    allTools.flatMap(({ id, agent }) => (agent?.policyFolders ? [[agent.policyFolders, id] as const] : [])),
  );
  return Object.fromEntries(Array.from(ids, ([folders, id]) => [id, folders]));
}

const switchVariables = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    allTools.flatMap(({ agent }) => {
      const { variable, variableValues = ['true'] } = agent?.trust ?? {};
      const off = (agent?.files ?? []).flatMap(({ unlessVariable }) =>
        unlessVariable === undefined ? [] : [[unlessVariable, ['1', 'true']] as const],
      );
      return [...(variable === undefined ? [] : [[variable, variableValues] as const]), ...off];
    }),
  );

/** Returns the variables that facts about agents name. @param isMeant selects the facts */
function variables(isMeant: (fact: object) => boolean): readonly string[] {
  const names = Array.from(factsIn(allTools.map(({ agent }) => agent))).flatMap((fact) =>
    isMeant(fact) ? [fact.variable, fact.fileVariable, fact.ownedVariables].flat() : [],
  );
  return [...new Set(names)].filter((name) => typeof name === 'string');
}

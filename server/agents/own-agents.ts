/**
 * `.mcp-agents.json`: agents that aren't known here, described by the user or a project in the form of agents of which
 * little is known. Untrusted: it names only files below the project, or below the home folder if it's there itself.
 */
import * as l10n from '@vscode/l10n';
import { type AgentId, agentIds, agentName, ownAgentsName } from '../../common/messages/agents.ts';
import type { Transport } from '../config/format/field.ts';
import { quote } from '../config/language.ts';
import { type JsonNode, liveMembers, type Member, typeInWords } from '../config/text/json.ts';
import { parseText } from '../config/text/parse.ts';
import { inForm, type VariableForm } from '../config/variables/written-variables.ts';
import { childUri } from '../files/uris.ts';
import { type SimpleFile, simpleAgent } from '../tools/simple-agent.ts';
import { unknownVariables, type VariableFacts } from '../tools/variable-facts.ts';
import type { TableAgent } from './agent.ts';
import { tableAgent } from './table/table-agent.ts';

interface OwnAgents {
  readonly agents: readonly TableAgent[];
  readonly faults: readonly { readonly offset: number; readonly message: string }[];
}

/** The agents of several files, and what is wrong in these. */
export interface DescribedAgents {
  readonly agents: readonly TableAgent[];
  readonly faults: readonly { readonly uri: string; readonly offset: number; readonly message: string }[];
}

/** By the URI of the file. */
export type ReadDescriptions = Map<string, { readonly text: string; readonly read: OwnAgents }>;

/**
 * Reads the files of some folders. Of several agents with the same name, the first counts.
 * @param home the folder whose file may name files there @param before what was read before, so that an agent stays the
 * same until its file changes
 */
export function describedAgents(
  folders: readonly string[],
  home: string | undefined,
  textOf: (uri: string) => string | undefined,
  before: ReadDescriptions,
): DescribedAgents {
  const byName = new Map<string, TableAgent>();
  const faults: DescribedAgents['faults'][number][] = [];
  for (const folder of folders) {
    const uri = childUri(folder, ownAgentsName);
    const text = textOf(uri);
    if (text === undefined) continue;
    let known = before.get(uri);
    if (known?.text !== text) {
      known = { text, read: readOwnAgents(text, folder === home) };
      before.set(uri, known);
    }
    for (const agent of known.read.agents) if (!byName.has(agent.id)) byName.set(agent.id, agent);
    faults.push(...known.read.faults.map((fault) => ({ uri, ...fault })));
  }
  return { agents: [...byName.values()], faults };
}

/** As in schemas/mcp-agents.schema.json. */
const limits = { characters: 65_536, agents: 10, files: 10, properties: 10 };
const agentNamePattern = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/;
const properties = ['files', 'type', 'types', 'urls', 'off', 'variables', 'command', 'certain'];
const fileProperties = ['path', 'root', 'syntax', 'asks'];
const transports: readonly Transport[] = ['stdio', 'http', 'sse'];
const forms: readonly VariableForm[] = ['braces', 'default', 'dollar', 'env', 'curly'];

/** Reads the file. An agent with a fault is left out, and the others stay. @param isUsers true in the home folder */
export function readOwnAgents(text: string, isUsers: boolean): OwnAgents {
  const faults: { offset: number; message: string }[] = [];
  const fault = ({ offset }: { readonly offset: number }, message: string): undefined => {
    faults.push({ offset, message });
  };
  if (text.length > limits.characters) {
    fault({ offset: 0 }, l10n.t('The file is longer than {0} characters.', limits.characters));
    return { agents: [], faults };
  }
  const { root, faults: syntax } = parseText(text);
  for (const { offset, kind } of syntax) fault({ offset }, l10n.t('Invalid JSON ({0}).', kind.replaceAll('-', ' ')));
  const members = (node: JsonNode | undefined, most: number): ReadonlyMap<string, Member> => {
    if (node === undefined) return new Map();
    if (node.type !== 'object') fault(node, l10n.t('Expected an object, got {0}.', typeInWords(node)));
    const live = liveMembers(node);
    if (live.size > most) fault(node, l10n.t('More than {0} entries.', most));
    return live;
  };
  const items = (node: JsonNode | undefined): readonly JsonNode[] => {
    if (node === undefined) return [];
    if (node.type !== 'array') fault(node, l10n.t('Expected an array, got {0}.', typeInWords(node)));
    const all = node.type === 'array' ? node.items : [];
    if (all.length > limits.files) fault(node, l10n.t('More than {0} entries.', limits.files));
    return all;
  };
  const string = (node: JsonNode | undefined): string | undefined =>
    node === undefined || node.type === 'string'
      ? node?.value
      : fault(node, l10n.t('Expected a string, got {0}.', typeInWords(node)));
  const flag = (node: JsonNode | undefined): boolean | undefined =>
    node === undefined || node.type === 'boolean'
      ? node?.value
      : fault(node, l10n.t('Expected true or false, got {0}.', typeInWords(node)));
  const oneOf = <T extends string>(node: JsonNode | undefined, values: readonly T[]): T | undefined => {
    const value = string(node);
    const known = values.find((each) => each === value);
    if (node !== undefined && value !== undefined && known === undefined)
      fault(node, l10n.t('Invalid value {0}. Use one of {1}.', quote(value), values.join(', ')));
    return known;
  };
  const known = (of: ReadonlyMap<string, Member>, names: readonly string[]): void => {
    for (const { key } of of.values())
      if (!names.includes(key.value)) fault(key, l10n.t('Unknown property {0}.', quote(key.value)));
  };
  const transportsBy = (node: JsonNode | undefined): Readonly<Record<string, Transport>> | undefined =>
    node &&
    Object.fromEntries(
      Array.from(members(node, limits.properties).values()).flatMap(({ key, value }) => {
        const transport = oneOf(value, transports);
        return transport === undefined ? [] : [[key.value, transport]];
      }),
    );
  const file = (node: JsonNode): SimpleFile | undefined => {
    const of = members(node, limits.properties);
    known(of, fileProperties);
    const at = of.get('path')?.value;
    const path = string(at);
    if (at === undefined || path === undefined) return at ? undefined : fault(node, l10n.t('Missing "{0}".', 'path'));
    const inHome = path.startsWith('~/');
    if (!isPlainPath(inHome ? path.slice(2) : path))
      return fault(at, l10n.t('Expected a path below the project or the home folder, with "/" and without "..".'));
    if (inHome && !isUsers)
      return fault(at, l10n.t('Only {0} in the home folder can name files there.', ownAgentsName));
    const rootNode = of.get('root')?.value;
    const syntaxName = oneOf(of.get('syntax')?.value, ['json', 'jsonc', 'toml']);
    return {
      in: inHome ? 'home' : 'project',
      path: inHome ? path.slice(2) : path,
      ...(rootNode !== undefined && { root: items(rootNode).flatMap((item) => propertyName(string(item))) }),
      ...(syntaxName !== undefined && syntaxName !== 'jsonc' && { syntax: syntaxName }),
      ...(flag(of.get('asks')?.value) === true && { asks: true }),
    };
  };
  const agent = ({ key, value }: Member): readonly TableAgent[] => {
    const before = faults.length;
    const of = members(value, limits.properties);
    known(of, properties);
    const name = key.value;
    const isKnown = agentIds.some((id) => [id, agentName(id)].some((each) => lettersOf(each) === lettersOf(name)));
    if (isKnown) fault(key, l10n.t('{0} is known already.', quote(name)));
    else if (!agentNamePattern.test(name))
      fault(key, l10n.t('Use up to {0} letters, digits, spaces, ".", "_", and "-" as the name.', 40));
    const files = items(of.get('files')?.value).flatMap((item) => file(item) ?? []);
    if (files.length === 0 && faults.length === before) fault(key, l10n.t('Missing "{0}".', 'files'));
    const type = string(of.get('type')?.value);
    const types = transportsBy(of.get('types')?.value);
    const urls = transportsBy(of.get('urls')?.value);
    const off = oneOf(of.get('off')?.value, ['disabled', 'enabled'] as const);
    const variables = of.get('variables')?.value;
    const command = string(of.get('command')?.value);
    const written = items(variables).flatMap(
      (item) =>
        oneOf(
          item,
          forms.map((form) => inForm(form, 'X')),
        ) ?? [],
    );
    const certain = flag(of.get('certain')?.value);
    if (command !== undefined && !/^[\w.-]{1,64}$/.test(command))
      fault(of.get('command')?.key ?? key, l10n.t('Expected the name of a program.'));
    if (faults.length > before) return [];
    const data = simpleAgent({
      evidence: certain === true ? 'documentation' : 'assumed',
      readIn: ownAgentsName,
      version: '',
      files,
      ...(type !== undefined && { type }),
      ...(types !== undefined && { types }),
      ...(urls !== undefined && { urls }),
      ...(off !== undefined && { off }),
      ...(command !== undefined && { command }),
    });
    const described: VariableFacts =
      variables === undefined
        ? unknownVariables
        : { forms: forms.filter((form) => written.includes(inForm(form, 'X'))) };
    // Its name is its ID.
    return [tableAgent({ id: name as AgentId, variables: described, ...data })];
  };
  const top = members(root, 2);
  known(top, ['$schema', 'agents']);
  string(top.get('$schema')?.value);
  const listed = Array.from(members(top.get('agents')?.value, limits.agents).values());
  const agents = listed.slice(0, limits.agents).flatMap(agent);
  return { agents, faults: faults.toSorted((one, other) => one.offset - other.offset) };
}

/** Returns what a reader sees of a name at a glance: `Claude Code.` and `C1aude-C0de` look like `Claude Code`. */
const lettersOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm');

/** False for a path that leads elsewhere, and one that contains what stands for something else in other facts. */
const isPlainPath = (path: string): boolean =>
  /^[^\\{}*:\0/][^\\{}*:\0]{0,199}$/.test(path) &&
  !path.split('/').some((part) => part === '' || /^\.{1,2}$/.test(part));

/** `*` is the path of the project. */
const propertyName = (name: string | undefined): readonly string[] =>
  name === undefined || name === '*' || name.length > 100 ? [] : [name];

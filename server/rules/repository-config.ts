/** `.mcp-config.json`: how the config files of a repository are checked, in editors and on the command line. */
import * as l10n from '@vscode/l10n';
import { namedReaders } from '../../common/generated/readers.ts';
import { type AgentId, agentIds, agentName } from '../../common/messages/agents.ts';
import { closestMatch } from '../config/closest-match.ts';
import { quote } from '../config/language.ts';
import { versionIn } from '../config/oh-my-pi/version.ts';
import { type JsonNode, liveMembers, type ObjectNode, type StringNode, typeInWords } from '../config/text/json.ts';
import { parseText } from '../config/text/parse.ts';
import { type Severities, type Severity, severities } from './severity.ts';

export const repositoryConfigName = '.mcp-config.json';

/** Described in schemas/mcp-config.schema.json. */
export interface RepositoryConfig {
  readonly rules: Severities;
  /** Files, folders, and glob patterns to check by default. */
  readonly paths?: readonly string[];
  /** Glob patterns of files that aren't checked. */
  readonly ignore: readonly string[];
  readonly agentVersion?: string;
  /** The agents that matter to the repository. */
  readonly readers?: readonly AgentId[];
  /** Minimum severity that the command line reports. */
  readonly severity?: Severity;
}

export interface RepositoryConfigFault {
  readonly offset: number;
  readonly message: string;
}

export const emptyRepositoryConfig: RepositoryConfig = { rules: {}, ignore: [] };

const keys = ['$schema', 'rules', 'paths', 'ignore', 'agentVersion', 'readers', 'severity'];

/**
 * Reads the file. Invalid parts are omitted and reported as faults.
 * @param codes the codes of all rules; if absent, unknown codes aren't faults
 */
export function readRepositoryConfig(
  text: string,
  codes?: readonly string[],
): { readonly config: RepositoryConfig; readonly faults: readonly RepositoryConfigFault[] } {
  const { root, faults: syntax } = parseText(text);
  const faults: RepositoryConfigFault[] = syntax.map(({ offset, kind }) => ({
    offset,
    message: l10n.t('Invalid JSON ({0}).', kind.replaceAll('-', ' ')),
  }));
  const fault = ({ offset }: { readonly offset: number }, message: string): undefined => {
    faults.push({ offset, message });
  };
  const known = (key: StringNode, names: readonly string[], what: string): boolean => {
    if (names.includes(key.value)) return true;
    const meant = closestMatch(key.value, names);
    const unknown =
      what === 'rule'
        ? l10n.t('Unknown rule {0}.', quote(key.value))
        : l10n.t('Unknown property {0}.', quote(key.value));
    fault(key, meant === undefined ? unknown : l10n.t('{0} Did you mean {1}?', unknown, quote(meant)));
    return false;
  };
  const object = (node: JsonNode): ObjectNode | undefined =>
    node.type === 'object' ? node : fault(node, l10n.t('Expected an object, got {0}.', typeInWords(node)));
  const string = (node: JsonNode): string | undefined =>
    node.type === 'string' ? node.value : fault(node, l10n.t('Expected a string, got {0}.', typeInWords(node)));
  const strings = (node: JsonNode | undefined): readonly string[] | undefined => {
    if (node === undefined) return undefined;
    if (node.type !== 'array') return fault(node, l10n.t('Expected an array of strings, got {0}.', typeInWords(node)));
    return node.items.flatMap((item) => string(item) ?? []);
  };
  const oneOf = <T extends string>(node: JsonNode, names: readonly T[]): T | undefined => {
    const value = string(node);
    if (value === undefined) return undefined;
    return (
      names.find((name) => name === value) ??
      fault(node, l10n.t('Invalid value {0}. Use one of {1}.', quote(value), names.join(', ')))
    );
  };
  const version = (node: JsonNode): string | undefined => {
    const value = string(node);
    if (value === undefined || versionIn(value) !== undefined) return value;
    return fault(node, l10n.t('Invalid version {0}.', quote(value)));
  };

  const top = root === undefined ? undefined : object(root);
  if (top === undefined) return { config: emptyRepositoryConfig, faults };
  const members = liveMembers(top);
  for (const { key } of members.values()) known(key, keys, 'property');
  const read = <T>(key: string, reader: (node: JsonNode) => T | undefined): T | undefined => {
    const node = members.get(key)?.value;
    return node === undefined ? undefined : reader(node);
  };
  const rules: Record<string, Severity | 'off'> = {};
  const listed = read('rules', object);
  for (const { key, value } of listed === undefined ? [] : liveMembers(listed).values()) {
    if ((codes !== undefined && !known(key, codes, 'rule')) || value === undefined) continue;
    const severity = oneOf<Severity | 'off'>(value, [...severities, 'off']);
    if (severity !== undefined) rules[key.value] = severity;
  }
  const paths = read('paths', strings);
  const agentVersion = read('agentVersion', version);
  const reader = (node: JsonNode): AgentId | undefined => {
    const id = node.type === 'string' ? agentIds.find((known) => known === node.value) : undefined;
    if (id === undefined || namedReaders.includes(id)) return oneOf(node, namedReaders);
    const names = namedReaders.join(', ');
    return fault(node, l10n.t("{0} doesn't read .mcp.json. Use one of {1}.", agentName(id), names));
  };
  const readers = read('readers', (node) => {
    if (node.type === 'array') return node.items.flatMap((item) => reader(item) ?? []);
    return fault(node, l10n.t('Expected an array of strings, got {0}.', typeInWords(node)));
  });
  const severity = read('severity', (node) => oneOf(node, severities));
  const config = {
    rules,
    ignore: read('ignore', strings) ?? [],
    ...(paths !== undefined && { paths }),
    ...(agentVersion !== undefined && { agentVersion }),
    ...(readers !== undefined && { readers }),
    ...(severity !== undefined && { severity }),
  };
  read('$schema', string);
  return { config, faults: faults.toSorted((one, other) => one.offset - other.offset) };
}

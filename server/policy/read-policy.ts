/** Reads the two lists of a managed settings file. Everything else in the file belongs to the vendor. */
import * as l10n from '@vscode/l10n';
import { closestMatch } from '../config/closest-match.ts';
import {
  type ArrayNode,
  type JsonNode,
  liveMembers,
  type Member,
  type ObjectNode,
  stringValue,
  typeInWords,
} from '../config/text/json.ts';
import { parseText } from '../config/text/parse.ts';
import type { Matcher, PolicyEntry, PolicyFault, PolicyLayer } from './policy.ts';
import { readUrlPattern } from './url-pattern.ts';

export type PolicyLists = Omit<PolicyLayer, 'label'>;

const listKeys = ['allowedMcpServers', 'deniedMcpServers'];
const matcherKeys = ['serverName', 'serverCommand', 'serverUrl'];

/** Maximum number of entries in both lists. Each server is compared with every entry. */
const entryLimit = 10_000;

/**
 * @returns the lists and all faults; a file with a fault isn't a valid policy
 */
export function readPolicy(text: string, uri: string): ReadPolicy {
  const { root, faults: syntax } = parseText(text);
  const [first] = syntax;
  if (first === undefined) return listsOf(root, uri);
  const message = l10n.t('Invalid JSON ({0}).', first.kind.replaceAll('-', ' '));
  return { lists: { allowed: undefined, denied: undefined }, faults: [{ uri, offset: first.offset, message }] };
}

/** The lists, and all faults. */
export interface ReadPolicy {
  readonly lists: PolicyLists;
  readonly faults: readonly PolicyFault[];
}

/** Reads the lists in the value of a settings file. @param uri of the file */
export function listsOf(root: JsonNode | undefined, uri: string): ReadPolicy {
  const faults: PolicyFault[] = [];
  const fault = ({ offset }: { readonly offset: number }, message: string): undefined => {
    faults.push({ uri, offset, message });
  };
  let count = 0;
  const entriesOf = (value: JsonNode | undefined): readonly PolicyEntry[] => {
    const list = listIn(value, fault);
    if (list === undefined) return [];
    count += list.items.length;
    if (count > entryLimit) return fault(list, l10n.t('Too many entries. The maximum is {0}.', entryLimit)) ?? [];
    return list.items.flatMap((node) => {
      const matcher = matcherOf(node, fault);
      return matcher === undefined ? [] : [{ uri, offset: node.offset, length: node.length, matcher }];
    });
  };
  if (root?.type !== 'object')
    fault({ offset: 0 }, l10n.t('Expected an object, got {0}.', root === undefined ? 'null' : typeInWords(root)));
  const members = root?.type === 'object' ? listMembers(root, fault) : new Map();
  const allowed = members.get('allowedMcpServers');
  const denied = members.get('deniedMcpServers');
  const lists: PolicyLists = {
    allowed: allowed && {
      at: { uri, offset: allowed.key.offset, length: allowed.key.length },
      entries: entriesOf(allowed.value),
    },
    denied: denied && entriesOf(denied.value),
  };
  return { lists, faults: faults.toSorted((one, other) => one.offset - other.offset) };
}

type ReportFault = (at: { readonly offset: number }, message: string) => undefined;

/** A repeated list is a fault, because a JSON parser would silently drop the first one. */
function listMembers(root: ObjectNode, fault: ReportFault): ReadonlyMap<string, Member> {
  for (const { key, live } of root.members)
    if (!live && listKeys.includes(key.value)) fault(key, l10n.t('Duplicate {0}.', JSON.stringify(key.value)));
  const members = liveMembers(root);
  for (const [name, { key }] of members) {
    if (listKeys.includes(name) || otherKeys.has(name)) continue;
    // A misspelled list would silently restrict nothing.
    const meant = closestMatch(name, listKeys);
    if (meant !== undefined)
      fault(key, l10n.t('Unknown property {0}. Did you mean {1}?', JSON.stringify(name), JSON.stringify(meant)));
    else if (/.mcp_?servers?$/i.test(name)) fault(key, l10n.t('Unknown property {0}.', JSON.stringify(name)));
  }
  return members;
}

/** Properties of the vendors with similar names. */
const otherKeys: ReadonlySet<string> = new Set([
  'managedMcpServers',
  'enableAllProjectMcpServers',
  'enabledMcpjsonServers',
  'disabledMcpjsonServers',
]);

/** `{ "overridable": [...] }` lets teams of a GitHub enterprise replace the list. It applies if there's no team. */
function listIn(value: JsonNode | undefined, fault: ReportFault): ArrayNode | undefined {
  const isSingle = value?.type === 'object' && value.members.length === 1;
  const list = isSingle ? (liveMembers(value).get('overridable')?.value ?? value) : value;
  if (list?.type === 'array') return list;
  return list && fault(list, l10n.t('Expected an array of entries, got {0}.', typeInWords(list)));
}

function matcherOf(node: JsonNode, fault: ReportFault): Matcher | undefined {
  if (node.type !== 'object') return fault(node, l10n.t('Expected an object, got {0}.', typeInWords(node)));
  const [member, ...more] = node.members;
  if (member === undefined || more.length > 0)
    return fault(
      more[0]?.key ?? node,
      l10n.t('An entry has exactly one property: "serverName", "serverCommand", or "serverUrl".'),
    );
  const { key } = member;
  const value = member.value ?? key;
  switch (key.value) {
    case 'serverName':
      if (value.type === 'string' && value.value !== '') return { kind: 'name', name: value.value };
      return fault(value, l10n.t('"serverName" must be a string that isn\'t empty.'));
    case 'serverCommand': {
      const commandLine = value.type === 'array' ? value.items.map(stringValue) : [];
      const isValid = commandLine.length > 0 && commandLine[0] !== '';
      if (isValid && commandLine.every((word) => word !== undefined)) return { kind: 'command', commandLine };
      return fault(value, l10n.t('"serverCommand" must be an array of strings: the command and its arguments.'));
    }
    case 'serverUrl': {
      const pattern = value.type === 'string' ? readUrlPattern(value.value) : undefined;
      if (value.type === 'string' && pattern !== undefined) return { kind: 'url', text: value.value, pattern };
      return fault(value, l10n.t('"serverUrl" must be a URL pattern such as {0}.', '"https://mcp.example.com/*"'));
    }
  }
  const meant = closestMatch(key.value, matcherKeys);
  const unknown = l10n.t('Unknown property {0}.', JSON.stringify(key.value));
  return fault(key, meant === undefined ? unknown : l10n.t('{0} Did you mean {1}?', unknown, JSON.stringify(meant)));
}

/** What several agents make differently of the same entry. Loaded on first use. */
import * as l10n from '@vscode/l10n';
import { groupBy } from '../../common/group-by.ts';
import { agentName } from '../../common/messages/agents.ts';
import { remembered } from '../../common/remembered.ts';
import { isTextField, stringsIn } from '../config/format/expandable-strings.ts';
import { andList, currentLanguage, quote } from '../config/language.ts';
import { type JsonNode, liveMembers, type Span, type StringNode } from '../config/text/json.ts';
import { Mark } from '../config/text/marks.ts';
import { type VariableText, variablesOf } from '../config/variables/written-variables.ts';
import type { AgentFacts } from '../tools/agent-facts.ts';
import { type VariableResult, variableResult } from '../tools/variable-facts.ts';
import { ohMyPiAgent } from './oh-my-pi.ts';
import type { Difference, Readers } from './readers.ts';
import { type EntryReading, readMembers } from './table/read-entry.ts';

/** @param agents those that read the file and matter to its users */
export function readersOf(agents: readonly AgentFacts[]): Readers {
  return { differences: ({ key, value }) => differencesIn(key, value, agents) };
}

/** Returns one difference per fact, in no particular order. None if all agents do the same. */
export function differencesIn(
  key: StringNode,
  value: JsonNode | undefined,
  agents: readonly AgentFacts[],
): readonly Difference[] {
  if (value?.type !== 'object') return [];
  const members = liveMembers(value);
  const readings = agents.map((agent) => ({ agent, reading: readMembers(agent, key.value, members) }));
  const users = readings.filter(({ reading }) => reading.skipped === undefined);
  // The format's own rules report what Oh My Pi can't use.
  const inFormat = readMembers(ohMyPiAgent.facts, key.value, members);
  if (users.length === 0 && inFormat.skipped !== undefined) return [];
  return [
    ...skips(key, readings),
    ...ignoredProperties(users, new Set(inFormat.ignored.map(({ path }) => path))),
    ...variables(
      value,
      users.map(({ agent }) => agent),
    ),
  ];
}

interface AgentReading {
  readonly agent: AgentFacts;
  readonly reading: EntryReading;
}

function skips(key: Span, readings: readonly AgentReading[]): readonly Difference[] {
  if (readings.every(({ reading }) => reading.skipped === undefined)) return [];
  const skipping = readings.flatMap(({ agent, reading: { skipped } }) =>
    skipped === undefined ? [] : [{ agent, ...skipped }],
  );
  const byReason = groupBy(skipping, ({ why, at, agent }) => `${why}\n${at?.offset}\n${agent.format.silent}`);
  return Array.from(byReason.values(), (same): Difference => {
    const { why = '', at = key, agent, isName } = same[0] ?? {};
    const names = namesOf(same.map((each) => each.agent));
    const silent = agent?.format.silent === true;
    return {
      at,
      ...(isName && { isName }),
      message:
        same.length > 1
          ? silent
            ? l10n.t('{0} skip this server without a message: {1}.', names, why)
            : l10n.t('{0} skip this server: {1}.', names, why)
          : silent
            ? l10n.t('{0} skips this server without a message: {1}.', names, why)
            : l10n.t('{0} skips this server: {1}.', names, why),
    };
  });
}

/** @param notInFormat the properties that the format's own rules report */
function ignoredProperties(readings: readonly AgentReading[], notInFormat: ReadonlySet<string>): readonly Difference[] {
  if (readings.every(({ reading }) => reading.ignored.length === 0)) return [];
  const ignored = readings.flatMap(({ agent, reading }) => reading.ignored.map((property) => ({ agent, ...property })));
  const paths = new Map(
    readings.map(({ agent, reading }) => [agent, new Set(reading.ignored.map(({ path }) => path))]),
  );
  return Array.from(groupBy(ignored, ({ path }) => path)).flatMap(([path, [first, ...more]]): Difference[] => {
    if (first === undefined) return [];
    const { key, why } = first;
    const same = [first, ...more].map(({ agent }) => agent);
    // Who ignores the whole object doesn't read its properties either.
    const whole = path.split('.')[0] ?? path;
    const users = readings.flatMap(({ agent }) =>
      paths.get(agent)?.has(path) === true || paths.get(agent)?.has(whole) === true ? [] : [agent],
    );
    if (users.length === 0 && notInFormat.has(path)) return [];
    // Otherwise, the value is the reason, not the property.
    const isProperty = why === undefined || more.some((each) => each.why !== why);
    const message =
      isProperty && users.length === 1
        ? l10n.t('Only {0} reads {1}.', namesOf(users), quote(path))
        : ignoredMessage(namesOf(same), same.length, path, isProperty ? undefined : why);
    return [{ at: key, message }];
  });
}

function ignoredMessage(names: string, count: number, path: string, why: string | undefined): string {
  if (why !== undefined)
    return count > 1
      ? l10n.t('{0} ignore {1}: {2}.', names, quote(path), why)
      : l10n.t('{0} ignores {1}: {2}.', names, quote(path), why);
  return count > 1 ? l10n.t('{0} ignore {1}.', names, quote(path)) : l10n.t('{0} ignores {1}.', names, quote(path));
}

interface VariableInEntry {
  readonly field: string;
  readonly node: StringNode;
  readonly variable: VariableText;
}

function* variablesIn(entry: JsonNode | undefined): Generator<VariableInEntry> {
  for (const [field, { value }] of liveMembers(entry)) {
    if (value === undefined || !isTextField(field) || !mayHaveVariable(value)) continue;
    for (const { node } of stringsIn(field, value)) {
      if (!node.value.includes('$')) continue;
      for (const variable of variablesOf(node.value)) yield { field, node, variable };
    }
  }
}

/** False for most values, at the cost of a look at what the scanner has noted. */
function mayHaveVariable(node: JsonNode): boolean {
  if (node.type === 'string') return ((node.marks ?? Mark.dollar) & Mark.dollar) !== 0;
  if (node.type === 'array') return node.items.some(mayHaveVariable);
  return node.type === 'object' && node.members.some(({ value }) => value !== undefined && mayHaveVariable(value));
}

/** @param agents those that use the server */
function variables(entry: JsonNode, agents: readonly AgentFacts[]): readonly Difference[] {
  const found = new Map<string, Difference>();
  for (const { field, node, variable } of variablesIn(entry))
    for (const message of variableMessages(field, variable, agents))
      if (!found.has(message)) found.set(message, { at: node, message });
  return [...found.values()];
}

function variableMessages(field: string, variable: VariableText, agents: readonly AgentFacts[]): readonly string[] {
  const isRead = ({ format }: AgentFacts) =>
    field === 'command' || field === 'url' || Object.hasOwn(format.properties, field);
  const using = agents.filter(isRead);
  const by = (use: VariableResult): readonly AgentFacts[] =>
    using.filter((agent) => variableResult(agent.variables, field, variable) === use);
  const [literal, emptying] = [by('text'), by('nothing')];
  const expanding = [...by('value'), ...emptying];
  const shown = quote(variable.text).slice(1, -1);
  const messages: string[] = [];
  if (expanding.length > 0 && literal.length > 0)
    messages.push(
      literal.length === 1
        ? l10n.t('{0} uses {1} as text.', versionsOf(literal), shown)
        : expanding.length === 1
          ? l10n.t('Only {0} replaces {1}.', namesOf(expanding), shown)
          : l10n.t('{0} use {1} as text.', versionsOf(literal), shown),
    );
  if (emptying.length > 0) messages.push(l10n.t('{0} reads {1} as empty here.', namesOf(emptying), variable.name));
  return messages;
}

/** Lists by language and items, because formatting one takes longer than reading a server. */
const lists = new Map<string, string>();
const listOf = (items: readonly string[]): string =>
  remembered(lists, [currentLanguage(), ...items].join('\n'), () => andList(items));

const namesOf = (agents: readonly AgentFacts[]): string => listOf(agents.map(({ id }) => agentName(id)));

/** Variables depend on the version more than other facts. */
const versionsOf = (agents: readonly AgentFacts[]): string =>
  listOf(agents.map(({ id, version }) => `${agentName(id)} ${version.split('.').slice(0, 2).join('.')}`));

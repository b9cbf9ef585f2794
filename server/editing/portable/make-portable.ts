/**
 * Make Portable: `.mcp.json` in the spelling that all of its readers accept, as minimal edits, and what can't be had, by
 * reader. Visual Studio reads `servers` of the same file.
 */
import * as l10n from '@vscode/l10n';
import { type AgentId, isAgentId } from '../../../common/messages/agents.ts';
import type { PortableFile } from '../../../common/messages/conversion.ts';
import { type Agent, isTableAgent } from '../../agents/agent.ts';
import { readEntry } from '../../agents/table/read-entry.ts';
import { isTextField, stringsIn } from '../../config/format/expandable-strings.ts';
import { quote } from '../../config/language.ts';
import { ConfigDocument, serverMap } from '../../config/servers/document.ts';
import type { FaultKind } from '../../config/text/fault.ts';
import { indentBefore } from '../../config/text/indentation.ts';
import { type JsonNode, liveMembers, type Member } from '../../config/text/json.ts';
import { variablesOf } from '../../config/variables/written-variables.ts';
import { areEqual, valueIn } from '../../convert/value.ts';
import { applyChanges, type Change, replace, replaceString } from '../../fixes/fix.ts';
import { appendMembers } from '../../fixes/members.ts';
import { movedMember } from '../../fixes/move.ts';
import { renameServer } from '../../fixes/rename-server.ts';
import { syntaxFixes } from '../../fixes/syntax-fixes.ts';
import { differenceOfRoots, visualStudioRoot } from '../../rules/both-roots.ts';
import { acceptedFaultsOf } from '../../tools/accepted-faults.ts';
import type { AgentFacts } from '../../tools/agent-facts.ts';
import { variableResult } from '../../tools/variable-facts.ts';
import { type Conflict, conflictIn } from './conflicting-properties.ts';
import { portableName, typeChanges, variableChanges } from './portable-entry.ts';

/** @param agents all that are known @param withoutComments also removes what keeps readers from reading the file @returns undefined if the file isn't valid, or has no servers */
export function makePortable(
  before: string,
  readers: readonly AgentId[],
  agents: readonly Agent[],
  withoutComments = false,
): PortableFile | undefined {
  // It reads the other root.
  const chosen = agents.filter(({ id }) => id !== 'visual-studio' && readers.includes(id));
  const reading = chosen.filter(({ facts }) => facts.readsShared !== false);
  const withVisualStudio = readers.includes('visual-studio');
  const lossless = ['byte-order-mark', 'trailing-comma'] as const;
  const kinds: readonly FaultKind[] = withoutComments ? [...lossless, 'comment'] : lossless;
  const isRejected = (kind: FaultKind) => reading.some((agent) => !accepts(agent, kind));
  const plain = withoutFaults(before, kinds.filter(isRejected));
  const complete = withVisualStudio ? withAllServers(plain) : plain;
  const document = new ConfigDocument(complete);
  const map = serverMap(document);
  if (map === undefined || document.faults.some(({ damaging }) => damaging)) return undefined;
  const { text, renamed } = respelled(
    document,
    reading.map(({ facts }) => facts),
  );
  const result = withVisualStudio ? withEqualRoots(text, document, renamed) : text;
  const left = [
    ...chosen.map((agent) => ({ reader: agent.name, problems: problemsOf(result, agent, reading) })),
    ...(withVisualStudio ? [{ reader: 'Visual Studio', problems: rootProblems(result) }] : []),
  ];
  const strict = reading.filter((agent) => !accepts(agent, 'comment'));
  const count = strict.length === 0 ? 0 : document.faults.filter(({ kind }) => kind === 'comment').length;
  const comments = { count, readers: count === 0 ? [] : strict.map(({ name }) => name) };
  return { text: result, renamed, left: left.filter(({ problems }) => problems.length > 0), comments };
}

/** True if an agent accepts a fault in `.mcp.json`. */
function accepts(agent: Agent, kind: FaultKind): boolean {
  const file = isTableAgent(agent) ? agent.table.files.find(({ path }) => path === '.mcp.json') : undefined;
  return file !== undefined && acceptedFaultsOf(file).includes(kind);
}

/** Returns the text without faults of these kinds. Each kind is removed at once, because what is left of one can be in another. */
function withoutFaults(text: string, kinds: readonly FaultKind[]): string {
  return kinds.reduce((before, kind) => {
    const document = new ConfigDocument(before);
    const changes = document.faults.flatMap((fault) =>
      fault.kind === kind ? (syntaxFixes(document, fault)[0]?.changes ?? []) : [],
    );
    const end = new Map(changes.map(({ offset, length }) => [offset, offset + length]));
    let last = 0;
    // Comments on the same line are cut with it.
    const apart = changes
      .toSorted((one, other) => one.offset - other.offset)
      .filter(({ offset }) => {
        const isApart = offset >= last;
        if (isApart) last = end.get(offset) ?? offset;
        return isApart;
      });
    const after = applyChanges(before, apart);
    return apart.length < changes.length ? withoutFaults(after, [kind]) : after;
  }, text);
}

function respelled(document: ConfigDocument, readers: readonly AgentFacts[]): Pick<PortableFile, 'text' | 'renamed'> {
  const { text } = document;
  const taken = new Set(document.liveServers.map(({ name }) => name));
  const twins = liveMembers(rootOf(document)?.value);
  const renamed: (readonly [string, string])[] = [];
  const changes = document.liveServers.flatMap(({ key, name, value }): readonly Change[] => {
    if (value?.type !== 'object') return [];
    taken.delete(name);
    const better = portableName(name, value, readers, taken);
    taken.add(better ?? name);
    if (better !== undefined) renamed.push([name, better]);
    const twin = twins.get(name);
    return [
      ...typeChanges(text, better ?? name, value, readers),
      ...variableChanges(text, value, readers),
      ...(better === undefined ? [] : renameServer(document, key, better)),
      ...(better === undefined || twin === undefined ? [] : [replaceString(twin.key, better)]),
    ];
  });
  return { text: applyChanges(text, changes), renamed };
}

const rootOf = ({ root }: ConfigDocument): Member | undefined => liveMembers(root).get(visualStudioRoot);

/** Returns the text with each server in both roots, as far as one has it. */
function withAllServers(text: string): string {
  const document = new ConfigDocument(text);
  const { root } = document;
  const [own, other] = ['mcpServers', visualStudioRoot].map((name) => liveMembers(root).get(name)?.value);
  if (root?.type !== 'object') return text;
  const copied = (name: string, value: JsonNode): string =>
    applyChanges(text, [appendMembers(text, root, [movedMember(text, name, value)])]);
  if (own?.type === 'object' && other === undefined) return copied(visualStudioRoot, own);
  if (own === undefined && other?.type === 'object') return copied('mcpServers', other);
  const difference = differenceOfRoots(document);
  if (difference === undefined) return text;
  const added = (into: (typeof difference)['own'], members: readonly Member[]): readonly Change[] => {
    const moved = members.flatMap(({ key, value }) => (value ? [movedMember(text, key.value, value)] : []));
    return moved.length === 0 ? [] : [appendMembers(text, into, moved)];
  };
  return applyChanges(text, [
    ...added(difference.own, difference.otherOnly),
    ...added(difference.other, difference.ownOnly),
  ]);
}

/** Copies entries that were the same before their spelling was changed. @param renamed in both roots */
function withEqualRoots(text: string, before: ConfigDocument, renamed: PortableFile['renamed']): string {
  const [old, oldTwins] = [liveMembers(serverMap(before)), liveMembers(rootOf(before)?.value)];
  const document = new ConfigDocument(text);
  const [now, twins] = [liveMembers(serverMap(document)), liveMembers(rootOf(document)?.value)];
  const changes = [...old].flatMap(([name, { value }]): readonly Change[] => {
    const shown = renamed.find(([from]) => from === name)?.[1] ?? name;
    const [own, twin] = [now.get(shown), twins.get(shown)];
    if (own?.value === undefined || twin?.value === undefined) return [];
    if (!hasSameValue(value, oldTwins.get(name)?.value) || hasSameValue(own.value, twin.value)) return [];
    const indent = indentBefore(text, twin.key.offset);
    return [replace(twin.value, movedMember(text, shown, own.value).print(indent))];
  });
  return applyChanges(text, changes);
}

function hasSameValue(one: JsonNode | undefined, other: JsonNode | undefined): boolean {
  const [first, second] = [valueIn(one), valueIn(other)];
  return first !== undefined && second !== undefined && areEqual(first, second);
}

function rootProblems(text: string): readonly string[] {
  const pairs = differenceOfRoots(new ConfigDocument(text))?.pairs ?? [];
  return pairs.map(([{ key }]) => l10n.t('{0} differs in "servers" and "mcpServers".', quote(key.value)));
}

/** Returns what an agent doesn't use, or uses in another way. @param readers all that read the file */
function problemsOf(text: string, reader: Agent, readers: readonly Agent[]): readonly string[] {
  const { facts, name: agent } = reader;
  if (facts.readsShared === false)
    return [l10n.t('{0} doesn\'t read .mcp.json. "mcp-config sync" writes its own file.', agent)];
  const problems = new Set<string>();
  const document = new ConfigDocument(text);
  for (const { kind } of document.faults) if (!accepts(reader, kind)) problems.add(rejection(kind));
  for (const { name, value } of document.liveServers) {
    const { skipped, ignored } = readEntry(facts, name, value);
    if (skipped !== undefined) problems.add(l10n.t('Skips {0}: {1}.', quote(name), skipped.why));
    if (skipped !== undefined) {
      const conflict = conflictIn(value, reader, readers);
      if (conflict !== undefined) problems.add(conflictText(conflict, agent));
      continue;
    }
    for (const { path, isUncertain } of ignored)
      if (isUncertain !== true) problems.add(l10n.t('Ignores {0} of {1}.', quote(path), quote(name)));
    for (const [field, { value: content }] of liveMembers(value)) {
      if (content === undefined || !isTextField(field)) continue;
      for (const { node } of stringsIn(field, content))
        for (const variable of variablesOf(node.value)) {
          const shown = quote(variable.text);
          const use = variableResult(facts.variables, field, variable);
          if (use === 'text') problems.add(l10n.t('Passes {0} of {1} on as text.', shown, quote(name)));
          else if (use === 'nothing') problems.add(l10n.t('Reads {0} of {1} as empty.', shown, quote(name)));
        }
    }
  }
  return [...problems];
}

const conflictText = ({ path, other }: Conflict, agent: string): string =>
  l10n.t(
    'No value of {0} serves both {1} and {2}. Remove it, or define the server in a file of each.',
    quote(path),
    agent,
    other.name,
  );

function rejection(kind: FaultKind): string {
  switch (kind) {
    case 'comment':
    case 'trailing-comma':
      return l10n.t('Accepts only JSON without comments and trailing commas.');
    case 'byte-order-mark':
      return l10n.t('Accepts no byte order mark.');
    default:
      return l10n.t('Accepts only valid JSON.');
  }
}

/** The readers if none are named: the agents that read the file. */
export const defaultReaders = (agents: readonly Agent[]): readonly AgentId[] =>
  agents.flatMap(({ id, facts }) => (facts.readsShared === true && isAgentId(id) ? [id] : []));

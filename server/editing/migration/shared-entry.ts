/** An entry of one tool's file as `.mcp.json` needs it: converted, and in the spelling that all of its readers accept. */
import * as l10n from '@vscode/l10n';
import { agentName } from '../../../common/messages/agents.ts';
import { isCommandValue } from '../../../common/variables.ts';
import { readEntry } from '../../agents/table/read-entry.ts';
import { andList, quote } from '../../config/language.ts';
import { nameProblem } from '../../config/servers/server-names.ts';
import type { Member } from '../../config/text/json.ts';
import { parseText } from '../../config/text/parse.ts';
import { hostVariables } from '../../config/variables/variable-syntax.ts';
import { variablesOf } from '../../config/variables/written-variables.ts';
import { readServer } from '../../convert/fields/read-server.ts';
import type { ConversionContext, SourceMember } from '../../convert/fields/server-builder.ts';
import { type LabeledEntry, sourceMembersIn } from '../../convert/finding/find-entries.ts';
import { respelled } from '../../convert/respell.ts';
import { isMap, mapOf, print, textOf, type Value, type ValueMap } from '../../convert/value.ts';
import { allowedName } from '../../fixes/rename-server.ts';
import type { AgentFacts } from '../../tools/agent-facts.ts';
import { portableName, respelledFor } from '../portable/portable-entry.ts';

/** The format of `.mcp.json`. */
export const sharedFormat = 'claude-code';

/** Properties without an effect: descriptions, comments, and where VS Code's gallery installed a server from. */
const isNote = (field: string): boolean =>
  /^(?:gallery|version|description|title|\$?comment|_.*|\/\/.*|#.*)$/i.test(field);

/** True for what can be left out: notes, a switch that is on, all tools, and the folder in which servers start anyway. */
function isIdle(field: string, value: Value): boolean {
  if (field === 'disabled' || field === 'enabled') return value === (field === 'enabled');
  if (field === 'cwd') return /^(?:\$\{workspaceFolder\}|\.)[\\/]?$/.test(textOf(value) ?? '');
  return isNote(field) || (field === 'tools' && quoted(value) === '["*"]');
}

/** Returns a server to convert, as its file has it. */
export function entryOfMember({ key, value }: Member): LabeledEntry {
  return { name: key.value, label: key.value, at: key, sourceMembers: sourceMembersIn(value) };
}

/** @param remarks gets what is lost (`lost`, `skipped`) or different. Nothing may be lost in a move */
export function sharedEntry(
  { sourceMembers: all, ...entry }: LabeledEntry,
  { remarks, ...context }: Omit<ConversionContext, 'to'>,
  readers: readonly AgentFacts[],
): ValueMap {
  const { name, at } = entry;
  const written = new Map<string, SourceMember>();
  for (const [field, member] of all)
    if (isIdle(field, member.value))
      remarks.add('changed', { server: name, field, at: member.at }, l10n.t('Left out: {0}.', quoted(member.value)));
    else written.set(field, member);
  const value = converted({ ...entry, sourceMembers: written }, { ...context, remarks });
  const shared = value === undefined ? new Map<string, Value>() : respelledFor(name, value, readers);
  const [before, type] = [written.get('type')?.value, shared.get('type')];
  if (type !== undefined && type !== before)
    remarks.add(
      'changed',
      { server: name, field: 'type', at: written.get('type')?.at ?? at },
      before === undefined
        ? l10n.t('Added {0}, because some agents skip a server without it.', quoted(type))
        : l10n.t('{0} is written as {1}.', quoted(before), quoted(type)),
    );
  for (const reason of value === undefined ? [] : obstaclesOf(name, shared, readers))
    remarks.add('skipped', { server: name, at }, reason);
  return shared;
}

function converted(entry: LabeledEntry, context: Omit<ConversionContext, 'to'>): ValueMap | undefined {
  // The same format loses nothing.
  if (context.dialect === sharedFormat)
    return mapOf(Array.from(entry.sourceMembers, ([field, { value }]) => [field, value]));
  const server = readServer(entry, { ...context, to: sharedFormat });
  const value = server && respelled(server, sharedFormat, context.remarks)?.value;
  const isTyped = entry.sourceMembers.has('type') && value?.has('type') === false;
  return isTyped ? new Map([['type', server?.transport ?? 'stdio'], ...value]) : value;
}

/** Returns why not all readers could use an entry. */
function obstaclesOf(name: string, value: ValueMap, readers: readonly AgentFacts[]): readonly string[] {
  const { root } = parseText(print(value, { step: '', eol: ' ' }));
  if (root?.type !== 'object') return [];
  const byReason = new Map<string, { readonly agents: string[]; readonly isName: boolean }>();
  for (const agent of readers) {
    const { why, isName = false } = readEntry(agent, name, root).skipped ?? {};
    if (why === undefined) continue;
    const { agents } = byReason.get(why) ?? {};
    byReason.set(why, { agents: [...(agents ?? []), agentName(agent.id)], isName });
  }
  const proposed = portableName(name, root, readers, new Set()) ?? allowedName(name) ?? 'server';
  const renamed = (reason: string): string => l10n.t('{0} Rename it first, such as to {1}.', reason, quote(proposed));
  const problem = nameProblem(name);
  return [
    ...(problem === undefined ? [] : [renamed(problem)]),
    ...Array.from(byReason).flatMap(([why, { agents, isName }]) => {
      if (isName && problem !== undefined) return [];
      const reason = l10n.t('In .mcp.json, {0} would skip it: {1}.', andList(agents), why);
      return [isName ? renamed(reason) : reason];
    }),
    ...textsIn(value).flatMap(([path, text]) => [
      ...variablesOf(text).flatMap(({ name: variable, text: shown }) =>
        hostVariables.get(variable) === 'VS Code' ? [l10n.t('Only {0} can resolve {1} here.', 'VS Code', shown)] : [],
      ),
      ...(/^(?:env|headers)\./.test(path) && isCommandValue(text)
        ? [l10n.t('Oh My Pi would run the value of {0} as a command.', quote(path))]
        : []),
    ]),
  ];
}

/** Returns the texts of an entry by their paths. */
function textsIn(value: Value, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]];
  const below = (key: string): string => (path === '' ? key : `${path}.${key}`);
  if (isMap(value)) return [...value].flatMap(([key, item]) => textsIn(item, below(key)));
  return Array.isArray(value) ? value.flatMap((item: Value, index) => textsIn(item, below(String(index)))) : [];
}

const quoted = (value: Value): string => print(value, { step: '', eol: ' ' });

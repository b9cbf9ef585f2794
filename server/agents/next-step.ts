/** What a user can do about a server that an agent doesn't use. */
import * as l10n from '@vscode/l10n';
import { quote } from '../config/language.ts';
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import type { LostProperty } from '../config/servers/connection.ts';
import type { Source } from '../config/servers/sources.ts';
import type { FilePlace } from '../tools/agent-facts.ts';
import { type Agent, isTableAgent, type TableAgent } from './agent.ts';
import type { TableSource } from './files/agent-files.ts';
import { fieldMeantBy } from './table/lost-properties.ts';

export interface AgentStep {
  /** One sentence. */
  readonly text: string;
  /** A command line to run in the project. */
  readonly run?: string;
  /** True if turning the server on here does it, false if turning it off does. */
  readonly enables?: boolean;
  /** The file in which the server has to be defined. */
  readonly into?: Source | undefined;
  /** The variable that the agent replaces there. */
  readonly variable?: string;
  /** Servers that have to be moved to where the agent looks for them. */
  readonly relocates?: Relocation | undefined;
  /** True if another name of the server does it. */
  readonly renames?: true;
  /** A property that has to be written as another one, or added to it. */
  readonly respells?: { readonly property: string; readonly spelling: string };
  /** Variables to set. */
  readonly variables?: readonly string[];
  /** The property of the agent's settings to change. */
  readonly setting?: string;
  /** True if no edit of a file does it. */
  readonly isElsewhere?: true;
}

/** Servers in a place where the agent doesn't look for them, and where they belong. */
export interface Relocation {
  readonly uri: string;
  /** The properties that lead to them. */
  readonly path: readonly string[];
  readonly names: readonly string[];
  readonly into: Source;
  /** Display path of the file, or the property if it's the same file. */
  readonly label: string;
}

/** @param label display path of a file that can't be read */
export const unreadableStep = (label: string): string =>
  l10n.t("Correct {0}: it isn't a readable text file in UTF-8.", label);

/** Returns undefined if the server is in effect. */
export function nextStepFor(agent: Agent, server: EffectiveServer): AgentStep | undefined {
  const text = sentenceFor(agent, server);
  return text === undefined ? undefined : { text, ...actionFor(agent, server) };
}

/** Returns what makes known which files an agent reads. */
export const sameVariableStep = (variable: string): AgentStep => ({
  text: l10n.t(
    'Start VS Code with the same {0}, or remove it from the setting {1}.',
    variable,
    '"terminal.integrated.env"',
  ),
  isElsewhere: true,
});

/** Returns what to write instead of a property that the agent ignores; undefined if it has nothing for it. */
export function stepForLost(
  agent: TableAgent,
  server: EffectiveServer,
  { path, field, off }: LostProperty,
): AgentStep | undefined {
  if (off !== undefined) return offStep(agent, server);
  return spellingFor(agent, server, path, field);
}

function spellingFor(
  { table: { format } }: TableAgent,
  { definition: { connection } }: EffectiveServer,
  path: string,
  field: string | undefined,
): AgentStep | undefined {
  const isRemote = connection.transport !== 'stdio';
  if (field === 'args' && !isRemote && format.commandIsList === true)
    return {
      text: l10n.t('Add the values in {0} to the list in {1}.', quote(path), quote('command')),
      respells: { property: path, spelling: 'command' },
    };
  if (field === 'url') return { text: l10n.t('Remove {0}, or {1}.', quote('command'), quote(path)) };
  // A server that is only contacted has no environment.
  const wanted = isRemote && field === 'env' ? 'headers' : field;
  const spelled = Object.entries(format.properties).find(
    ([name, { on, isUncertain }]) =>
      fieldMeantBy(name) === wanted && isUncertain !== true && on !== (isRemote ? 'stdio' : 'remote'),
  )?.[0];
  if (spelled === undefined || spelled === path) return undefined;
  const isSynonym = fieldMeantBy(path) === field;
  const text =
    wanted === field && isSynonym
      ? l10n.t('Rename {0} to {1}.', quote(path), quote(spelled))
      : l10n.t('Move the values in {0} to {1}.', quote(path), quote(spelled));
  // Other properties have values of another kind, such as the name of a variable.
  return isSynonym ? { text, respells: { property: path, spelling: spelled } } : { text };
}

/** Returns how to turn off a server whose entry can't do it. */
function offStep({ table }: TableAgent, { source, name }: EffectiveServer): AgentStep | undefined {
  const { gate } = (source as TableSource).file;
  const way = table.off.find((each) => each.kind !== 'list' || each.gate === undefined || each.gate === gate);
  switch (way?.kind) {
    case 'entry':
      return {
        text: l10n.t('Write {0} instead.', way.property === 'disabled' ? '"disabled": true' : '"enabled": false'),
        enables: false,
      };
    case 'list': {
      const text = l10n.t('Add {0} to "{1}" in {2}.', quote(name), way.path.at(-1) ?? '', shownPath(way.at));
      return { text, enables: false };
    }
    case 'map':
      return {
        text: l10n.t('Set {0} to {1} in {2}.', quote(name), '{"enabled": false}', shownPath(way.at)),
        enables: false,
      };
    case 'manual':
      return { text: way.how(), isElsewhere: true };
    case undefined:
      return undefined;
  }
}

const shownPath = ({ in: where, path }: FilePlace): string => (where === 'home' ? `~/${path}` : path);

/** @returns `enables` only if turning it on works: not in a folder that isn't trusted */
export function actionFor(agent: Agent, { reason, name }: EffectiveServer): Omit<AgentStep, 'text'> {
  const { traces, approve } = agent.facts;
  const starts = traces.command === undefined ? {} : { run: traces.command };
  switch (reason.kind) {
    case 'pending':
      if (isApprovable(agent, name)) return { run: `${approve} ${name}`, isElsewhere: true };
      if (reason.isUntrusted !== true && approvesHere(agent)) return { ...starts, enables: true };
      return { ...starts, isElsewhere: true };
    case 'untrusted':
    case 'needs-trust':
      return { ...starts, isElsewhere: true };
    case 'denied-by-policy':
    case 'not-in-policy':
    case 'shut-out':
    case 'moved-in-terminals':
      return { isElsewhere: true };
    case 'denied':
      return canEnable(agent) && isSwitch(agent, reason.item.list) ? { enables: true } : {};
    case 'switched-off':
      return canEnable(agent) ? { enables: true } : {};
    case 'setting':
      return { setting: reason.key };
    case 'same-name':
    case 'merged':
    case 'built-in':
      return { renames: true };
    default:
      return {};
  }
}

/** True if a command approves the server. Other names would have to be quoted, which differs by shell. */
const isApprovable = ({ facts: { approve } }: Agent, name: string): boolean =>
  approve !== undefined && /^\w[\w.-]*$/.test(name);

/** True if a list in a file approves servers. */
const approvesHere = (agent: Agent): boolean =>
  isTableAgent(agent) && agent.table.off.some((way) => way.kind === 'list' && way.approve !== undefined);

const canEnable = (agent: Agent): boolean =>
  !isTableAgent(agent) || agent.table.off.some(({ kind }) => kind !== 'manual');

/** False for a list of denied servers, from which turning a server on removes nothing. */
const isSwitch = (agent: Agent, list: string): boolean =>
  !isTableAgent(agent) || list === '' || agent.table.switches.some(({ path }) => path.join('.') === list);

function sentenceFor(owner: Agent, server: EffectiveServer): string | undefined {
  const { reason, name, source } = server;
  const { name: agent, facts } = owner;
  switch (reason.kind) {
    case 'used':
    case 'allowed':
      return undefined;
    case 'pending':
      if (reason.approvedBy !== undefined) return l10n.t('Start {0} in this folder and trust it.', agent);
      if (isApprovable(owner, name)) return l10n.t('Run {0} in this folder.', `${facts.approve} ${name}`);
      return l10n.t('Start {0} in this folder and approve the server.', agent);
    case 'untrusted':
    case 'needs-trust':
      return l10n.t('Start {0} in this folder and trust it.', agent);
    case 'denied-by-policy':
    case 'not-in-policy':
      return l10n.t('Ask your administrator to allow it in {0}.', reason.label);
    case 'denied':
      if (reason.item.list === '') return l10n.t('Remove {0} from {1}.', quote(name), reason.item.source.label);
      return l10n.t('Remove {0} from "{1}" in {2}.', quote(name), reason.item.list, reason.item.source.label);
    case 'not-listed':
      return l10n.t('Add {0} to "{1}" in {2}.', quote(name), reason.list, reason.file);
    case 'switched-off':
      return reason.property === undefined
        ? l10n.t('Remove "enabled": false from the entry in {0}.', source.label)
        : l10n.t('Remove "disabled": true from the entry in {0}.', source.label);
    case 'setting':
      return l10n.t('Change this setting of {0}.', agent);
    case 'same-connection':
      return l10n.t('Remove one of them, or change its connection.');
    case 'same-name':
    case 'merged':
      return l10n.t('Change the definition in {0}, or rename this one.', reason.by.source.label);
    case 'later-file':
      return l10n.t('Move the server to {0}.', reason.first.label);
    case 'shut-out':
      return l10n.t('Ask your administrator to add it to {0}.', reason.only.label);
    case 'built-in':
      return l10n.t('Rename the server if you want to use it instead.');
    case 'flawed':
      return reason.flaw.remedy;
    case 'broken-file':
      return l10n.t('Correct the syntax of {0}.', source.label);
    case 'rejected-file':
      return reason.step ?? l10n.t('Correct {0}.', source.label);
    case 'refused': {
      const { name: cause, source: file, step } = reason.cause;
      return cause === undefined
        ? (step ?? l10n.t('Correct {0}.', file.label))
        : step === undefined
          ? l10n.t('Correct {0} in {1}.', quote(cause), file.label)
          : l10n.t('Correct {0} in {1}: {2}', quote(cause), file.label, step);
    }
    case 'stopped':
      return l10n.t('Correct {0}.', reason.file.label);
    case 'moved-in-terminals':
      return sameVariableStep(reason.variable).text;
    case 'unread-settings':
      return unreadableStep(reason.unread.label);
  }
}

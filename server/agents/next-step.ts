/** What a user can do about a server that an agent doesn't use. */
import * as l10n from '@vscode/l10n';
import type { EffectiveServer } from '../config/effective.ts';
import { quote } from '../config/language.ts';
import { type Agent, isTableAgent } from './agent.ts';

export interface AgentStep {
  /** One sentence. */
  readonly text: string;
  /** A command line to run in the project. */
  readonly run?: string;
  /** True if turning the server on here does it. */
  readonly enables?: true;
}

/** Returns undefined if the server is in effect. */
export function nextStepFor(agent: Agent, server: EffectiveServer): AgentStep | undefined {
  const text = sentenceFor(agent, server);
  return text === undefined ? undefined : { text, ...actionFor(agent, server) };
}

function actionFor(agent: Agent, { reason, name }: EffectiveServer): Omit<AgentStep, 'text'> {
  const { traces, approve } = agent.facts;
  const starts = traces.command === undefined ? {} : { run: traces.command };
  switch (reason.kind) {
    case 'pending':
      if (isApprovable(agent, name)) return { run: `${approve} ${name}` };
      return reason.approvedBy === undefined && approvesHere(agent) ? { ...starts, enables: true } : starts;
    case 'untrusted':
    case 'needs-trust':
      return starts;
    case 'denied':
    case 'not-listed':
    case 'switched-off':
      return canEnable(agent) ? { enables: true } : {};
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
    case 'same-name':
    case 'same-connection':
    case 'merged':
      return l10n.t('Change the definition in {0}, or rename this one.', reason.by.source.label);
    case 'later-file':
      return l10n.t('Move the server to {0}.', reason.first.label);
    case 'shut-out':
      return l10n.t('Ask your administrator to add it to {0}.', reason.only.label);
    case 'built-in':
      return l10n.t('Rename the server if you want to use it instead.');
    case 'flawed':
      return l10n.t(
        'Correct the entry in {0}. To see what {1} has loaded, run {2}.',
        source.label,
        agent,
        facts.check[0] ?? agent,
      );
    case 'broken-file':
      return l10n.t('Correct the syntax of {0}.', source.label);
    case 'rejected-file':
      return l10n.t('Correct {0}.', source.label);
    case 'refused': {
      const { name: cause, source: file } = reason.cause;
      return cause === undefined
        ? l10n.t('Correct {0}.', file.label)
        : l10n.t('Correct {0} in {1}.', quote(cause), file.label);
    }
    case 'stopped':
      return l10n.t('Correct {0}.', reason.file.label);
  }
}

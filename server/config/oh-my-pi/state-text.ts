/** The state of a server and its reason as text. */
import * as l10n from '@vscode/l10n';
import type { ServerState } from '../../../common/messages/tool-servers.ts';
import { quote } from '../language.ts';
import type { EffectiveServer, RefusalCause } from './effective.ts';

/** Returns the state and its reason as plain text: "Overridden: .omp/mcp.json defines the same name". */
export function stateInWords(server: EffectiveServer): string {
  return withReason(stateNames[server.state](), server);
}

/** The same for display next to the text of a file, with the name of the agent: "In effect in Oh My Pi". */
export function agentStateInWords(server: EffectiveServer): string {
  return withReason(l10n.t('{0} in {1}', stateNames[server.state](), server.agent), server);
}

export const stateNames: Readonly<Record<ServerState, () => string>> = {
  inEffect: () => l10n.t('In effect'),
  disabled: () => l10n.t('Disabled'),
  pending: () => l10n.t('Pending approval'),
  overridden: () => l10n.t('Overridden'),
  invalid: () => l10n.t('Invalid'),
  unknown: () => l10n.t('Not known'),
};

function withReason(name: string, server: EffectiveServer): string {
  const why = reasonInWords(server);
  return why === undefined ? name : l10n.t('{0}: {1}', name, why);
}

/** Returns why a server has its state; undefined if there is nothing to say. */
export function reasonInWords({ reason, agent }: EffectiveServer): string | undefined {
  switch (reason.kind) {
    case 'used':
      return reason.departures.length === 0 ? undefined : reason.departures.join('. ');
    case 'allowed':
      return l10n.t('"enabledServers" in {0} overrides "enabled": false', reason.item.source.label);
    case 'denied':
      return reason.item.list === ''
        ? l10n.t('disabled in {0}', reason.item.source.label)
        : l10n.t('listed in "{0}" in {1}', reason.item.list, reason.item.source.label);
    case 'not-listed':
      return l10n.t('not listed in "{0}" in {1}', reason.list, reason.file);
    case 'switched-off':
      return reason.property === undefined
        ? l10n.t('"enabled": false in this entry')
        : l10n.t('"disabled": true in this entry');
    case 'setting':
      return l10n.t('{0} in the settings of {1}', reason.setting, agent);
    case 'denied-by-policy':
      return l10n.t('denied by the policy in {0}', reason.label);
    case 'not-in-policy':
      return l10n.t('not in the allowlist of the policy in {0}', reason.label);
    case 'pending':
      return reason.approvedBy === undefined
        ? l10n.t('{0} asks before it starts this server', agent)
        : l10n.t("{0} doesn't trust this folder, so the approval in {1} doesn't count", agent, reason.approvedBy);
    case 'untrusted':
      return l10n.t("{0} doesn't trust this folder", agent);
    case 'needs-trust':
      return l10n.t('{0} reads this file only in trusted folders', agent);
    case 'same-name':
      return l10n.t('{0} defines the same name', reason.by.source.label);
    case 'same-connection':
      return l10n.t('{0} in {1} has the same connection', JSON.stringify(reason.by.name), reason.by.source.label);
    case 'merged':
      return l10n.t('merged into {0}', reason.by.source.label);
    case 'later-file':
      return l10n.t(
        '{0} reads only the first {1} file with servers, {2}',
        agent,
        reason.first.tool,
        reason.first.label,
      );
    case 'shut-out':
      return l10n.t('{0} uses only the servers in {1}', agent, reason.only.label);
    case 'built-in':
      return reason.tool === 'search'
        ? l10n.t('Oh My Pi uses its built-in Exa search instead')
        : l10n.t('Oh My Pi uses its built-in browser instead, if that is available');
    case 'flawed':
      return reason.flaw.why;
    case 'broken-file':
      return l10n.t("the file isn't valid, so {0} skips it", agent);
    case 'rejected-file':
      return l10n.t('{0} takes nothing from this file: {1}', agent, reason.why);
    case 'refused':
      return refusalInWords(reason.cause, agent);
    case 'stopped':
      return l10n.t("Oh My Pi can't load {0}, and therefore this file", reason.file.label);
    case 'moved-in-terminals':
      return movedInWords(agent, reason.variable);
    case 'unread-settings':
      return l10n.t("{0} can't be read here, and it decides which servers {1} uses", reason.unread.label, agent);
  }
}

/** Returns why it isn't known which files an agent reads. @param variable one that terminals set */
export const movedInWords = (agent: string, variable: string): string =>
  l10n.t('terminals set {0} to another value than VS Code has, so {1} may read other files there', variable, agent);

/** The same with the state. */
export const notKnownInWords = (agent: string, variable: string): string =>
  l10n.t('{0}: {1}', stateNames.unknown(), movedInWords(agent, variable));

/** Returns why an agent loads no server at all: "Codex loads no servers, because "docs" in .codex/config.toml isn't valid: …". */
export function refusalInWords({ name, source, why }: RefusalCause, agent: string): string {
  return name === undefined
    ? l10n.t("{0} loads no servers, because {1} isn't valid: {2}", agent, source.fileLabel ?? source.label, why)
    : l10n.t("{0} loads no servers, because {1} in {2} isn't valid: {3}", agent, quote(name), source.label, why);
}

/** The state of a server and its reason as text. */
import * as l10n from '@vscode/l10n';
import type { ServerState } from '../../common/tool-servers.ts';
import type { EffectiveServer, Reason } from './effective.ts';

/** Returns the state and its reason as plain text: "Overridden: .omp/mcp.json defines the same name". */
export function stateInWords({ state, reason }: EffectiveServer): string {
  return withReason(names[state](), reason);
}

/** The same for display next to the text of a file, with the name of the agent: "In effect in Oh My Pi". */
export function agentStateInWords({ state, reason }: EffectiveServer): string {
  return withReason(l10n.t('{0} in Oh My Pi', names[state]()), reason);
}

const names: Readonly<Record<ServerState, () => string>> = {
  inEffect: () => l10n.t('In effect'),
  disabled: () => l10n.t('Disabled'),
  overridden: () => l10n.t('Overridden'),
  invalid: () => l10n.t('Invalid'),
};

function withReason(name: string, reason: Reason): string {
  const why = reasonInWords(reason);
  return why === undefined ? name : l10n.t('{0}: {1}', name, why);
}

function reasonInWords(reason: Reason): string | undefined {
  switch (reason.kind) {
    case 'used':
      return reason.departures.length === 0 ? undefined : reason.departures.join('. ');
    case 'allowed':
      return l10n.t('"enabledServers" in {0} overrides "enabled": false', reason.item.source.label);
    case 'denied':
      return l10n.t('listed in "disabledServers" in {0}', reason.item.source.label);
    case 'switched-off':
      return l10n.t('"enabled": false in this entry');
    case 'setting':
      return l10n.t('{0} in the settings of Oh My Pi', reason.setting);
    case 'same-name':
      return l10n.t('{0} defines the same name', reason.by.source.label);
    case 'same-connection':
      return l10n.t('{0} in {1} has the same connection', JSON.stringify(reason.by.name), reason.by.source.label);
    case 'merged':
      return l10n.t('merged into {0}', reason.by.source.label);
    case 'later-file':
      return l10n.t('Oh My Pi reads only the first {0} file with servers, {1}', reason.first.tool, reason.first.label);
    case 'built-in':
      return reason.tool === 'search'
        ? l10n.t('Oh My Pi uses its built-in Exa search instead')
        : l10n.t('Oh My Pi uses its built-in browser instead, if that is available');
    case 'flawed':
      return reason.flaw;
    case 'broken-file':
      return l10n.t("the file isn't valid, so Oh My Pi skips it");
    case 'stopped':
      return l10n.t("Oh My Pi can't load {0}, and therefore this file", reason.file.label);
  }
}

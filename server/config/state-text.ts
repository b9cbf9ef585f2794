/** The state of a server and its reason as text. */
import type { ServerState } from '../../common/tool-servers.ts';
import type { EffectiveServer, Reason } from './effective.ts';

const stateNames: Readonly<Record<ServerState, string>> = {
  inEffect: 'In effect',
  disabled: 'Disabled',
  hidden: 'Overridden',
  invalid: 'Invalid',
};

/** The state and its reason as plain text: "Overridden: .omp/mcp.json defines the same name". */
export function stateInWords({ state, reason }: EffectiveServer): string {
  return withReason(stateNames[state], reason);
}

/** The same beside the text of a file, where it must be clear for which agent it holds: "In effect in Oh My Pi". */
export function agentStateInWords({ state, reason }: EffectiveServer): string {
  return withReason(`${stateNames[state]} in Oh My Pi`, reason);
}

function withReason(name: string, reason: Reason): string {
  const why = reasonInWords(reason);
  return why === undefined ? name : `${name}: ${why}`;
}

function reasonInWords(reason: Reason): string | undefined {
  switch (reason.kind) {
    case 'used':
      return undefined;
    case 'allowed':
      return `"enabledServers" in ${reason.item.source.label} overrides "enabled": false`;
    case 'denied':
      return `listed in "disabledServers" in ${reason.item.source.label}`;
    case 'switched-off':
      return '"enabled": false in this entry';
    case 'setting':
      return `${reason.setting} in the settings of Oh My Pi`;
    case 'same-name':
      return `${reason.by.source.label} defines the same name`;
    case 'same-connection':
      return `${JSON.stringify(reason.by.name)} in ${reason.by.source.label} has the same connection`;
    case 'merged':
      return `merged into ${reason.by.source.label}`;
    case 'later-file':
      return `Oh My Pi reads only the first ${reason.first.tool} file with servers, ${reason.first.label}`;
    case 'built-in':
      return reason.tool === 'search'
        ? 'Oh My Pi uses its built-in Exa search instead'
        : 'Oh My Pi uses its built-in browser instead, if that is available';
    case 'flawed':
      return reason.flaw;
    case 'broken-file':
      return "the file isn't valid, so Oh My Pi skips it";
    case 'stopped':
      return `Oh My Pi can't load ${reason.file.label}, and therefore this file`;
  }
}

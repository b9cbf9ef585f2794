/** textDocument/inlayHint: the state of each server that is not simply in effect. */
import type { EffectiveServer } from '../config/effective.ts';
import { endOf, type Span } from '../config/json.ts';
import { agentStateInWords } from '../config/state-text.ts';
import type { View } from '../workspace.ts';

export interface Hint {
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

/** The hints of the servers that touch a stretch. */
export function hintsOf({ document, file, effective }: View, within: Span): readonly Hint[] {
  const hints: Hint[] = [];
  for (const { key, value, name } of document.config.liveServers) {
    if (value === undefined || endOf(value) < within.offset || key.offset > endOf(within)) continue;
    // Behind the opening brace: in front of the colon they would tear the line apart.
    const offset = value.type === 'object' ? value.offset + 1 : endOf(value);
    const server = effective?.find(file.source.uri, name);
    if (server !== undefined && server.reason.kind !== 'used')
      hints.push({ offset, label: stateLabel(server), tooltip: `${agentStateInWords(server)}.` });
  }
  return hints;
}

function stateLabel({ state, reason }: EffectiveServer): string {
  if ('by' in reason) return `overridden by ${reason.by.source.label}`;
  if (state === 'hidden') return 'overridden';
  return state === 'inEffect' ? 'enabled by "enabledServers"' : state;
}

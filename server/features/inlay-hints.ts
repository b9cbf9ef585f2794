/** textDocument/inlayHint: the implicit transport and the state of each server. */
import { agentStateInWords, type EffectiveServer } from '../config/effective.ts';
import { endOf, type Span } from '../config/json.ts';
import type { View } from '../workspace.ts';

export interface Hint {
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

/** The hints of the servers that touch a stretch. */
export function hintsOf({ document, file, effective }: View, within: Span): readonly Hint[] {
  const hints: Hint[] = [];
  for (const { key, value, name, reading } of document.config.liveServers) {
    if (value === undefined || endOf(value) < within.offset || key.offset > endOf(within)) continue;
    // Behind the opening brace: in front of the colon they would tear the line apart.
    const offset = value.type === 'object' ? value.offset + 1 : endOf(value);
    const told: { readonly label: string; readonly tooltip: string }[] = [];
    if (reading?.choice === 'assumed' && !reading.group.fields.has('type') && value.type === 'object')
      told.push({ label: 'type: stdio', tooltip: 'Servers without "type" are stdio servers.' });
    const server = effective?.find(file.source.uri, name);
    if (server !== undefined) told.push({ label: stateLabel(server), tooltip: `${agentStateInWords(server)}.` });
    if (told.length === 0) continue;
    const joined = (part: 'label' | 'tooltip', between: string) => told.map((one) => one[part]).join(between);
    hints.push({ offset, label: joined('label', ' · '), tooltip: joined('tooltip', ' ') });
  }
  return hints;
}

function stateLabel({ state, reason }: EffectiveServer): string {
  if (reason.kind === 'same-name' || reason.kind === 'same-connection')
    return `overridden by ${reason.by.source.label}`;
  return state === 'inEffect' ? 'in effect' : state;
}

/** textDocument/inlayHint: the transport that nobody wrote, and what becomes of each server. */
import { stateInWords } from '../config/effective.ts';
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
    if (reading?.choice === 'assumed' && !reading.group.fields.has('type') && value.type === 'object')
      hints.push({ offset, label: 'type: stdio', tooltip: 'A server without "type" is a stdio server.' });
    const server = effective?.find(file.source.uri, name);
    if (server !== undefined) {
      const by =
        server.reason.kind === 'same-name' || server.reason.kind === 'same-connection' ? server.reason.by : undefined;
      const label =
        by !== undefined ? `hidden by ${by.source.label}` : server.state === 'inEffect' ? 'in effect' : server.state;
      hints.push({ offset, label, tooltip: stateInWords(server) });
    }
  }
  return hints;
}

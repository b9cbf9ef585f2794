/** textDocument/codeLens: above each server what becomes of it, and why. */
import { stateInWords } from '../config/effective.ts';
import type { Span } from '../config/json.ts';
import type { View } from '../workspace.ts';

export interface Lens {
  readonly span: Span;
  readonly title: string;
}

/** Beyond this many nobody reads them, and an editor gets slow. */
const limit = 500;

export function lensesOf({ document, file, effective }: View): readonly Lens[] {
  if (effective === undefined) return [];
  return document.config.liveServers.slice(0, limit).flatMap(({ key, name }) => {
    const server = effective.find(file.source.uri, name);
    return server === undefined ? [] : [{ span: key, title: stateInWords(server) }];
  });
}

/** Which of the three variants a server is. Decided once, before anything is checked, so that one mistake stays one. */

import { bare, closestMatch } from './closest-match.ts';
import type { Transport } from './field.ts';
import { transports } from './format.ts';
import type { JsonNode } from './json.ts';

/**
 * - `stated`: `type` says it. `assumed`: there is no `type`, so it is stdio.
 * - `untyped-url`: there is a `url` and no `type`. `untyped-headers`: only `headers` hint at a url server.
 * - `misspelt`: `type` holds something else. `contradicted`: `type` says one thing, the fields the other.
 * - `both`: `command` and `url` stand side by side.
 */
export type Choice = 'stated' | 'assumed' | 'untyped-url' | 'untyped-headers' | 'misspelt' | 'contradicted' | 'both';

export interface TransportChoice {
  readonly transport: Transport;
  readonly choice: Choice;
}

/** What the choice is made from: what `type` (or a key that stands for it) holds, and which fields are there. */
export interface TransportHints {
  readonly type: JsonNode | undefined;
  readonly command: boolean;
  readonly url: boolean;
  /** The text of the url, where there is one. */
  readonly address: string | undefined;
  readonly headers: boolean;
  /** Any of `args`, `env`, `cwd`. */
  readonly process: boolean;
}

const otherNames: Readonly<Record<string, Transport>> = {
  local: 'stdio',
  process: 'stdio',
  command: 'stdio',
  standardio: 'stdio',
  remote: 'http',
  https: 'http',
  streamable: 'http',
  streamablehttp: 'http',
  httpstream: 'http',
  httpstreamable: 'http',
  streaminghttp: 'http',
  ssehttp: 'sse',
  serversentevents: 'sse',
  eventstream: 'sse',
};

/** The transport that a value of `type` means, exactly or nearly; undefined when it means nothing known. */
export function transportMeant(type: string): Transport | undefined {
  const word = bare(type);
  const exact = transports.find((transport) => transport === word);
  return (
    exact ??
    (Object.hasOwn(otherNames, word) ? otherNames[word] : undefined) ??
    (closestMatch(word, transports) as Transport | undefined)
  );
}

/** sse for an address whose path ends in /sse, http for any other. */
export function transportOfAddress(address: string | undefined): Transport {
  return address !== undefined && /\/sse\/?(?:[?#].*)?$/i.test(address) ? 'sse' : 'http';
}

/** Chooses the variant against which a server is checked (spec config-format.md, Server configuration). */
export function chooseTransport(hints: TransportHints): TransportChoice {
  const { type, command, url } = hints;
  const stated = type?.type === 'string' ? transports.find((transport) => transport === type.value) : undefined;
  const meant = stated ?? (type?.type === 'string' ? transportMeant(type.value) : undefined);
  if (command && url) return { transport: meant ?? 'stdio', choice: 'both' };
  const byFields = command ? 'stdio' : url ? transportOfAddress(hints.address) : undefined;
  if (meant !== undefined) {
    const fits = byFields === undefined || (meant === 'stdio') === (byFields === 'stdio');
    if (stated === undefined) return { transport: fits ? meant : byFields, choice: 'misspelt' };
    return fits ? { transport: stated, choice: 'stated' } : { transport: byFields, choice: 'contradicted' };
  }
  if (type !== undefined) return { transport: byFields ?? 'stdio', choice: 'misspelt' };
  if (byFields === 'stdio') return { transport: 'stdio', choice: 'assumed' };
  if (byFields !== undefined) return { transport: byFields, choice: 'untyped-url' };
  if (hints.headers && !hints.process) return { transport: 'http', choice: 'untyped-headers' };
  return { transport: 'stdio', choice: 'assumed' };
}

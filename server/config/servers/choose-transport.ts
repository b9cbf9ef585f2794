/** Determines the transport of a server once, before any checks, so that one mistake causes one problem. */

import { lookUp } from '../../../common/guards.ts';
import { closestMatch, normalizedWord } from '../closest-match.ts';
import type { Transport } from '../format/field.ts';
import { transports } from '../format/format.ts';
import type { JsonNode } from '../text/json.ts';

/**
 * - `stated`: from `type`. `assumed`: stdio, because there is no `type`.
 * - `untyped-url`: `url` without `type`. `untyped-headers`: only `headers` suggest a URL server.
 * - `misspelled`: `type` isn't a transport. `contradicted`: the other fields contradict `type`.
 * - `both`: both `command` and `url` are present.
 */
export type TransportChoice =
  | 'stated'
  | 'assumed'
  | 'untyped-url'
  | 'untyped-headers'
  | 'misspelled'
  | 'contradicted'
  | 'both';

/** Input of the choice: the value of `type` (or of a key that stands for it), and which fields are present. */
export interface TransportHints {
  readonly type: JsonNode | undefined;
  readonly command: boolean;
  readonly url: boolean;
  /** The value of `url`, if it's a string. */
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

/** Returns the transport that a value of `type` means, including synonyms and typos; undefined if unknown. */
export function transportMeant(type: string): Transport | undefined {
  const word = normalizedWord(type);
  const exact = transports.find((transport) => transport === word);
  return exact ?? lookUp(otherNames, word) ?? (closestMatch(word, transports) as Transport | undefined);
}

/** Returns `sse` for a URL whose path ends in /sse, `http` for any other. */
export function transportOfAddress(address: string | undefined): Transport {
  const [path = ''] = address?.split(/[?#]/, 1) ?? [];
  return /\/sse\/?$/i.test(path) ? 'sse' : 'http';
}

/** Chooses the variant against which a server is checked (spec config-format.md, Server configuration). */
export function chooseTransport(hints: TransportHints): {
  readonly transport: Transport;
  readonly choice: TransportChoice;
} {
  const { type, command, url } = hints;
  const stated = type?.type === 'string' ? transports.find((transport) => transport === type.value) : undefined;
  const meant = stated ?? (type?.type === 'string' ? transportMeant(type.value) : undefined);
  if (command && url) return { transport: meant ?? 'stdio', choice: 'both' };
  const byFields = command ? 'stdio' : url ? transportOfAddress(hints.address) : undefined;
  if (meant !== undefined) {
    const fits = byFields === undefined || (meant === 'stdio') === (byFields === 'stdio');
    if (stated === undefined) return { transport: fits ? meant : byFields, choice: 'misspelled' };
    return fits ? { transport: stated, choice: 'stated' } : { transport: byFields, choice: 'contradicted' };
  }
  if (type !== undefined) return { transport: byFields ?? 'stdio', choice: 'misspelled' };
  if (byFields === 'stdio') return { transport: 'stdio', choice: 'assumed' };
  if (byFields !== undefined) return { transport: byFields, choice: 'untyped-url' };
  if (hints.headers && !hints.process) return { transport: 'http', choice: 'untyped-headers' };
  return { transport: 'stdio', choice: 'assumed' };
}

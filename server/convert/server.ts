/** A server between two formats: in the agent's format, and valid there. */

import { ellipsize } from '../../common/cut.ts';
import { maskTokens } from '../../common/mask-secrets.ts';
import type { Transport } from '../config/field.ts';
import type { Span } from '../config/json.ts';
import { commandWords, textOf, type ValueMap } from './value.ts';

export interface PortableServer {
  /** Its name in the source. */
  readonly name: string;
  /** Identifies it in reports and selections: its name, with a number if another server of the source has the same. */
  readonly label: string;
  readonly transport: Transport;
  /** Fields of the agent's format in the order of its spec, all valid; also `envFile` for targets that have it. */
  readonly fields: ValueMap;
  /** Range of the name in the source. */
  readonly at: Span;
}

const summaryLimit = 80;

/** Returns the command line or URL of a server, for a list. Tokens, user info, queries, and fragments are removed. */
export function summaryOf({ transport, fields }: PortableServer): string {
  const words = commandWords(fields.get('command'), fields.get('args'));
  const url = textOf(fields.get('url'))
    ?.replace(/\/\/[^/@]*@/, '//')
    .replace(/[?#].*$/, '');
  return ellipsize(transport === 'stdio' ? words.map(maskTokens).join(' ') : maskTokens(url ?? ''), summaryLimit);
}

/** A server on its way from one format to another: in the terms of the agent's format, and valid there. */

import { tokenIn } from '../../common/secrets.ts';
import type { Transport } from '../config/field.ts';
import type { Span } from '../config/json.ts';
import { isList, textOf, type ValueMap } from './value.ts';

export interface PortableServer {
  /** As the source calls it. */
  readonly name: string;
  readonly transport: Transport;
  /** Fields of the agent's format in the order of its spec; they obey every rule of it. */
  readonly fields: ValueMap;
  /** Of the name in the source. */
  readonly at: Span;
}

const summaryLimit = 80;

/** What a server starts or where it is, for a list. Tokens and what stands behind `?` in an address are taken out. */
export function summaryOf({ transport, fields }: PortableServer): string {
  const args = fields.get('args');
  const words = [fields.get('command'), ...(isList(args) ? args : [])].flatMap((word) => textOf(word) ?? []);
  const url = textOf(fields.get('url'))
    ?.replace(/\/\/[^/@]*@/, '//')
    .replace(/[?#].*$/, '');
  const whole = transport === 'stdio' ? words.map(withoutToken).join(' ') : withoutToken(url ?? '');
  return whole.length > summaryLimit ? `${whole.slice(0, summaryLimit - 1)}…` : whole;
}

function withoutToken(text: string): string {
  const token = tokenIn(text);
  return token === undefined ? text : `${text.slice(0, token.start)}…${text.slice(token.end)}`;
}

/** How a key is converted, by the fact about what it means. */
import type { KeyFact } from '../../tools/source-format.ts';
import { numberOf } from '../value.ts';
import { after, commonKeys, isWithoutEffect } from './common-keys.ts';
import { type KeyConverter, type Keys, objectOr, reasons, renameTo, unknown } from './key-converter.ts';
import { oauthField } from './oauth-keys.ts';

export function converterFor(fact: KeyFact): KeyConverter {
  if ('to' in fact) {
    const { to, in: object, keys } = fact;
    const convert = object === undefined ? renameTo(to) : oauthField(to);
    return keys === undefined ? convert : objectOr(convert, convertersFor(keys));
  }
  if ('like' in fact) return likeAnother(fact);
  if ('unless' in fact) return after(fact.unless, commonKeys[fact.unless] ?? unknown);
  const { lost, when = (value) => !isWithoutEffect(value) } = fact;
  return (builder, value, key) => {
    if (when(value)) builder.lose(key, typeof lost === 'string' ? reasons[lost]() : lost());
  };
}

const convertersFor = (keys: Readonly<Record<string, KeyFact>>): Keys =>
  Object.fromEntries(Object.entries(keys).map(([key, fact]) => [key, converterFor(fact)]));

function likeAnother({ like, ifGuessed }: Extract<KeyFact, { like: string }>): KeyConverter {
  const convert = commonKeys[like] ?? unknown;
  if (ifGuessed === undefined) return convert;
  return (builder, value, key) => {
    convert(builder, value, key);
    if (builder.context.isGuess === true && numberOf(value) !== undefined) builder.change(key, ifGuessed());
  };
}

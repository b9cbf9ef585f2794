/** Text for hovers and completion items. What comes from a file is hostile: it is shown as code, never as markup. */
import type { FieldInfo } from '../config/field.ts';
import { transportsWith } from '../config/format.ts';

/** A piece of foreign text as inline code: no character of it is markup, line breaks and control characters are gone. */
export function code(text: string): string {
  const oneLine = text.replace(/[\p{Control}\u2028\u2029]+/gu, ' ').slice(0, 200);
  const longest = Math.max(0, ...Array.from(oneLine.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(oneLine) || oneLine === '' ? ' ' : '';
  return `${fence}${space}${oneLine}${space}${fence}`;
}

/** Foreign text within a sentence: shown as it is, whatever is in it. */
export function asText(text: string): string {
  return text.replace(/[\p{Control}\u2028\u2029]+/gu, ' ').replace(/[\\`*_{}[\]()#+\-!<>|~&$]/g, '\\$&');
}

/** All that the schema says of a field: description, type, default, allowed values, transports, an example. */
export function fieldMarkdown(info: FieldInfo, place: 'top' | 'server' | 'auth' | 'oauth'): string {
  const facts = [`Type: ${typeOf(info)}`];
  if (info.required === true) facts.push('Required');
  if (info.default !== undefined) facts.push(`Default: ${code(JSON.stringify(info.default))}`);
  if (info.minimum !== undefined)
    facts.push(info.maximum === undefined ? `Minimum: ${info.minimum}` : `Range: ${info.minimum} to ${info.maximum}`);
  if (place === 'server' && info.name !== 'type') {
    const having = transportsWith(info.name);
    facts.push(having.length === 3 ? 'All transports' : `Transports: ${having.join(', ')}`);
  }
  const values = (info.values ?? []).map(
    ({ value, description }) => `- ${code(JSON.stringify(value))}: ${description}`,
  );
  const example =
    info.examples[0] === undefined ? '' : `Example: ${code(`"${info.name}": ${JSON.stringify(info.examples[0])}`)}`;
  return [info.description, facts.join(' · '), values.join('\n'), example].filter((part) => part !== '').join('\n\n');
}

function typeOf(info: FieldInfo): string {
  if (info.holds !== 'strings') return info.type === 'integer' ? 'integer' : info.type;
  return info.type === 'array' ? 'array of strings' : 'object of strings';
}

/** Adds the braces that are missing around a copied part of a config file. */
import * as l10n from '@vscode/l10n';
import { fieldSet } from '../config/format/format.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import { hasServerField, holdsServers, meansServers } from '../config/servers/recognize-servers.ts';
import { indentStepOf, lineBreakOf } from '../config/text/indentation.ts';
import { endOf, type Member, memberSpan } from '../config/text/json.ts';
import { type Change, type Fix, insert, preferred, replace } from './fix.ts';

/** Returns the fix for a text whose braces are missing; none if something else is after its properties. */
export function enclose({ text, root }: ConfigDocument): readonly Fix[] {
  const members = root?.type === 'object' ? root.members : [];
  const last = members.at(-1);
  if (root?.type !== 'object' || last === undefined) return [];
  const start = root.offset;
  const end = endOf(memberSpan(last));
  const rest = text.slice(end).replace(/\s/g, '');
  if (!/^,?\}*$/.test(rest)) return [];
  const keys = keysAround(members);
  // Some of the closing braces may be there already.
  const closings = rest.replace(',', '').length;
  if (closings > keys.length + 1) return [];
  return [preferred(titleOf(keys), ...changesFor(text, { start, end }, keys, closings))];
}

/** Returns the keys of the objects that belong around the properties, the outermost first. */
function keysAround(members: readonly Member[]): readonly string[] {
  const isTop = ({ key, value }: Member): boolean =>
    fieldSet('top').byName.has(key.value) || (meansServers(key.value) && holdsServers(value));
  if (members.some(isTop)) return [];
  if (members.every(({ value }) => hasServerField(value))) return ['mcpServers'];
  const isEndpoint = ({ key, value }: Member): boolean =>
    /^(?:command|url)$/.test(key.value) && value?.type === 'string';
  return members.some(isEndpoint) ? ['mcpServers', 'server'] : [];
}

function titleOf(keys: readonly string[]): string {
  return keys.length === 0 ? l10n.t('Enclose in {…}') : l10n.t('Enclose in {"mcpServers": {…}}');
}

function changesFor(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  keys: readonly string[],
  closings: number,
): readonly Change[] {
  const openings = ['{', ...keys.map((key) => `${JSON.stringify(key)}: {`)];
  const isOnLines = /[\r\n]/.test(text.trim());
  const step = isOnLines ? indentStepOf(text) : '';
  const eol = isOnLines ? lineBreakOf(text) : '';
  const depth = openings.length;
  const lines = Array.from(
    text.slice(start, end).matchAll(/(?:\r\n|\r|\n)(?=[ \t]*[^\s])/g),
    ({ index, 0: found }) => start + index + found.length,
  );
  const opening = openings.map((each, level) => step.repeat(level) + each + eol).join('') + step.repeat(depth);
  const closing = openings.map((_, level) => `${eol}${step.repeat(depth - 1 - level)}}`).join('');
  const after = { offset: end, length: text.trimEnd().length - end };
  return [
    insert(start, opening),
    ...(closings === 0 && isOnLines ? lines.map((line) => insert(line, step.repeat(depth))) : []),
    closings === 0 ? replace(after, closing) : insert(endOf(after), '}'.repeat(depth - closings)),
  ];
}

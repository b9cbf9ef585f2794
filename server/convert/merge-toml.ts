/** Merges servers into the text of a TOML file. New tables are added at its end. */
import * as l10n from '@vscode/l10n';
import { liveMembers, type Member, type Span } from '../config/json.ts';
import { parseToml, TomlError, tablesAt } from '../config/toml.ts';
import { applyChanges, type Change, insert, replace } from '../fixes/fix.ts';
import { ConversionError } from './failure.ts';
import { layoutOf, type Merged, type MergeTarget, type NewEntry, place } from './merge.ts';
import { isList, isMap, type Value, type ValueMap } from './value.ts';

/** @throws ConversionError if the target isn't valid, or defines the servers in a way that can't be extended */
export function mergeToml(entries: readonly NewEntry[], target: MergeTarget): Merged {
  const { root, text: old = '' } = target;
  const blank = /^[\s\ufeff]*$/.test(old);
  const text = blank ? '' : old;
  const placed = place(entries, serversIn(text, root), target);
  const { eol } = layoutOf(text);
  const changes: Change[] = [];
  const added: string[] = [];
  for (const { name, entry, done } of placed) {
    if (done === 'skipped') continue;
    const table = printTable([root, name], entry.value).replaceAll('\n', eol);
    if (done === 'added') added.push(table);
    else changes.push(...replaceTables(text, [root, name], table));
  }
  const gap = blank ? '' : /[\r\n]$/.test(text) ? eol : eol + eol;
  if (added.length > 0) changes.push(insert(text.length, gap + added.join(eol)));
  const result = applyChanges(text, changes);
  // A table can't extend an inline table.
  if (!isValid(result)) throw refusal(l10n.t('"{0}" in the target is written in a way that can\'t be extended.', root));
  return { text: result, changes: blank ? [replace({ offset: 0, length: old.length }, result)] : changes, placed };
}

const refusal = (why: string): ConversionError =>
  new ConversionError('broken-target', l10n.t('{0} Nothing was changed.', why));

function serversIn(text: string, root: string): ReadonlyMap<string, Member> {
  try {
    const value = liveMembers(parseToml(text)).get(root)?.value;
    if (value === undefined) return new Map();
    if (value.type === 'object') return liveMembers(value);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw refusal(
      error.line === undefined
        ? l10n.t("The target isn't valid TOML. Fix it first.")
        : l10n.t("The target isn't valid TOML (line {0}). Fix it first.", error.line),
    );
  }
  throw refusal(l10n.t('"{0}" in the target isn\'t a table.', root));
}

function isValid(text: string): boolean {
  try {
    parseToml(text);
    return true;
  } catch (error) {
    if (error instanceof TomlError) return false;
    throw error;
  }
}

/** Replaces the first table at a path with the new one, and removes the others. */
function replaceTables(text: string, path: readonly string[], table: string): readonly Change[] {
  const [first, ...others] = tablesAt(text, path);
  if (first === undefined)
    throw refusal(l10n.t("{0} in the target isn't a table of its own.", JSON.stringify(path.at(-1))));
  return [replace(first, table.trimEnd()), ...others.map((span) => replace(withGap(text, span), ''))];
}

/** Extends a range to include the white space before it. */
function withGap(text: string, { offset, length }: Span): Span {
  const start = text.slice(0, offset).trimEnd().length;
  return { offset: start, length: offset + length - start };
}

/** Prints a table with its subtables, ending with a line break. */
function printTable(path: readonly string[], table: ValueMap): string {
  const lines = [`[${path.map(printKey).join('.')}]`];
  for (const [key, value] of table)
    if (value !== null && !isMap(value)) lines.push(`${printKey(key)} = ${printValue(value)}`);
  const subtables = [...table].map(([key, value]) => (isMap(value) ? `\n${printTable([...path, key], value)}` : ''));
  return `${lines.join('\n')}\n${subtables.join('')}`;
}

const printKey = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : printString(key));

function printValue(value: Value): string {
  if (typeof value === 'string') return printString(value);
  if (isList(value)) return `[${value.map(printValue).join(', ')}]`;
  if (isMap(value))
    return `{ ${[...value].map(([key, item]) => `${printKey(key)} = ${printValue(item)}`).join(', ')} }`;
  return String(value);
}

/** JSON's escapes are valid in TOML, which also requires one for U+007F and doesn't allow lone surrogates. */
const printString = (text: string): string => JSON.stringify(text.toWellFormed()).replaceAll('\x7f', '\\u007F');

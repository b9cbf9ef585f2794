/** Merges servers into the text of a TOML file. New tables are added at its end. */
import * as l10n from '@vscode/l10n';
import { groupBy } from '../../../common/group-by.ts';
import { liveMembers, type Member, memberValue, type ObjectNode, type Span } from '../../config/text/json.ts';
import { parseToml, TomlError, tablesIn } from '../../config/text/toml.ts';
import { applyChanges, type Change, insert, replace } from '../../fixes/fix.ts';
import { isList, isMap, layoutOf, type Value, type ValueMap } from '../value.ts';
import {
  hasServers,
  type Merged,
  type MergeTarget,
  type NewEntry,
  notExtensible,
  place,
  targetError,
} from './merge.ts';

/** @throws ConversionError if the target isn't valid, or defines the servers in a way that can't be extended */
export function mergeToml(entries: readonly NewEntry[], target: MergeTarget): Merged {
  const { root, text: old = '' } = target;
  const blank = /^[\s\ufeff]*$/.test(old);
  const text = blank ? '' : old;
  const placed = place(entries, serversIn(text, root), target);
  const { eol } = layoutOf(text);
  const changes: Change[] = [];
  const added: string[] = [];
  const replaces = placed.some(({ done }) => done === 'replaced');
  const tables = groupBy(replaces ? tablesIn(text, [root]) : [], ({ key }) => key);
  for (const { name, value, done } of placed) {
    if (done === 'skipped') continue;
    const table = printTable([root, name], value).replaceAll('\n', eol);
    if (done === 'added') added.push(table);
    else changes.push(...replaceTables(text, name, tables.get(name), table));
  }
  const gap = blank ? '' : /[\r\n]$/.test(text) ? eol : eol + eol;
  if (added.length > 0) changes.push(insert(text.length, gap + added.join(eol)));
  const result = applyChanges(text, changes);
  const tree = treeOf(result);
  // A table can't extend an inline table.
  if (tree instanceof TomlError || !hasServers(tree, root, placed)) throw notExtensible(root);
  const losesComments = (name: string): boolean =>
    tables.get(name)?.some(({ offset, length }) => text.slice(offset, offset + length).includes('#')) ?? false;
  return {
    text: result,
    changes: blank ? [replace({ offset: 0, length: old.length }, result)] : changes,
    placed: placed.map((each) =>
      each.done === 'replaced' && losesComments(each.name) ? { ...each, losesComments: true } : each,
    ),
  };
}

function serversIn(text: string, root: string): ReadonlyMap<string, Member> {
  const tree = treeOf(text);
  if (tree instanceof TomlError)
    throw targetError(
      tree.line === undefined
        ? l10n.t("The target isn't valid TOML. Fix it first.")
        : l10n.t("The target isn't valid TOML (line {0}). Fix it first.", tree.line),
    );
  const value = memberValue(tree, root);
  if (value === undefined) return new Map();
  if (value.type === 'object') return liveMembers(value);
  throw targetError(l10n.t('"{0}" in the target isn\'t a table.', root));
}

function treeOf(text: string): ObjectNode | TomlError {
  try {
    return parseToml(text);
  } catch (error) {
    if (error instanceof TomlError) return error;
    throw error;
  }
}

/** Replaces the first table of a server with the new one, and removes the others. */
function replaceTables(text: string, name: string, tables: readonly Span[] = [], table: string): readonly Change[] {
  const [first, ...others] = tables;
  if (first === undefined)
    throw targetError(l10n.t("{0} in the target isn't a separate table. Replace it yourself.", JSON.stringify(name)));
  return [replace(first, table.trimEnd()), ...others.map((span) => replace(withGap(text, span), ''))];
}

/** Extends a range to include the white space before it. */
export function withGap(text: string, { offset, length }: Span): Span {
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

export const printKey = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : printString(key));

function printValue(value: Value): string {
  if (typeof value === 'string') return printString(value);
  if (isList(value)) return `[${value.map(printValue).join(', ')}]`;
  if (isMap(value))
    return `{ ${[...value].map(([key, item]) => `${printKey(key)} = ${printValue(item)}`).join(', ')} }`;
  return String(value);
}

/** JSON's escapes are valid in TOML, which also requires one for U+007F and doesn't allow lone surrogates. */
const printString = (text: string): string => JSON.stringify(text.toWellFormed()).replaceAll('\x7f', '\\u007F');

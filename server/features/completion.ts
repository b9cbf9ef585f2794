/** textDocument/completion: keys that may stand here and do not yet, and values that fit. */

import { type CursorContext, cursorContextAt, type Surroundings } from '../config/cursor-context.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { FieldInfo } from '../config/field.ts';
import { fieldOf, fieldSet, transports } from '../config/format.ts';
import type { Group } from '../config/group.ts';
import { endOf, type Span } from '../config/json.ts';
import { expandedStringAt } from '../config/variable-uses.ts';
import { headerInfo, headers } from './header-completion.ts';
import { code, fieldMarkdown } from './markdown.ts';
import type { DocumentContext } from './server-status.ts';
import { emptyFile, keySnippet, newServers, plain, valueSnippet, withoutPlaces } from './snippets.ts';

const agentSchema =
  'https://raw.githubusercontent.com/can1357/oh-my-pi/main/packages/coding-agent/src/config/mcp-schema.json';

export interface Proposal {
  readonly label: string;
  readonly kind: 'key' | 'value' | 'allowed' | 'server' | 'shape' | 'variable';
  /** What is typed is matched against this. */
  readonly filter: string;
  readonly markdown: string;
  /** Replaces `replace`; a snippet in the syntax of LSP. */
  readonly snippet: string;
  readonly replace: Span;
  /** A comma to insert here as well, because the member before has none. */
  readonly comma?: number;
}

/**
 * What can be put at `offset`, in the order in which it should be shown.
 * @param known what lies around the document, where something is known of it
 */
export function completionsAt(document: ConfigDocument, offset: number, known?: DocumentContext): readonly Proposal[] {
  const variables = known && variablesAt(document, offset, known);
  if (variables !== undefined) return variables;
  const cursor = cursorContextAt(document, offset);
  if (cursor === undefined) return [];
  if (cursor.around.kind === 'nothing')
    return [proposal(cursor, 'config file', 'shape', 'A config file with an empty server list.', emptyFile)];
  if (cursor.role === 'key') return keys(document, cursor);
  if (cursor.role === 'item') return items(document, cursor, known);
  if (cursor.around.kind === 'map') return cursor.around.name === 'headers' ? headerValues(cursor) : [];
  return cursor.around.kind === 'group' && cursor.member !== undefined
    ? values(cursor.around.group, cursor.member.key.value, cursor)
    : [];
}

function keys({ text }: ConfigDocument, cursor: CursorContext): readonly Proposal[] {
  const withValue = cursor.member?.colon === undefined;
  const after = withValue && needsCommaAfter(text, endOf(cursor.replace)) ? ',' : '';
  const comma = withValue ? missingCommaBefore(text, cursor.replace.offset) : undefined;
  const complete = (label: string, kind: Proposal['kind'], markdown: string, snippet: string): Proposal => ({
    ...proposal(cursor, label, kind, markdown, withValue ? snippet + after : plain(JSON.stringify(label))),
    filter: filterFor(text, cursor.replace, label),
    ...(comma !== undefined && { comma }),
  });
  const { around } = cursor;
  if (around.kind === 'servers') {
    return withValue
      ? newServers.map(({ label, markdown, snippet }) => complete(label, 'shape', markdown, snippet))
      : [];
  }
  if (around.kind === 'map' && around.name === 'headers') {
    const written = new Set(
      around.node.members.flatMap(({ key }) => (key === cursor.node ? [] : [key.value.toLowerCase()])),
    );
    return headers
      .filter(({ name }) => !written.has(name.toLowerCase()))
      .map(({ name, markdown, values }) =>
        complete(name, 'key', markdown, `${plain(JSON.stringify(name))}: "${values[0] ?? '$1'}"`),
      );
  }
  if (around.kind !== 'group') return [];
  const { group } = around;
  const present = (name: string) => group.fields.has(name) && cursor.member?.key.value !== name;
  return fieldsToOffer(around)
    .filter((info) => !present(info.name))
    .map((info) => {
      const untyped = info.name === 'url' && !group.fields.has('type');
      const snippet = untyped ? `"type": "http",\n${keySnippet(info)}` : keySnippet(info);
      return complete(info.name, 'key', fieldMarkdown(info, group.place), snippet);
    });
}

/** The fields of the group; those of an http server too as long as nothing says what the server is. */
function fieldsToOffer({ group, entry }: Extract<Surroundings, { kind: 'group' }>): readonly FieldInfo[] {
  const undecided =
    entry?.reading?.choice === 'assumed' && !['command', 'args', 'env', 'cwd'].some((name) => group.fields.has(name));
  const url = undecided ? fieldOf(fieldSet('http'), 'url') : undefined;
  return url === undefined ? group.set.fields : [...group.set.fields, url];
}

function values(group: Group, name: string, cursor: CursorContext): readonly Proposal[] {
  const info = group.fields.get(name)?.info;
  if (info === undefined) return [];
  const add = (value: unknown, kind: Proposal['kind'], markdown: string) =>
    proposal(cursor, JSON.stringify(value), kind, markdown, plain(JSON.stringify(value)));
  const sets = group.place === 'server' && name === 'type' ? transports.map(fieldSet) : [];
  const allowed = sets.length > 0 ? sets.flatMap((set) => fieldOf(set, name)?.values ?? []) : info.values;
  if (allowed !== undefined) return allowed.map(({ value, description }) => add(value, 'allowed', description));
  const markdown = fieldMarkdown(info, group.place);
  if (info.type === 'boolean') return [true, false].map((value) => add(value, 'allowed', markdown));
  if (info.type === 'object' || info.type === 'array') {
    return [proposal(cursor, info.type === 'array' ? '[ ]' : '{ }', 'shape', markdown, valueSnippet(info))];
  }
  if (group.place === 'top' && name === '$schema')
    return [add(agentSchema, 'value', 'The schema that Oh My Pi publishes.')];
  return info.examples.map((example) => add(example, 'value', markdown));
}

/** The variables of the environment, where `${` has been written in a value that the agent expands. */
function variablesAt(
  document: ConfigDocument,
  offset: number,
  known: DocumentContext,
): readonly Proposal[] | undefined {
  const node = expandedStringAt(document, offset);
  if (node === undefined) return undefined;
  const { text } = document;
  const begun = /\$\{[A-Za-z0-9_]*$/.exec(text.slice(node.offset, offset))?.[0];
  if (begun === undefined) return undefined;
  const rest = /^[A-Za-z0-9_]*\}?/.exec(text.slice(offset, endOf(node)))?.[0] ?? '';
  const replace = { offset: offset - begun.length, length: begun.length + rest.length };
  return known.variables
    .filter((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    .map((name) => ({
      label: name,
      kind: 'variable',
      filter: `\${${name}}`,
      markdown: 'Set in the environment of the editor.',
      snippet: plain(`\${${name}}`),
      replace,
    }));
}

function headerValues(cursor: CursorContext): readonly Proposal[] {
  const info = headerInfo(cursor.member?.key.value ?? '');
  return (info?.values ?? []).map((value) =>
    proposal(cursor, JSON.stringify(withoutPlaces(value)), 'value', info?.markdown ?? '', `"${value}"`),
  );
}

/** Names of servers that the list does not hold yet: those of this file first, then those of all other sources. */
function items(
  document: ConfigDocument,
  cursor: CursorContext,
  known: DocumentContext | undefined,
): readonly Proposal[] {
  const { around } = cursor;
  if (around.kind !== 'list') return [];
  const listed = new Set(
    around.node.items.flatMap((item) => (item.type === 'string' && item !== cursor.node ? [item.value] : [])),
  );
  const after = cursor.node === undefined && needsCommaAfter(document.text, endOf(cursor.replace)) ? ',' : '';
  const comma = cursor.node === undefined ? missingCommaBefore(document.text, cursor.replace.offset) : undefined;
  const offered = new Map<string, string>();
  for (const { name } of document.liveServers) offered.set(name, 'Defined in this file.');
  for (const { name, source } of known?.effective?.servers ?? [])
    if (!offered.has(name)) offered.set(name, `Defined in ${code(source.label)}.`);
  return [...offered]
    .filter(([name]) => !listed.has(name))
    .map(([name, markdown]) => ({
      ...proposal(cursor, JSON.stringify(name), 'server', markdown, plain(JSON.stringify(name)) + after),
      ...(comma !== undefined && { comma }),
    }));
}

function proposal(
  { replace }: CursorContext,
  label: string,
  kind: Proposal['kind'],
  markdown: string,
  snippet: string,
): Proposal {
  return { label, kind, filter: label, markdown, snippet, replace };
}

/** Includes the quote if it is already typed. */
function filterFor(text: string, replace: Span, label: string): string {
  return text[replace.offset] === '"' && replace.length > 0 ? JSON.stringify(label) : label;
}

/** True when another member or item follows directly. */
function needsCommaAfter(text: string, from: number): boolean {
  return /^\s*["[{\w-]/.test(text.slice(from, from + 500));
}

/** Where a comma is missing: behind the value before this place, when neither a comma nor an opening bracket is there. */
function missingCommaBefore(text: string, from: number): number | undefined {
  let at = from;
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at--;
  return at > 0 && !/[,[{:]/.test(text[at - 1] ?? '') ? at : undefined;
}

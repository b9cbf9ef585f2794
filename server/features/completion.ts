/** textDocument/completion: missing keys that are allowed here, and suitable values. */

import * as l10n from '@vscode/l10n';
import {
  type ClientCapabilities,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  InsertTextFormat,
  InsertTextMode,
} from 'vscode-languageserver';
import { type CursorContext, cursorContextAt, type Surroundings } from '../config/cursor-context.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { AllowedValue, FieldInfo } from '../config/field.ts';
import { fieldOf, fieldSet, transports } from '../config/format.ts';
import type { Group } from '../config/group.ts';
import { endOf, type Span } from '../config/json.ts';
import { expandedStringAt } from '../config/variable-uses.ts';
import { isUsualName } from '../config/variables.ts';
import { rangeOf } from '../documents.ts';
import { commaAfter, memberSpan } from '../fixes/members.ts';
import { argumentsFor, type ItemProposal, variablesInUse, variablesOfOthers } from './argument-completion.ts';
import { headerInfo, headers } from './header-completion.ts';
import { code, fieldMarkdown } from './markdown.ts';
import { type DocumentContext, statesOf } from './server-status.ts';
import {
  emptyFile,
  entrySnippet,
  indented,
  keySnippet,
  newServers,
  plain,
  typeSnippet,
  valueSnippet,
  withoutTabStops,
} from './snippets.ts';

const { EnumMember, Property, Reference, Snippet, Value, Variable } = CompletionItemKind;

const agentSchema =
  'https://raw.githubusercontent.com/can1357/oh-my-pi/main/packages/coding-agent/src/config/mcp-schema.json';

export interface Proposal {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** The text that the typed text is matched against. */
  readonly filter: string;
  readonly markdown: string;
  /** The new text of `replace`, in LSP snippet syntax. */
  readonly snippet: string;
  readonly replace: Span;
  /** The proposal depends on the typed text, so completion is requested again after each character. */
  readonly isIncomplete?: true;
  /** Offset of an additional comma, because the member before has none. */
  readonly comma?: number;
}

/** Returns the completions at `offset` in the form that the editor supports. */
export function completionListAt(
  context: DocumentContext,
  offset: number,
  { textDocument }: ClientCapabilities,
): CompletionList {
  const { snippetSupport, insertTextModeSupport } = textDocument?.completion?.completionItem ?? {};
  const hasSnippets = snippetSupport === true;
  // Editors indent the lines of a snippet; plain text is inserted as is.
  const mode = hasSnippets ? InsertTextMode.adjustIndentation : InsertTextMode.asIs;
  const hasMode = insertTextModeSupport?.valueSet.includes(mode) === true;
  const { document } = context;
  const proposals = completionsAt(context, offset);
  const items = proposals.map(({ label, kind, filter, markdown, snippet, replace, comma }, index): CompletionItem => {
    const newText = hasSnippets ? snippet : indented(withoutTabStops(snippet), document.text.getText(), replace.offset);
    return {
      label,
      kind,
      filterText: filter,
      sortText: String(index).padStart(4, '0'),
      documentation: { kind: 'markdown', value: markdown },
      insertTextFormat: hasSnippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit: { range: rangeOf(document, replace), newText },
      ...(hasMode && { insertTextMode: mode }),
      ...(comma !== undefined && {
        additionalTextEdits: [{ range: rangeOf(document, { offset: comma, length: 0 }), newText: ',' }],
      }),
    };
  });
  return { isIncomplete: proposals.some((proposal) => proposal.isIncomplete === true), items };
}

/** Returns the proposals at `offset`, in the order in which they should be shown. */
export function completionsAt(context: DocumentContext, offset: number): readonly Proposal[] {
  const document = context.document.config;
  if (isInComment(document, offset)) return [];
  const variables = variablesAt(context, offset);
  if (variables !== undefined) return variables;
  const cursor = cursorContextAt(document, offset);
  if (cursor === undefined) return [];
  if (cursor.around.kind === 'nothing')
    return [
      proposal(cursor, l10n.t('config file'), Snippet, l10n.t('A config file with an empty server list.'), emptyFile),
    ];
  const commas = commasAround(document, cursor);
  if (cursor.role === 'key') return keys(document, cursor, commas);
  if (cursor.role === 'item') {
    const items =
      cursor.around.kind === 'arguments'
        ? argumentsFor(cursor.around, cursor.replace.offset)
        : listItems(context, cursor);
    return items.map((item) => itemProposal(cursor, item, commas));
  }
  return memberValues(cursor).map((offered) => ({ ...offered, snippet: offered.snippet + commas.after }));
}

function memberValues(cursor: CursorContext): readonly Proposal[] {
  const { around, member } = cursor;
  if (around.kind === 'servers')
    return newServers.map(({ label, markdown, body }) => proposal(cursor, label(), Snippet, markdown(), body));
  if (around.kind === 'map') return around.name === 'headers' ? headerValues(cursor) : [];
  return around.kind === 'group' && member !== undefined ? values(around.group, member.key.value, cursor) : [];
}

type Commas = Pick<Proposal, 'comma'> & { readonly after: string };

/** Returns the commas that a new member, value, or item needs: before it if one is missing there, and after it. */
function commasAround({ text }: ConfigDocument, { around, replace }: CursorContext): Commas {
  const container = around.kind === 'group' ? around.group.node : 'node' in around ? around.node : undefined;
  const siblings =
    container === undefined ? [] : container.type === 'array' ? container.items : container.members.map(memberSpan);
  const before = siblings.findLast((sibling) => endOf(sibling) <= replace.offset);
  const end = endOf(replace);
  const isLast = siblings.every(({ offset }) => offset < end);
  const comma = before && commaAfter(text, endOf(before));
  return {
    after: isLast || commaAfter(text, end) !== undefined ? '' : ',',
    ...(before !== undefined && (comma === undefined || comma >= replace.offset) && { comma: endOf(before) }),
  };
}

/** True inside a comment, or at the end of a line comment. */
function isInComment({ text, faults }: ConfigDocument, at: number): boolean {
  return faults.some(
    ({ kind, offset, length }) =>
      kind === 'comment' &&
      at > offset &&
      (at < offset + length || (at === offset + length && text.startsWith('//', offset))),
  );
}

function keys(document: ConfigDocument, cursor: CursorContext, { after, ...before }: Commas): readonly Proposal[] {
  const { text } = document;
  const withValue = cursor.member?.colon === undefined;
  const complete = (label: string, kind: Proposal['kind'], markdown: string, snippet: string): Proposal => ({
    ...proposal(cursor, label, kind, markdown, withValue ? snippet + after : plain(JSON.stringify(label))),
    filter: filterFor(text, cursor.replace, label),
    ...(withValue && before),
  });
  const { around } = cursor;
  if (around.kind === 'servers') {
    if (!withValue) return [];
    const typed = text.slice(cursor.replace.offset, endOf(cursor.replace));
    const name = typed.replace(/^"|"$/g, '');
    return newServers.map((server) => {
      const offered = complete(server.label(), Snippet, server.markdown(), entrySnippet(server, name));
      // The typed text is the name of the new server, so it must not filter the proposals.
      return name === '' ? offered : { ...offered, filter: typed, isIncomplete: true as const };
    });
  }
  if (around.kind === 'map' && around.name === 'env')
    return variablesOfOthers(document, around.node, cursor.node).map((name) =>
      complete(
        name,
        Property,
        l10n.t('Used by another server in this file.'),
        `${plain(JSON.stringify(name))}: "${plain(`\${${name}}`)}"`,
      ),
    );
  if (around.kind === 'map' && around.name === 'headers') {
    const written = new Set(
      around.node.members.flatMap(({ key }) => (key === cursor.node ? [] : [key.value.toLowerCase()])),
    );
    return headers
      .filter(({ name }) => !written.has(name.toLowerCase()))
      .map(({ name, markdown, values }) =>
        complete(name, Property, markdown(), `${plain(JSON.stringify(name))}: "${values[0] ?? '$1'}"`),
      );
  }
  if (around.kind !== 'group') return [];
  const { group } = around;
  const present = (name: string) => group.fields.has(name) && cursor.member?.key.value !== name;
  return fieldsToOffer(around)
    .filter((info) => !present(info.name))
    .map((info) => {
      const untyped = info.name === 'url' && !group.fields.has('type');
      const snippet = info.name === 'type' && isUndecided(around) ? typeSnippet : keySnippet(info);
      return complete(
        info.name,
        Property,
        fieldMarkdown(info, group.place),
        untyped ? `"type": "http",\n${snippet}` : snippet,
      );
    });
}

/** Returns the fields of the group, and `url` if nothing determines the transport of the server yet. */
function fieldsToOffer(around: GroupSurroundings): readonly FieldInfo[] {
  const { fields } = around.group.set;
  // Servers are needed more often than a schema.
  if (around.group.place === 'top')
    return fields.toSorted((one, other) => Number(other.name === 'mcpServers') - Number(one.name === 'mcpServers'));
  const url = isUndecided(around) ? fieldOf(fieldSet('http'), 'url') : undefined;
  return url === undefined ? fields : [...fields, url];
}

type GroupSurroundings = Extract<Surroundings, { kind: 'group' }>;

/** True if nothing determines the transport of a server yet. */
function isUndecided({ group, entry }: GroupSurroundings): boolean {
  const ofProcess = ['command', 'args', 'env', 'cwd'].some((name) => group.fields.has(name));
  return group.place === 'server' && entry?.parsed?.choice === 'assumed' && !ofProcess;
}

/** Returns the allowed values of a field; undefined if it accepts others. The type of a server may be any transport's. */
export function allowedValues({ place }: Group, { name, values }: FieldInfo): readonly AllowedValue[] | undefined {
  if (place !== 'server' || name !== 'type') return values;
  return transports.flatMap((transport) => fieldOf(fieldSet(transport), name)?.values ?? []);
}

function values(group: Group, name: string, cursor: CursorContext): readonly Proposal[] {
  const info = group.fields.get(name)?.info;
  if (info === undefined) return [];
  const add = (value: unknown, kind: Proposal['kind'], markdown: string) =>
    proposal(cursor, JSON.stringify(value), kind, markdown, plain(JSON.stringify(value)));
  const allowed = allowedValues(group, info);
  if (allowed !== undefined)
    return allowed.map(({ value, description }) => add(value, EnumMember, l10n.t(description)));
  const markdown = fieldMarkdown(info, group.place);
  if (info.type === 'boolean') return [true, false].map((value) => add(value, EnumMember, markdown));
  if (info.type === 'object' || info.type === 'array') {
    return [proposal(cursor, info.type === 'array' ? '[ ]' : '{ }', Snippet, markdown, valueSnippet(info))];
  }
  if (group.place === 'top' && name === '$schema')
    return [add(agentSchema, Value, l10n.t('The schema that Oh My Pi publishes.'))];
  return info.examples.map((example) => add(example, Value, markdown));
}

/** Returns variables if the cursor is after `${` in a value that the agent expands; otherwise undefined. */
function variablesAt(context: DocumentContext, offset: number): readonly Proposal[] | undefined {
  const document = context.document.config;
  const node = expandedStringAt(document, offset);
  if (node === undefined) return undefined;
  const { text } = document;
  const begun = /\$\{[\w.()+-]*$/.exec(text.slice(node.offset, offset))?.[0];
  if (begun === undefined) return undefined;
  const after = text.slice(offset, endOf(node));
  const rest = /^(?:[\w.()+-]*(?=:-|\}))|^\w*/.exec(after)?.[0] ?? '';
  // A default is kept, and so is the brace after it.
  const end = after.startsWith(':-', rest.length) ? '' : '}';
  const isClosed = after.startsWith('}', rest.length);
  const replace = { offset: offset - begun.length, length: begun.length + rest.length + (isClosed ? 1 : 0) };
  const set = context.variables.filter(isUsualName);
  const others = variablesInUse(document, node).filter((name) => isUsualName(name) && !set.includes(name));
  return [...set, ...others].map((name, index) => ({
    label: name,
    kind: Variable,
    filter: `\${${name}}`,
    markdown:
      index < set.length
        ? l10n.t('Set in the environment of the editor.')
        : l10n.t('Used elsewhere in this file, but not set.'),
    snippet: plain(`\${${name}${end}`),
    replace,
  }));
}

function headerValues(cursor: CursorContext): readonly Proposal[] {
  const info = headerInfo(cursor.member?.key.value ?? '');
  return (info?.values ?? []).map((value) =>
    proposal(cursor, JSON.stringify(withoutTabStops(value)), Value, info?.markdown() ?? '', `"${value}"`),
  );
}

/** Returns server names that aren't in the list yet: those of this file first, then those of all other sources. */
function listItems(context: DocumentContext, { around, node }: CursorContext): readonly ItemProposal[] {
  if (around.kind !== 'list') return [];
  const listed = new Set(
    around.node.items.flatMap((item) => (item.type === 'string' && item !== node ? [item.value] : [])),
  );
  const offered = new Map<string, string>();
  for (const { name } of context.document.config.liveServers) offered.set(name, l10n.t('Defined in this file.'));
  for (const { name, source } of statesOf(context).flatMap(({ servers }) => servers))
    if (!offered.has(name)) offered.set(name, l10n.t('Defined in {0}.', code(source.label)));
  return [...offered]
    .filter(([name]) => !listed.has(name))
    .map(([text, markdown]) => ({ text, markdown, kind: Reference }));
}

function itemProposal(cursor: CursorContext, item: ItemProposal, { after, ...before }: Commas): Proposal {
  const json = JSON.stringify(item.text);
  return { ...proposal(cursor, json, item.kind, item.markdown, plain(json) + after), ...before };
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

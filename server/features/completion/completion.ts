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
import { type CursorContext, cursorContextAt } from '../../config/servers/cursor-context.ts';
import type { ConfigDocument } from '../../config/servers/document.ts';
import { rangeOf } from '../../config/servers/open-document.ts';
import { endOf, memberSpan } from '../../config/text/json.ts';
import { commaAfter } from '../../fixes/members.ts';
import { code } from '../markdown.ts';
import { type DocumentContext, statesOf } from '../server-status.ts';
import { keyProposals } from './completion-keys.ts';
import {
  type Commas,
  emptyFile,
  escapeSnippet,
  indented,
  type Proposal,
  proposal,
  withoutTabStops,
} from './completion-snippets.ts';
import { argumentsFor, type ItemProposal, valueProposals, variablesAt } from './completion-values.ts';

const { Reference, Snippet } = CompletionItemKind;

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
  if (cursor.role === 'key') return keyProposals(context, cursor, commas);
  if (cursor.role === 'item') {
    const items =
      cursor.around.kind === 'arguments'
        ? argumentsFor(cursor.around, cursor.replace.offset)
        : listItems(context, cursor);
    return items.map((item) => itemProposal(cursor, item, commas));
  }
  return valueProposals(context, cursor).map((offered) => ({ ...offered, snippet: offered.snippet + commas.after }));
}

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
  return { ...proposal(cursor, json, item.kind, item.markdown, escapeSnippet(json) + after), ...before };
}

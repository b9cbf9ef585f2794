/** Completes keys: new servers, properties that are still missing, environment variables, and headers. */
import { CompletionItemKind } from 'vscode-languageserver';
import type { FieldInfo } from '../../config/format/field.ts';
import { fieldOf, fieldSet } from '../../config/format/format.ts';
import type { CursorContext, Surroundings } from '../../config/servers/cursor-context.ts';
import { endOf, type Span } from '../../config/text/json.ts';
import { fieldMarkdown } from '../markdown.ts';
import type { DocumentContext } from '../server-status.ts';
import {
  type Commas,
  entrySnippet,
  escapeSnippet,
  keySnippet,
  newServers,
  type Proposal,
  proposal,
  typeSnippet,
} from './completion-snippets.ts';
import { headers, variablesForEnv } from './completion-values.ts';

const { Property, Snippet } = CompletionItemKind;

export function keyProposals(
  context: DocumentContext,
  cursor: CursorContext,
  { after, ...before }: Commas,
): readonly Proposal[] {
  const { text } = context.document.config;
  const withValue = cursor.member?.colon === undefined;
  const complete = (label: string, kind: Proposal['kind'], markdown: string, snippet: string): Proposal => ({
    ...proposal(cursor, label, kind, markdown, withValue ? snippet + after : escapeSnippet(JSON.stringify(label))),
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
    return variablesForEnv(context, around.node, cursor.node).map(({ name, markdown }) =>
      complete(name, Property, markdown, `${escapeSnippet(JSON.stringify(name))}: "${escapeSnippet(`\${${name}}`)}"`),
    );
  if (around.kind === 'map' && around.name === 'headers') {
    const written = new Set(
      around.node.members.flatMap(({ key }) => (key === cursor.node ? [] : [key.value.toLowerCase()])),
    );
    return headers
      .filter(({ name }) => !written.has(name.toLowerCase()))
      .map(({ name, markdown, values }) =>
        complete(name, Property, markdown(), `${escapeSnippet(JSON.stringify(name))}: "${values[0] ?? '$1'}"`),
      );
  }
  if (around.kind !== 'group') return [];
  const { group } = around;
  const present = (name: string) => group.fields.has(name) && cursor.member?.key.value !== name;
  return fieldsToOffer(around)
    .filter((info) => !present(info.name))
    .map((info) => {
      const untyped =
        (info.name === 'url' || (info.name === 'headers' && isUndecided(around))) && !group.fields.has('type');
      const snippet = info.name === 'type' && isUndecided(around) ? typeSnippet : keySnippet(info);
      return complete(
        info.name,
        Property,
        fieldMarkdown(info, group.place),
        untyped ? `"type": "http",\n${snippet}` : snippet,
      );
    });
}

/** Returns the fields of the group, and those of an address after `command` if nothing determines the transport of the server yet. */
function fieldsToOffer(around: GroupSurroundings): readonly FieldInfo[] {
  const { fields } = around.group.set;
  // Servers are needed more often than a schema.
  if (around.group.place === 'top')
    return fields.toSorted((one, other) => Number(other.name === 'mcpServers') - Number(one.name === 'mcpServers'));
  if (!isUndecided(around)) return fields;
  const address = ['url', 'headers'].flatMap((name) => fieldOf(fieldSet('http'), name) ?? []);
  return fields.flatMap((field) => (field.name === 'command' ? [field, ...address] : [field]));
}

type GroupSurroundings = Extract<Surroundings, { kind: 'group' }>;

/** True if nothing determines the transport of a server yet. */
function isUndecided({ group, entry }: GroupSurroundings): boolean {
  const ofProcess = ['command', 'args', 'env', 'cwd'].some((name) => group.fields.has(name));
  return group.place === 'server' && entry?.parsed?.choice === 'assumed' && !ofProcess;
}

/** Includes the quote if it is already typed. */
function filterFor(text: string, replace: Span, label: string): string {
  return text[replace.offset] === '"' && replace.length > 0 ? JSON.stringify(label) : label;
}

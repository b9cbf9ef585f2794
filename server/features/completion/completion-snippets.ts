/** Proposals and their snippets: the text that replaces what is typed, with tab stops. */
import * as l10n from '@vscode/l10n';
import type { CompletionItemKind } from 'vscode-languageserver';
import type { FieldInfo } from '../../config/format/field.ts';
import { fieldSet, transports } from '../../config/format/format.ts';
import type { CursorContext } from '../../config/servers/cursor-context.ts';
import { indentOfLine, indentStepOf } from '../../config/text/indentation.ts';
import type { Span } from '../../config/text/json.ts';

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

export type Commas = Pick<Proposal, 'comma'> & { readonly after: string };

export function proposal(
  { replace }: CursorContext,
  label: string,
  kind: Proposal['kind'],
  markdown: string,
  snippet: string,
): Proposal {
  return { label, kind, filter: label, markdown, snippet, replace };
}

/** Escapes text that is inserted unchanged. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** Converts a snippet for editors without snippet support: removes tab stops and keeps their default values. */
export function withoutTabStops(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|]*)(?:,[^|]*)?\|\}/g, '$1')
    .replace(/(?<!\\)\$\{\d+:((?:\\.|[^}\\])*)\}?/gs, '$1')
    .replace(/(?<!\\)\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');
}

/** Indents multiline text like the line at `offset`, in the file's indentation steps instead of tabs. */
export function indented(text: string, file: string, offset: number): string {
  if (!text.includes('\n')) return text;
  return text.replaceAll('\t', indentStepOf(file)).replaceAll('\n', `\n${indentOfLine(file, offset)}`);
}

/** Returns a snippet for the value of a field, in the right JSON type. */
export function valueSnippet(info: FieldInfo): string {
  if (info.values !== undefined) return `"\${1|${info.values.map(({ value }) => value).join(',')}|}"`;
  switch (info.type) {
    case 'boolean':
      return `\${1|${info.examples[0] === false ? 'false,true' : 'true,false'}|}`;
    case 'number':
    case 'integer':
      return `\${1:${info.examples[0]}}`;
    case 'array':
      return '["$1"]';
    case 'object':
      return info.holds === 'strings' ? '{ "$1": "$2" }' : '{ $1 }';
    default:
      return '"$1"';
  }
}

/** Returns a snippet for `"key": value`. */
export function keySnippet(info: FieldInfo): string {
  return `${escapeSnippet(JSON.stringify(info.name))}: ${valueSnippet(info)}`;
}

interface NewServer {
  readonly label: () => string;
  readonly markdown: () => string;
  /** The object, without the name. */
  readonly body: string;
}

/** Returns a snippet for an entry of `mcpServers`. @param name the name typed so far */
export function entrySnippet({ body }: NewServer, name: string): string {
  return `"\${1:${escapeSnippet(name === '' ? 'name' : name)}}": ${body}`;
}

/** `"type": …` for a server whose transport isn't known yet. */
export const typeSnippet = `"type": "\${1|${transports.join(',')}|}"`;

/** An entry of `mcpServers` for each transport, from the example in the schema. */
const byTransport: readonly NewServer[] = transports.map((transport) => {
  const { title, description, examples } = fieldSet(transport);
  const body = escapeSnippet(JSON.stringify(examples[0], null, '\t'));
  return { label: () => l10n.t(title), markdown: () => l10n.t(description), body: `${body}$0` };
});

/** Creates an entry for a common kind of server. Tab stops are written as «text». */
function common(label: () => string, markdown: () => string, server: object): NewServer {
  let place = 1;
  const body = escapeSnippet(JSON.stringify(server, null, '\t')).replace(
    /«([^«»]*)»/g,
    (_, text) => `\${${++place}:${text}}`,
  );
  return { label, markdown, body: `${body}$0` };
}

const http = { type: 'http', url: '«https://example.com/mcp»' };
// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how Oh My Pi's variables look
const bearer = 'Bearer ${«TOKEN»}';

/** Entries of `mcpServers`: one for each transport, then the common ways to start or reach a server. */
export const newServers: readonly NewServer[] = [
  ...byTransport,
  common(
    () => l10n.t('npx package (stdio)'),
    () => l10n.t('An npm package with a pinned version.'),
    { command: 'npx', args: ['-y', '«package»@«1.0.0»'] },
  ),
  common(
    () => l10n.t('uvx package (stdio)'),
    () => l10n.t('A PyPI package with a pinned version.'),
    { command: 'uvx', args: ['«package»==«1.0.0»'] },
  ),
  common(
    () => l10n.t('docker image (stdio)'),
    () => l10n.t('A container that is removed when the server stops.'),
    { command: 'docker', args: ['run', '-i', '--rm', '«image»:«1.0.0»'] },
  ),
  common(
    () => l10n.t('node script (stdio)'),
    () => l10n.t('A script in this project, run with Node.js.'),
    { command: 'node', args: ['«server.js»'] },
  ),
  common(
    () => l10n.t('python script (stdio)'),
    () => l10n.t('A script in this project, run with Python.'),
    { command: 'python', args: ['«server.py»'] },
  ),
  common(
    () => l10n.t('http with bearer token'),
    () => l10n.t('An HTTP server with a token from an environment variable.'),
    { ...http, headers: { Authorization: bearer } },
  ),
  common(
    () => l10n.t('http with OAuth'),
    () => l10n.t('An HTTP server that requires sign-in with OAuth.'),
    { ...http, oauth: { clientId: '«client»', scope: '«read»' } },
  ),
];

export const emptyFile = '{\n\t"mcpServers": {\n\t\t$0\n\t\\}\n\\}';

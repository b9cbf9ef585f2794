/** What completion inserts, in the snippet syntax of LSP (`$1` is where the cursor goes first, `$0` where it ends). */
import * as l10n from '@vscode/l10n';
import type { FieldInfo } from '../config/field.ts';
import { fieldSet, transports } from '../config/format.ts';

/** Text that is to be inserted as it is. */
export function plain(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** The same snippet for an editor without snippets: no places to jump to, their suggestions stay. */
export function withoutPlaces(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
    .replace(/(?<!\\)\$\{\d+:((?:\\.|[^}\\])*)\}/g, '$1')
    .replace(/(?<!\\)\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');
}

/** Text of several lines with the indentation of the line at `offset`, in the file's own steps instead of tabs. */
export function indented(text: string, file: string, offset: number): string {
  if (!text.includes('\n')) return text;
  const line = file.slice(file.lastIndexOf('\n', offset - 1) + 1, offset);
  const base = /^[ \t]*/.exec(line)?.[0] ?? '';
  const step = /\n([ \t]+)\S/.exec(file)?.[1] ?? '  ';
  return text.replaceAll('\t', step).replaceAll('\n', `\n${base}`);
}

/** The value of a field in its right shape, ready to be filled in. */
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

/** `"key": value` */
export function keySnippet(info: FieldInfo): string {
  return `${plain(JSON.stringify(info.name))}: ${valueSnippet(info)}`;
}

interface NewServer {
  readonly label: () => string;
  readonly markdown: () => string;
  /** The object, without the name. */
  readonly body: string;
}

/** A whole entry of `mcpServers`. @param name what is typed already */
export function entrySnippet({ body }: NewServer, name: string): string {
  return `"\${1:${plain(name === '' ? 'name' : name)}}": ${body}`;
}

/** `"type": …` of a server of which nothing is known yet. */
export const typeSnippet = `"type": "\${1|${transports.join(',')}|}"`;

/** A whole entry of `mcpServers` for each transport, made from the schema's example of it. */
const byTransport: readonly NewServer[] = transports.map((transport) => {
  const { title, description, examples } = fieldSet(transport);
  const body = plain(JSON.stringify(examples[0], null, '\t'));
  return { label: () => l10n.t(title), markdown: () => l10n.t(description), body: `${body}$0` };
});

/** One of a kind that is met often. The places are written as «text». */
function common(label: () => string, markdown: () => string, server: object): NewServer {
  let place = 1;
  const body = plain(JSON.stringify(server, null, '\t')).replace(/«(.*?)»/g, (_, text) => `\${${++place}:${text}}`);
  return { label, markdown, body: `${body}$0` };
}

const http = { type: 'http', url: '«https://example.com/mcp»' };
// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
const bearer = 'Bearer ${«TOKEN»}';

/** Whole entries of `mcpServers`: one for each transport, then the common ways to start or reach a server. */
export const newServers: readonly NewServer[] = [
  ...byTransport,
  common(
    () => l10n.t('npx package (stdio)'),
    () => l10n.t('An npm package with a pinned version.'),
    {
      command: 'npx',
      args: ['-y', '«package»@«1.0.0»'],
    },
  ),
  common(
    () => l10n.t('uvx package (stdio)'),
    () => l10n.t('A PyPI package with a pinned version.'),
    {
      command: 'uvx',
      args: ['«package»==«1.0.0»'],
    },
  ),
  common(
    () => l10n.t('docker image (stdio)'),
    () => l10n.t('A container that is removed when the server stops.'),
    {
      command: 'docker',
      args: ['run', '-i', '--rm', '«image»:«1.0.0»'],
    },
  ),
  common(
    () => l10n.t('node script (stdio)'),
    () => l10n.t('A script in this project, run with Node.js.'),
    {
      command: 'node',
      args: ['«server.js»'],
    },
  ),
  common(
    () => l10n.t('python script (stdio)'),
    () => l10n.t('A script in this project, run with Python.'),
    {
      command: 'python',
      args: ['«server.py»'],
    },
  ),
  common(
    () => l10n.t('http with bearer token'),
    () => l10n.t('An HTTP server with a token from an environment variable.'),
    {
      ...http,
      headers: { Authorization: bearer },
    },
  ),
  common(
    () => l10n.t('http with OAuth'),
    () => l10n.t('An HTTP server that requires sign-in with OAuth.'),
    {
      ...http,
      oauth: { clientId: '«client»', scope: '«read»' },
    },
  ),
];

export const emptyFile = '{\n\t"mcpServers": {\n\t\t$0\n\t\\}\n\\}';

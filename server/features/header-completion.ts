/** Names and values of HTTP headers that tool servers commonly require. */
import * as l10n from '@vscode/l10n';

export interface HeaderInfo {
  readonly name: string;
  readonly markdown: () => string;
  /** Snippets of the value, without quotes. */
  readonly values: readonly string[];
}

const variable = (name: string): string => `\\\${\${1:${name}}\\}`;

/** Common headers, the most frequent first. */
export const headers: readonly HeaderInfo[] = [
  {
    name: 'Authorization',
    markdown: () => l10n.t('Credentials of the client. Keep the secret in an environment variable.'),
    values: [`Bearer ${variable('TOKEN')}`, `Basic ${variable('CREDENTIALS')}`],
  },
  {
    name: 'X-API-Key',
    markdown: () => l10n.t('An API key, for servers that expect it in this header.'),
    values: [variable('API_KEY')],
  },
  {
    name: 'Accept',
    markdown: () => l10n.t('The media types that are accepted in responses.'),
    values: ['application/json, text/event-stream'],
  },
  { name: 'Content-Type', markdown: () => l10n.t('The media type of the request body.'), values: ['application/json'] },
  { name: 'User-Agent', markdown: () => l10n.t('The name of the client, for the logs of the server.'), values: ['$1'] },
];

/** Finds a header by name, ignoring case. */
export function headerInfo(name: string): HeaderInfo | undefined {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
}

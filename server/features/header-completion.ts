/** Names and values of HTTP headers that tool servers ask for. */

export interface HeaderInfo {
  readonly name: string;
  readonly markdown: string;
  /** Snippets of the value, without quotes. */
  readonly values: readonly string[];
}

const variable = (name: string): string => `\\\${\${1:${name}}\\}`;

/** The common ones, the most wanted first. */
export const headers: readonly HeaderInfo[] = [
  {
    name: 'Authorization',
    markdown: 'Who asks. The secret itself belongs into an environment variable.',
    values: [`Bearer ${variable('TOKEN')}`, `Basic ${variable('CREDENTIALS')}`],
  },
  {
    name: 'X-API-Key',
    markdown: 'A key, where the server wants it in a header of its own.',
    values: [variable('API_KEY')],
  },
  {
    name: 'Accept',
    markdown: 'The kinds of answers that are understood.',
    values: ['application/json, text/event-stream'],
  },
  { name: 'Content-Type', markdown: 'The kind of what is sent.', values: ['application/json'] },
  { name: 'User-Agent', markdown: 'Who asks, for the logs of the server.', values: ['$1'] },
];

/** The header of a name, in any case. */
export function headerInfo(name: string): HeaderInfo | undefined {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
}

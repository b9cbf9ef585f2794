/** A server of the agent's format as another tool has it; what that tool has no word for becomes a remark. */
import { type TargetFormat, targetNames } from '../../common/conversion.ts';
import { isCommandValue } from '../../common/variables.ts';
import { transportOfAddress } from '../config/transport.ts';
import type { Remarks } from './remarks.ts';
import type { PortableServer } from './server.ts';
import { quoteWord } from './shell.ts';
import { isList, isMap, mapOf, textOf, type Value, type ValueMap } from './value.ts';
import { fromOwn } from './variables.ts';

/** The entry of a server in a file of the target. */
export function writeServer(server: PortableServer, to: Exclude<TargetFormat, 'command'>, remarks: Remarks): ValueMap {
  return to === 'agent' ? server.fields : new Writer(server, to, remarks).entry();
}

/** In quotes they are text to a shell, and still orders to the terminal that a line is pasted into. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const controlCharacter = /[\0-\x1f\x7f-\x9f]/;

/**
 * A line for a terminal that adds the server to Claude Code; undefined, with a remark, where a terminal would act on it.
 * @param scope where Claude Code keeps it; absent: as it sees fit
 */
export function writeCommand(server: PortableServer, remarks: Remarks, scope?: 'project' | 'user'): string | undefined {
  const { name, transport, at } = server;
  const entry = new Writer(server, 'command', remarks).entry();
  const words = ['claude', 'mcp', 'add'];
  const strings = (field: string): readonly (readonly [string, string])[] => {
    const value = entry.get(field);
    return isMap(value) ? [...value].map(([key, item]) => [key, textOf(item) ?? ''] as const) : [];
  };
  const oauth = entry.get('oauth');
  for (const [field, option] of Object.entries({ clientId: '--client-id', callbackPort: '--callback-port' })) {
    const value = isMap(oauth) ? oauth.get(field) : undefined;
    if (value !== undefined) words.push(option, String(value));
  }
  if (scope !== undefined) words.push('--scope', scope);
  // The name must not follow a variable: one `--env` takes as many as come.
  for (const [key, value] of strings('env')) words.push('--env', `${key}=${value}`);
  words.push('--transport', transport, name);
  if (transport === 'stdio') {
    const args = entry.get('args');
    words.push('--', ...[entry.get('command'), ...(isList(args) ? args : [])].map((word) => textOf(word) ?? ''));
  } else words.push(textOf(entry.get('url')) ?? '');
  for (const [key, value] of strings('headers')) words.push('--header', `${key}: ${value}`);
  if (!words.some((word) => controlCharacter.test(word))) return words.map(quoteWord).join(' ');
  remarks.add(
    'skipped',
    { server: name, at },
    'The entry contains control characters, which are unsafe in a terminal.',
  );
  return undefined;
}

class Writer {
  readonly #server: PortableServer;
  readonly #to: Exclude<TargetFormat, 'agent'>;
  readonly #remarks: Remarks;
  readonly #tool: string;

  constructor(server: PortableServer, to: Exclude<TargetFormat, 'agent'>, remarks: Remarks) {
    this.#server = server;
    this.#to = to;
    this.#remarks = remarks;
    this.#tool = to === 'command' ? targetNames['claude-code'] : targetNames[to];
  }

  entry(): ValueMap {
    const { transport, fields } = this.#server;
    const given = (name: string): Value | undefined => fields.get(name);
    const claude = this.#to === 'claude-code' || this.#to === 'command';
    const endpoint = transport !== 'stdio';
    const oauth = endpoint ? this.#oauth(given('oauth')) : undefined;
    const entry = mapOf([
      ['type', this.#type()],
      ['command', this.#texts(given('command'), 'command')],
      ['args', this.#texts(given('args'), 'args')],
      ['env', this.#texts(given('env'), 'env')],
      ['cwd', this.#to === 'vscode' ? this.#texts(given('cwd'), 'cwd') : undefined],
      ['url', this.#texts(given('url'), 'url')],
      ['headers', this.#texts(given('headers'), 'headers')],
      [claude ? 'oauth' : 'auth', oauth],
    ]);
    for (const [name, value] of fields) {
      const usual = (name === 'requestIdFormat' && value === 'number') || (isSwitch(name) && value === true);
      const known = entry.has(name) || name === 'type' || (name === 'oauth' && endpoint);
      if (name === 'auth' || (!known && !usual)) this.#lose(name, this.#reason(name));
    }
    return entry;
  }

  #type(): string | undefined {
    const { transport, fields } = this.#server;
    if (this.#to === 'vscode') return transport;
    if (transport === 'stdio') return undefined;
    if (this.#to !== 'cursor') return transport;
    // Cursor finds the transport out by itself.
    const guess = transportOfAddress(textOf(fields.get('url')));
    if (guess !== transport) this.#lose('type', `Cursor infers the transport from the URL and would use ${guess}.`);
    return undefined;
  }

  #reason(name: string): string {
    if (name === 'enabled') return `${this.#tool} can't disable a server in its file. The server will be enabled.`;
    return `${this.#tool} has no such setting.`;
  }

  /** Only the fields of a fixed client; the tools find the rest out by themselves. */
  #oauth(value: Value | undefined): Value | undefined {
    if (!isMap(value)) return undefined;
    const names = oauthNames[this.#to];
    const client = new Map<string, Value>();
    for (const [field, item] of value) {
      const name = Object.hasOwn(names, field) ? names[field] : undefined;
      const text = this.#texts(item, `oauth.${field}`);
      if (name === undefined || text === undefined) this.#lose(`oauth.${field}`, this.#reason(field));
      else client.set(name, name === 'scopes' ? (textOf(text) ?? '').split(' ') : text);
    }
    const useless = this.#to === 'cursor' && !client.has('CLIENT_ID');
    if (useless)
      for (const field of value.keys()) this.#lose(`oauth.${field}`, 'Cursor requires a client ID with this setting.');
    return client.size === 0 || useless ? undefined : client;
  }

  /** Strings with their variables as the target writes them. */
  #texts(value: Value | undefined, path: string): Value | undefined {
    if (typeof value === 'string') {
      const { text, notes } = fromOwn(value, this.#to);
      for (const note of notes) this.#remarks.add('changed', this.#subject(path), note);
      return text;
    }
    if (isList(value)) return value.map((item, index) => this.#texts(item, `${path}[${index}]`) ?? '');
    if (!isMap(value)) return value;
    const map = new Map<string, Value>();
    for (const [key, item] of value) {
      if (typeof item === 'string' && isCommandValue(item))
        this.#lose(
          `${path}.${key}`,
          `Oh My Pi runs this value as a command, but ${this.#tool} would treat it as plain text.`,
        );
      else map.set(key, this.#texts(item, `${path}.${key}`) ?? '');
    }
    return map;
  }

  #lose(path: string, reason: string): void {
    this.#remarks.add('lost', this.#subject(path), reason);
  }

  #subject(field: string) {
    const { name, at } = this.#server;
    return { server: name, field, at };
  }
}

const isSwitch = (name: string): boolean => name === 'enabled' || name === 'instructions';

const fixedClient = { clientId: 'clientId', callbackPort: 'callbackPort' };
const oauthNames: Readonly<Record<Exclude<TargetFormat, 'agent'>, Readonly<Record<string, string>>>> = {
  vscode: {},
  cursor: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET', scope: 'scopes' },
  'claude-code': fixedClient,
  command: fixedClient,
};

/** Converts a server from Oh My Pi's format to another tool's. Values that the tool doesn't support get a remark. */
import * as l10n from '@vscode/l10n';
import { type TargetFormat, targetNames } from '../../../common/generated/targets.ts';
import { lookUp } from '../../../common/guards.ts';
import type { Remark } from '../../../common/messages/conversion.ts';
import { isCommandValue } from '../../../common/variables.ts';
import { transportOfAddress } from '../../config/servers/choose-transport.ts';
import { quoteWord } from '../../config/shell-words.ts';
import { commandTarget, targetOf, variablesOfTool } from '../../tools/find-tool.ts';
import type { EnvironmentForm, OAuthForm, TargetTraits } from '../../tools/target-format.ts';
import type { VariableFacts } from '../../tools/variable-facts.ts';
import type { Remarks } from '../remarks.ts';
import { commandWords, isList, isMap, mapOf, textOf, type Value, type ValueMap } from '../value.ts';
import { callbackNote } from './oauth-keys.ts';
import type { PortableServer } from './read-server.ts';
import { fromOwn } from './variable-conversion.ts';

/** Returns the entry of a server for a file of the target. */
export function writeServer(server: PortableServer, to: Exclude<TargetFormat, 'command'>, remarks: Remarks): ValueMap {
  const target = targetOf(to);
  return target === undefined ? server.fields : new Writer(server, target, to, remarks).entry();
}

/** A shell treats quoted control characters as text, but the terminal that a line is pasted into acts on them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const controlCharacter = /[\0-\x1f\x7f-\x9f]/;

/**
 * Returns a command line that adds the server to Claude Code; undefined, with a remark, if it has control characters.
 * @param name its name in Claude Code, which must not be reserved
 * @param scope where Claude Code stores it; absent for Claude Code's default
 */
export function writeCommand(
  server: PortableServer,
  name: string,
  remarks: Remarks,
  scope?: 'project' | 'user',
): string | undefined {
  const { label, transport, at } = server;
  const entry = new Writer(server, commandTarget(), 'command', remarks).entry();
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
  // The name must not follow a variable, because `--env` accepts several.
  for (const [key, value] of strings('env')) words.push('--env', `${key}=${value}`);
  words.push('--transport', transport, name);
  if (transport === 'stdio') {
    words.push('--', ...commandWords(entry.get('command'), entry.get('args')));
  } else words.push(textOf(entry.get('url')) ?? '');
  for (const [key, value] of strings('headers')) words.push('--header', `${key}: ${value}`);
  if (!words.some((word) => controlCharacter.test(word))) return words.map(quoteWord).join(' ');
  remarks.add(
    'skipped',
    { server: label, at },
    l10n.t('The entry contains control characters, which are unsafe in a terminal.'),
  );
  return undefined;
}

/**
 * Separates values of `env` or `headers` that are a single environment variable, if the tool has properties for them.
 * @returns the remaining value, and these properties
 */
function splitEnvironment(field: string, value: Value, form: EnvironmentForm | undefined) {
  if (form === undefined || !isMap(value) || (field !== 'env' && field !== 'headers')) return [value, []] as const;
  const rest = new Map<string, Value>();
  const list: string[] = [];
  const map = new Map<string, Value>();
  let bearer: string | undefined;
  for (const [key, item] of value) {
    // An empty default has the same effect as omitting the entry.
    const [, scheme, variable, fallback] = /^(Bearer )?\$\{([^${}:]+)(:-)?\}$/.exec(textOf(item) ?? '') ?? [];
    if (variable === undefined) rest.set(key, item);
    else if (field === 'env' && scheme === undefined && variable === key) list.push(variable);
    else if (field === 'headers' && scheme === undefined) map.set(key, variable);
    else if (field === 'headers' && key.toLowerCase() === 'authorization' && fallback === undefined) bearer = variable;
    else rest.set(key, item);
  }
  const named = mapOf([
    [form.env, list.length === 0 ? undefined : list],
    [form.headers, map.size === 0 ? undefined : map],
    [form.bearer, bearer],
  ]);
  return [rest.size === 0 && named.size > 0 ? undefined : rest, named] as const;
}

class Writer {
  readonly #server: PortableServer;
  readonly #target: TargetTraits;
  readonly #variables: VariableFacts;
  readonly #remarks: Remarks;
  readonly #tool: string;

  constructor(server: PortableServer, target: TargetTraits, to: TargetFormat, remarks: Remarks) {
    this.#server = server;
    this.#target = target;
    this.#variables = variablesOfTool(to);
    this.#tool = targetNames[to === 'command' ? 'claude-code' : to];
    this.#remarks = remarks;
  }

  entry(): ValueMap {
    const { transport, fields } = this.#server;
    const { keys, types, commandList, requiresArgs, oauth, timeout, fromEnvironment } = this.#target;
    const entry = new Map<string, Value>();
    const put = (key: string | undefined, value: Value | undefined): void => {
      if (key !== undefined && value !== undefined) entry.set(key, value);
    };
    this.#reportTransportLoss();
    put('type', types[transport]);
    for (const [field, value] of fields) {
      if (field === 'type') continue;
      const key = lookUp(keys, field);
      if (field === 'timeout') put(timeout?.key ?? field, this.#timeout(value));
      else if (field === 'enabled') put('enabled', this.#enabled(value));
      else if (field === 'oauth' && oauth !== undefined && transport !== 'stdio') {
        put(oauth.key, this.#oauth(value, oauth));
        put(oauth.scopeBeside, this.#scopes(value, oauth));
      } else if (key === undefined) this.#loseField(field, value);
      else {
        const [rest, named] = splitEnvironment(field, value, fromEnvironment);
        put(key, this.#texts(rest, field));
        if (field === 'command' && requiresArgs === true) put('args', []);
        for (const [name, item] of named) put(name, item);
      }
    }
    const [command, args] = [entry.get('command'), entry.get('args')];
    if (commandList === true && command !== undefined) {
      entry.set('command', [command, ...(isList(args) ? args : [])]);
      entry.delete('args');
    }
    return entry;
  }

  #reportTransportLoss(): void {
    const { transport, fields } = this.#server;
    const { untyped, types } = this.#target;
    if (transport === 'stdio' || untyped === undefined) return;
    if (untyped === 'http' && transport === 'sse')
      this.#lose('type', l10n.t("{0} doesn't support the sse transport and would use http.", this.#tool));
    // The tool infers the transport from the URL.
    const guess = transportOfAddress(textOf(fields.get('url')));
    const isStated = types[transport] !== undefined && types.http !== types.sse;
    if (untyped === 'address' && guess !== transport && !isStated)
      this.#lose('type', l10n.t('{0} infers the transport from the URL and would use {1}.', this.#tool, guess));
  }

  #timeout(value: Value): Value | undefined {
    const { timeout } = this.#target;
    if (timeout === undefined || typeof value !== 'number') return this.#loseField('timeout', value);
    const exact = timeout.unit === 's' ? value / 1000 : value;
    const amount = timeout.fractions === true ? exact : Math.ceil(exact);
    if (amount < timeout.least)
      return this.#lose('timeout', l10n.t('{0} ignores a timeout of {1} ms.', this.#tool, value));
    if (amount !== exact)
      this.#note('changed', 'timeout', l10n.t('Rounded up to {0} s: {1} uses whole seconds.', amount, this.#tool));
    return amount;
  }

  #enabled(value: Value): Value | undefined {
    if (this.#target.enabled === true) return value;
    if (value === false && this.#target.excluded === undefined)
      this.#lose('enabled', l10n.t("{0} can't disable a server in its file. The server will be enabled.", this.#tool));
    return undefined;
  }

  /** Converts only the fields of a fixed client; the tools discover the rest. */
  #oauth(value: Value, { names, scopeList, scopeBeside, fixed = {}, needsClient }: OAuthForm): Value | undefined {
    if (!isMap(value)) return undefined;
    if (needsClient === true && !value.has('clientId')) {
      for (const field of value.keys())
        this.#lose(`oauth.${field}`, l10n.t('{0} requires a client ID with this setting.', this.#tool));
      return undefined;
    }
    const client = new Map<string, Value>();
    for (const [field, item] of value) {
      if (field === 'scope' && scopeBeside !== undefined) continue;
      const name = lookUp(names, field);
      const text = name === undefined ? undefined : this.#texts(item, `oauth.${field}`);
      if (name === 'callback_url') this.#note('changed', `oauth.${field}`, callbackNote());
      if (name === undefined || text === undefined) this.#loseField(`oauth.${field}`, item);
      else client.set(name, field === 'scope' && scopeList === true ? (textOf(text) ?? '').split(' ') : text);
    }
    return client.size === 0 ? undefined : new Map([...Object.entries(fixed), ...client]);
  }

  #scopes(value: Value, { scopeBeside }: OAuthForm): Value | undefined {
    const scope = isMap(value) && scopeBeside !== undefined ? textOf(value.get('scope')) : undefined;
    return scope === undefined ? undefined : textOf(this.#texts(scope, 'oauth.scope'))?.split(' ');
  }

  /** Converts the variables in all strings of a value to the target's syntax. */
  #texts(value: Value | undefined, path: string): Value | undefined {
    if (typeof value === 'string') {
      if (this.#server.keepsVariables === true) return value;
      return fromOwn(value, this.#variables, this.#tool, (reason) => this.#note('changed', path, reason));
    }
    if (isList(value)) return value.map((item, index) => this.#texts(item, `${path}[${index}]`) ?? '');
    if (!isMap(value)) return value;
    const map = new Map<string, Value>();
    for (const [key, item] of value) {
      if (typeof item === 'string' && isCommandValue(item))
        this.#lose(
          `${path}.${key}`,
          l10n.t('Oh My Pi runs this value as a command, but {0} would treat it as plain text.', this.#tool),
        );
      else map.set(key, this.#texts(item, `${path}.${key}`) ?? '');
    }
    return map;
  }

  /** Adds a remark, except for a value that is the default. */
  #loseField(field: string, value: Value): undefined {
    const usual = (field === 'requestIdFormat' && value === 'number') || (field === 'instructions' && value === true);
    if (!usual) this.#lose(field, l10n.t('{0} has no such setting.', this.#tool));
  }

  #lose(path: string, reason: string): undefined {
    this.#note('lost', path, reason);
  }

  #note(kind: Remark['kind'], field: string, reason: string): void {
    const { label, at } = this.#server;
    this.#remarks.add(kind, { server: label, field, at }, reason);
  }
}

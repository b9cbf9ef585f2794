/** Converts the value of a tool's key to a field of the agent's format, or to a remark. */
import * as l10n from '@vscode/l10n';
import { own } from '../../common/guards.ts';
import { milliseconds } from '../fixes/values.ts';
import type { ServerDraft } from './draft.ts';
import { isList, isMap, mapOf, numberOf, textOf, type Value, type ValueMap } from './value.ts';

/** Converts the value of a key and adds it to the draft. */
export type KeyConverter = (draft: ServerDraft, value: Value, key: string) => void;

export const renameTo =
  (field: string): KeyConverter =>
  (draft, value, key) =>
    draft.put(field, value, key);

export const timeoutInSeconds: KeyConverter = (draft, value, key) => {
  const number = numberOf(value);
  const amount = number === undefined ? (textOf(value) ?? '') : `${number}s`;
  const time = milliseconds(/[a-z]\s*$/i.test(amount) ? amount : `${amount}s`);
  if (time === undefined) draft.lose(key, l10n.t('Invalid value. Expected a number of seconds.'));
  else draft.put('timeout', time, key);
};

/** For timeouts that apply while the server starts: the agent's only timeout is for requests. */
export const startup: KeyConverter = (draft, _value, key) =>
  draft.lose(key, l10n.t('The target format has only one timeout, for requests.'));

/** Converts a timeout of OpenCode: a number, or an object with `startup` and `request`. */
export const timeouts: KeyConverter = (draft, value, key) => {
  if (!isMap(value)) return draft.put('timeout', value, key);
  for (const [name, item] of value) {
    if (name === 'request') draft.put('timeout', item, `${key}.${name}`);
    else if (name === 'startup') startup(draft, item, `${key}.${name}`);
    else draft.lose(`${key}.${name}`, reasons.unknown());
  }
};

export const address: KeyConverter = (draft, value, key) => {
  draft.put('url', value, key);
  const isUsed = draft.keyOf('url') === key;
  if (isUsed && key === 'httpUrl' && !draft.sourceMembers.has('type')) draft.put('type', 'http', key);
};

/** For a field that the tool ignores if an entry also has another key. */
export const after =
  (other: string, convert: KeyConverter): KeyConverter =>
  (draft, value, key) => {
    const first = draft.sourceMembers.get(other)?.value;
    if (first !== undefined && first !== null) convert(draft, first, other);
    draft.put(key, value, key);
  };

/** Converts a command. OpenCode uses a list; older versions of Zed use an object with a path. */
export const command: KeyConverter = (draft, value, key) => {
  if (isList(value)) {
    const [program, ...args] = value;
    if (program !== undefined) draft.put('command', program, key);
    if (args.length > 0) draft.put('args', args, key);
  } else if (isMap(value)) {
    for (const [inner, item] of value) {
      const field = inner === 'path' ? 'command' : inner;
      if (['command', 'args', 'env'].includes(field)) draft.put(field, item, key);
      else draft.lose(`${key}.${inner}`, reasons.unknown());
    }
  } else draft.put('command', value, key);
};

/** Converts the transport. In Cline, it can be an object with the connection properties. */
export const transport: KeyConverter = (draft, value, key) => {
  if (!isMap(value)) return draft.put('type', value, key);
  for (const [inner, item] of value) {
    if (['type', 'command', 'args', 'env', 'cwd', 'url', 'headers'].includes(inner))
      draft.put(inner, item, `${key}.${inner}`);
    else draft.lose(`${key}.${inner}`, reasons.unknown());
  }
};

export const disabled: KeyConverter = (draft, value, key) => {
  if (typeof value !== 'boolean') draft.lose(key, l10n.t('Invalid value. Expected true or false.'));
  else if (value || draft.sourceMembers.has('enabled')) draft.put('enabled', !value, key);
};

/** Returns a reference to a variable in the agent's syntax. */
const variable = (draft: ServerDraft, name: Value): Value =>
  typeof name === 'string' ? draft.inOwnForm(`\${${name}}`) : name;

export const headers: KeyConverter = (draft, value, key) =>
  isMap(value) ? draft.add('headers', value, key) : draft.put('headers', value, key);

export const headersFromVariables: KeyConverter = (draft, value, key) =>
  isMap(value)
    ? draft.add('headers', new Map([...value].map(([name, item]) => [name, variable(draft, item)])), key)
    : draft.lose(key, reasons.unknown());

export const bearerFromVariable: KeyConverter = (draft, value, key) => {
  const name = textOf(value);
  if (name === undefined) draft.lose(key, l10n.t('Invalid value. Expected the name of a variable.'));
  else draft.add('headers', [['Authorization', draft.inOwnForm(`Bearer \${${name}}`)]], key, () => key);
};

/** Converts names of variables that are passed on if set, or objects that also specify the source. */
export const inheritedVariables: KeyConverter = (draft, value, key) => {
  if (!isList(value)) return draft.lose(key, l10n.t('Invalid value. Expected an array.'));
  for (const [index, item] of value.entries()) {
    const path = `${key}[${index}]`;
    const name = textOf(isMap(item) ? item.get('name') : item);
    if (name === undefined) {
      draft.lose(path, l10n.t('Invalid value. Expected the name of a variable.'));
      continue;
    }
    // The agent omits empty values.
    draft.add('env', [[name, draft.inOwnForm(`\${${name}:-}`)]], key, () => path);
    const source = isMap(item) ? item.get('source') : undefined;
    if (source !== undefined && source !== 'local')
      draft.change(path, l10n.t('Oh My Pi reads {0} from its own environment only.', name));
  }
};

const clientNames: Readonly<Record<string, string>> = {
  CLIENT_ID: 'clientId',
  CLIENT_SECRET: 'clientSecret',
  client_id: 'clientId',
  client_secret: 'clientSecret',
  callback_port: 'callbackPort',
  redirect_uri: 'redirectUri',
  scopes: 'scope',
};

export const oauth: KeyConverter = (draft, value, key) => {
  if (value === false) return draft.lose(key, l10n.t("OAuth can't be turned off in the target format."));
  if (!isMap(value)) return draft.put('oauth', value, key);
  const known = new Map<string, Value>();
  const paths = new Map<string, string>();
  for (const [clientKey, item] of value) {
    const name = own(clientNames, clientKey) ?? clientKey;
    const path = `${key}.${clientKey}`;
    if (!paths.has(name)) paths.set(name, path);
    if (name !== clientKey && value.has(name)) draft.lose(path, l10n.t('Conflicts with "{0}".', name));
    else if (name === 'scope') known.set('scope', isList(item) ? item.join(' ') : item);
    else if (name === 'enabled') {
      if (item === false) draft.lose(path, l10n.t("OAuth can't be turned off in the target format."));
    } else if (!oauthFields.has(name)) draft.lose(path, reasons.unknown());
    else known.set(name, item);
  }
  if (known.size > 0) draft.add('oauth', known, key, (name) => paths.get(name) ?? key);
};

const oauthFields: ReadonlySet<string> = new Set([
  ...['clientId', 'clientSecret', 'scope', 'redirectUri', 'callbackPort', 'callbackPath', 'prompt'],
]);

/** Converts `auth`, under which Cursor has a fixed OAuth client, with keys in upper case. */
export const auth: KeyConverter = (draft, value, key) =>
  isMap(value) && value.has('CLIENT_ID') ? oauth(draft, value, key) : draft.put('auth', value, key);

/** Converts a field of the OAuth client that is a property of the server. */
export const oauthField =
  (field: string): KeyConverter =>
  (draft, value, key) =>
    draft.add('oauth', [[field, value]], key, () => key);

export const scopes: KeyConverter = (draft, value, key) => {
  const words = isList(value) ? value.flatMap((word) => textOf(word) ?? []) : [];
  if (words.length > 0) draft.add('oauth', [['scope', words.join(' ')]], key, () => key);
  else if (!isList(value)) draft.lose(key, l10n.t('Invalid value. Expected an array.'));
};

export const resource: KeyConverter = (draft, value, key) => {
  const known: ValueMap = mapOf([
    ['type', 'oauth'],
    ['resource', value],
  ]);
  draft.put('auth', known, key);
};

/** Converts Continue's object for HTTP options. */
export const requestOptions: KeyConverter = (draft, value, key) => {
  if (!isMap(value)) return draft.lose(key, reasons.unknown());
  for (const [name, item] of value) {
    if (name === 'headers' && isMap(item)) draft.add('headers', item, `${key}.${name}`);
    else draft.lose(`${key}.${name}`, reasons.unknown());
  }
};

export const reasons = {
  unknown: () => l10n.t('The target format has no such setting.'),
  approval: () => l10n.t("Tool approval isn't converted. Configure it in the target tool."),
  tools: () => l10n.t("The target format can't select individual tools of a server."),
  envFile: () => l10n.t('Environment files aren\'t converted. List the variables in "env".'),
  helper: () => l10n.t('Header helpers aren\'t converted. List the headers in "headers".'),
  notes: () => l10n.t("Notes aren't supported in the target format."),
  host: () => l10n.t('The setting applies only to the source tool.'),
} as const;

/** For keys without an equivalent in the agent's format. Values that can be omitted without effect aren't reported. */
export const unsupported =
  (why: keyof typeof reasons): KeyConverter =>
  (draft, value, key) => {
    if (!saysNothing(value)) draft.lose(key, reasons[why]());
  };

/** Keeps an environment file for a target that reads it too. */
export const envFile: KeyConverter = (draft, value, key) =>
  draft.context.target?.keys.envFile === undefined
    ? unsupported('envFile')(draft, value, key)
    : draft.put('envFile', value, key);

/** For lists of allowed tools: an empty list allows none, `["*"]` all. */
export const onlyTools: KeyConverter = (draft, value, key) => {
  const all = isList(value) && value.length === 1 && value[0] === '*';
  const none = isList(value) && value.length === 0;
  if (!all && (none || !saysNothing(value))) draft.lose(key, reasons.tools());
};

/** True for null, `false`, and an empty string, list, or object, which can be omitted without effect. */
function saysNothing(value: Value): boolean {
  if (value === null || value === false || value === '') return true;
  if (isMap(value)) return value.size === 0;
  return isList(value) && value.length === 0;
}

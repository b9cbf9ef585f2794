/** How the keys of all tools are converted: to fields of the agent's format, or to remarks. */
import * as l10n from '@vscode/l10n';
import { own } from '../../common/guards.ts';
import type { Dialect } from '../../common/tool-files.ts';
import { fieldOf, fieldSet } from '../config/format.ts';
import { milliseconds } from '../fixes/values.ts';
import type { ServerDraft } from './draft.ts';
import { traitsOf } from './traits.ts';
import { isList, isMap, mapOf, numberOf, textOf, type Value } from './value.ts';

/** Converts the value of a key and adds it to the draft. */
type KeyConverter = (draft: ServerDraft, value: Value, key: string) => void;

type Keys = Readonly<Record<string, KeyConverter>>;

/** Why a key isn't converted. */
const reasons = {
  unknown: () => l10n.t('The target format has no such setting.'),
  approval: () => l10n.t("Tool approval isn't converted. Configure it in the target tool."),
  tools: () => l10n.t("The target format can't select individual tools of a server."),
  envFile: () => l10n.t('Environment files aren\'t converted. List the variables in "env".'),
  helper: () => l10n.t('Header helpers aren\'t converted. List the headers in "headers".'),
  notes: () => l10n.t("Notes aren't supported in the target format."),
  host: () => l10n.t('The setting applies only to the source tool.'),
} as const;

/** For keys that aren't known. */
const unknown: KeyConverter = (draft, _value, key) => draft.lose(key, reasons.unknown());

/** Converts several keys in the same way. */
const each = (convert: KeyConverter, ...keys: readonly string[]): Keys =>
  Object.fromEntries(keys.map((key) => [key, convert]));

/** Converts the members of an object with `inner`, and any other value with `convert`. */
const objectOr =
  (convert: KeyConverter, inner: Keys): KeyConverter =>
  (draft, value, key) => {
    if (!isMap(value)) return convert(draft, value, key);
    for (const [name, item] of value) (own(inner, name) ?? unknown)(draft, item, `${key}.${name}`);
  };

const renameTo =
  (field: string): KeyConverter =>
  (draft, value, key) =>
    draft.put(field, value, key);

const timeoutInSeconds: KeyConverter = (draft, value, key) => {
  const number = numberOf(value);
  const amount = number === undefined ? (textOf(value) ?? '') : `${number}s`;
  const time = milliseconds(/[a-z]\s*$/i.test(amount) ? amount : `${amount}s`);
  if (time === undefined) draft.lose(key, l10n.t('Invalid value. Expected a number of seconds.'));
  else draft.put('timeout', time, key);
};

/** For files that Kiro could have written too, if only their shape tells the tool. */
const timeoutOfCline: KeyConverter = (draft, value, key) => {
  timeoutInSeconds(draft, value, key);
  if (draft.context.isGuess === true && numberOf(value) !== undefined)
    draft.change(key, l10n.t('Read as seconds, as in files of Cline. In files of Kiro, it would be milliseconds.'));
};

/** For timeouts that apply while the server starts: the agent's only timeout is for requests. */
const startup: KeyConverter = (draft, _value, key) =>
  draft.lose(key, l10n.t('The target format has only one timeout, for requests.'));

/** Converts a timeout of OpenCode: a number, or an object with `startup` and `request`. */
const timeouts = objectOr(renameTo('timeout'), { request: renameTo('timeout'), startup });

const address: KeyConverter = (draft, value, key) => {
  draft.put('url', value, key);
  const isUsed = draft.keyOf('url') === key;
  if (isUsed && key === 'httpUrl' && !draft.sourceMembers.has('type')) draft.put('type', 'http', key);
};

/** For a field that the tool ignores if an entry also has another key. */
const after =
  (other: string, convert: KeyConverter): KeyConverter =>
  (draft, value, key) => {
    const first = draft.sourceMembers.get(other)?.value;
    if (first !== undefined && first !== null) convert(draft, first, other);
    draft.put(key, value, key);
  };

/** Converts a command. OpenCode uses a list; older versions of Zed use an object with a path. */
const command: KeyConverter = (draft, value, key) => {
  if (isList(value)) {
    const [program, ...args] = value;
    if (program !== undefined) draft.put('command', program, key);
    if (args.length > 0) draft.put('args', args, key);
  } else if (isMap(value)) {
    for (const [inner, item] of value) {
      const field = inner === 'path' ? 'command' : inner;
      if (['command', 'args', 'env'].includes(field)) draft.put(field, item, key);
      else unknown(draft, item, `${key}.${inner}`);
    }
  } else draft.put('command', value, key);
};

/** Converts the transport. In Cline, it can be an object with the connection properties. */
const transport = objectOr(
  renameTo('type'),
  Object.fromEntries(
    ['type', 'command', 'args', 'env', 'cwd', 'url', 'headers'].map((field) => [field, renameTo(field)]),
  ),
);

const disabled: KeyConverter = (draft, value, key) => {
  if (typeof value !== 'boolean') draft.lose(key, l10n.t('Invalid value. Expected true or false.'));
  else if (value || draft.sourceMembers.has('enabled')) draft.put('enabled', !value, key);
};

/** Returns a variable that is passed on if set: the agent omits empty values. */
const optionalVariable = (draft: ServerDraft, name: Value): Value =>
  typeof name === 'string' ? draft.inOwnForm(`\${${name}:-}`) : name;

const headers: KeyConverter = (draft, value, key) =>
  isMap(value) ? draft.add('headers', value, key) : draft.put('headers', value, key);

const headersFromVariables: KeyConverter = (draft, value, key) =>
  isMap(value)
    ? draft.add('headers', new Map([...value].map(([name, item]) => [name, optionalVariable(draft, item)])), key)
    : unknown(draft, value, key);

const bearerFromVariable: KeyConverter = (draft, value, key) => {
  const name = textOf(value);
  if (name === undefined) draft.lose(key, l10n.t('Invalid value. Expected the name of a variable.'));
  else draft.add('headers', [['Authorization', draft.inOwnForm(`Bearer \${${name}}`)]], key, () => key);
};

/** Converts names of variables that are passed on if set, or objects that also specify the source. */
const inheritedVariables: KeyConverter = (draft, value, key) => {
  if (!isList(value)) return draft.lose(key, l10n.t('Invalid value. Expected an array.'));
  for (const [index, item] of value.entries()) {
    const path = `${key}[${index}]`;
    const name = textOf(isMap(item) ? item.get('name') : item);
    if (name === undefined) {
      draft.lose(path, l10n.t('Invalid value. Expected the name of a variable.'));
      continue;
    }
    draft.add('env', [[name, optionalVariable(draft, name)]], key, () => path);
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
  // Codex's name.
  callback_url: 'redirectUri',
  scopes: 'scope',
};

const oauth: KeyConverter = (draft, value, key) => {
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
    } else if (fieldOf(fieldSet('oauth'), name) === undefined) unknown(draft, item, path);
    else known.set(name, item);
  }
  if (known.size > 0) draft.add('oauth', known, key, (name) => paths.get(name) ?? key);
};

/** Converts `auth`, under which Cursor has a fixed OAuth client, with keys in upper case. */
const auth: KeyConverter = (draft, value, key) =>
  isMap(value) && value.has('CLIENT_ID') ? oauth(draft, value, key) : draft.put('auth', value, key);

/** Converts a field of the OAuth client that is a property of the server. */
const oauthField =
  (field: string): KeyConverter =>
  (draft, value, key) =>
    draft.add('oauth', [[field, value]], key, () => key);

const scopes: KeyConverter = (draft, value, key) => {
  const words = isList(value) ? value.flatMap((word) => textOf(word) ?? []) : [];
  if (words.length > 0) draft.add('oauth', [['scope', words.join(' ')]], key, () => key);
  else if (!isList(value)) draft.lose(key, l10n.t('Invalid value. Expected an array.'));
};

const resource: KeyConverter = (draft, value, key) =>
  draft.put('auth', mapOf(Object.entries({ type: 'oauth', resource: value })), key);

/** Converts the object for HTTP options of Continue, and of GitHub Copilot for JetBrains. */
const requestOptions = objectOr(unknown, {
  headers: (draft, value, key) => (isMap(value) ? headers : unknown)(draft, value, key),
});

/** For keys without an equivalent in the agent's format. Values that can be omitted without effect aren't reported. */
const unsupported =
  (why: keyof typeof reasons): KeyConverter =>
  (draft, value, key) => {
    if (!saysNothing(value)) draft.lose(key, reasons[why]());
  };

/** Keeps an environment file for a target that reads it too. */
const envFile: KeyConverter = (draft, value, key) =>
  draft.context.target?.keys.envFile === undefined
    ? unsupported('envFile')(draft, value, key)
    : draft.put('envFile', value, key);

/** For lists of allowed tools: an empty list allows none, `["*"]` all. */
const onlyTools: KeyConverter = (draft, value, key) => {
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

const ofAll: Keys = {
  transport,
  ...each(renameTo('type'), 'type', 'transportType'),
  command,
  ...each(address, 'url', 'serverUrl', 'httpUrl'),
  environment: renameTo('env'),
  env_vars: inheritedVariables,
  envFile,
  ...each(renameTo('timeout'), 'timeout_ms', 'timeoutMs'),
  tool_timeout_sec: timeoutInSeconds,
  ...each(startup, 'startup_timeout_ms', 'startup_timeout_sec', 'connectionTimeout'),
  http_headers: headers,
  env_http_headers: headersFromVariables,
  bearer_token_env_var: bearerFromVariable,
  requestOptions,
  disabled,
  auth,
  oauth,
  scopes,
  oauth_resource: resource,
  ...each(onlyTools, 'includeTools', 'enabled_tools', 'enabledTools', 'tools'),
  ...each(unsupported('tools'), 'excludeTools', 'disabled_tools', 'disabledTools'),
  ...each(unsupported('approval'), 'autoApprove', 'alwaysAllow', 'trust', 'default_tools_approval_mode'),
  headersHelper: unsupported('helper'),
  ...each(unsupported('host'), 'alwaysLoad', 'dev', 'sandbox', 'sandboxEnabled', 'gallery', 'settings', 'required'),
  ...each(unsupported('host'), 'supports_parallel_tool_calls', 'watchPaths'),
  ...each(unsupported('notes'), 'description', 'name', 'link', 'note', '_note', '_comment', '$comment', 'comment'),
};

/** For tools that have no `enabled`. */
const onlyDisabled: Keys = { enabled: after('disabled', disabled) };

/** Keys that mean something else in one tool than in the others. */
const ofDialect: Readonly<Partial<Record<Dialect, Keys>>> = {
  'amazon-q': onlyDisabled,
  antigravity: {
    clientId: oauthField('clientId'),
    clientSecret: oauthField('clientSecret'),
    enabled: (draft, _value, key) => draft.lose(key, l10n.t('Antigravity ignores this property. It uses "disabled".')),
  },
  codex: {
    auth: unsupported('host'),
    experimental_environment: unsupported('host'),
    http_headers_helper: unsupported('helper'),
  },
  copilot: { requestInit: requestOptions },
  cline: { ...onlyDisabled, timeout: timeoutOfCline, metadata: unsupported('notes') },
  crush: { ...onlyDisabled, timeout: timeoutInSeconds },
  gemini: { url: after('httpUrl', address) },
  goose: {
    cmd: renameTo('command'),
    uri: renameTo('url'),
    envs: renameTo('env'),
    env_keys: inheritedVariables,
    timeout: timeoutInSeconds,
    available_tools: unsupported('tools'),
    bundled: unsupported('host'),
    display_name: unsupported('notes'),
  },
  kiro: onlyDisabled,
  mcpb: { platform_overrides: unsupported('host') },
  // Version 1 has no `disabled`, and version 2 no `enabled`.
  opencode: { ...onlyDisabled, timeout: timeouts },
  pi: { timeout: timeoutInSeconds, exposure: unsupported('host') },
  warp: {
    working_directory: renameTo('cwd'),
    start_on_launch: (draft, value, key) => {
      if (value === false) draft.lose(key, reasons.host());
    },
  },
  qwen: { discoveryTimeoutMs: startup, versionNegotiation: unsupported('host') },
  windsurf: onlyDisabled,
  zed: {
    timeout: timeoutInSeconds,
    remote: unsupported('host'),
    source: (draft, value, key) => {
      if (value !== 'custom') draft.lose(key, l10n.t('The server is provided by a Zed extension.'));
    },
  },
};

/** Returns how a key of a tool is converted; undefined if the key is unknown. */
export function converterOf(dialect: Dialect, key: string): KeyConverter | undefined {
  const { extends: base } = traitsOf(dialect);
  return own(ofDialect[dialect] ?? {}, key) ?? own((base && ofDialect[base]) ?? {}, key) ?? own(ofAll, key);
}

/** How the keys that several tools have are converted: to fields of Oh My Pi's format, or to remarks. */
import * as l10n from '@vscode/l10n';
import { milliseconds } from '../../fixes/value-conversion.ts';
import { targetOf } from '../../tools/find-tool.ts';
import { isList, isMap, numberOf, textOf, type Value } from '../value.ts';
import { each, type KeyConverter, type Keys, objectOr, reasons, renameTo, unknown } from './key-converter.ts';
import { auth, oauth, resource, scopes } from './oauth-keys.ts';
import type { ServerBuilder } from './server-builder.ts';
import { targetName } from './variable-conversion.ts';

const timeoutFromSeconds: KeyConverter = (builder, value, key) => {
  const number = numberOf(value);
  const amount = number === undefined ? (textOf(value) ?? '') : `${number}s`;
  const time = milliseconds(/[a-z]\s*$/i.test(amount) ? amount : `${amount}s`);
  if (time === undefined) builder.lose(key, l10n.t('Invalid value. Expected a number of seconds.'));
  else builder.put('timeout', time, key);
};

/** For timeouts that apply while the server starts: Oh My Pi's only timeout is for requests. */
const startup: KeyConverter = (builder, _value, key) =>
  builder.lose(key, l10n.t('The target format has only one timeout, for requests.'));

const address: KeyConverter = (builder, value, key) => {
  builder.put('url', value, key);
  const isUsed = builder.keyOf('url') === key;
  if (isUsed && key === 'httpUrl' && !builder.sourceMembers.has('type')) builder.put('type', 'http', key);
};

/** For a field that the tool ignores if an entry also has another key. */
export const after =
  (other: string, convert: KeyConverter): KeyConverter =>
  (builder, value, key) => {
    const first = builder.sourceMembers.get(other)?.value;
    if (first !== undefined && first !== null) convert(builder, first, other);
    builder.put(key, value, key);
  };

/** Converts a command. OpenCode uses a list; older versions of Zed use an object with a path. */
const command: KeyConverter = (builder, value, key) => {
  if (isList(value)) {
    const [program, ...args] = value;
    if (program !== undefined) builder.put('command', program, key);
    if (args.length > 0) builder.put('args', args, key);
  } else if (isMap(value)) {
    for (const [inner, item] of value) {
      const field = inner === 'path' ? 'command' : inner;
      if (['command', 'args', 'env'].includes(field)) builder.put(field, item, key);
      else unknown(builder, item, `${key}.${inner}`);
    }
  } else builder.put('command', value, key);
};

/** Converts the transport. In Cline, it can be an object with the connection properties. */
const transport = objectOr(
  renameTo('type'),
  Object.fromEntries(
    ['type', 'command', 'args', 'env', 'cwd', 'url', 'headers'].map((field) => [field, renameTo(field)]),
  ),
);

const disabled: KeyConverter = (builder, value, key) => {
  if (typeof value !== 'boolean') builder.lose(key, l10n.t('Invalid value. Expected true or false.'));
  else if (value || builder.sourceMembers.has('enabled')) builder.put('enabled', !value, key);
};

/** Returns a variable that is passed on if set: Oh My Pi omits empty values. */
const optionalVariable = (builder: ServerBuilder, name: Value): Value =>
  typeof name === 'string' ? builder.inOwnForm(`\${${name}:-}`) : name;

const headers: KeyConverter = (builder, value, key) =>
  isMap(value) ? builder.add('headers', value, key) : builder.put('headers', value, key);

const headersFromVariables: KeyConverter = (builder, value, key) =>
  isMap(value)
    ? builder.add('headers', new Map([...value].map(([name, item]) => [name, optionalVariable(builder, item)])), key)
    : unknown(builder, value, key);

const bearerFromVariable: KeyConverter = (builder, value, key) => {
  const name = textOf(value);
  if (name === undefined) builder.lose(key, l10n.t('Invalid value. Expected the name of a variable.'));
  else builder.add('headers', [['Authorization', builder.inOwnForm(`Bearer \${${name}}`)]], key, () => key);
};

/** Converts names of variables that are passed on if set, or objects that also specify the source. */
const inheritedVariables: KeyConverter = (builder, value, key) => {
  if (!isList(value)) return builder.lose(key, l10n.t('Invalid value. Expected an array.'));
  for (const [index, item] of value.entries()) {
    const path = `${key}[${index}]`;
    const name = textOf(isMap(item) ? item.get('name') : item);
    if (name === undefined) {
      builder.lose(path, l10n.t('Invalid value. Expected the name of a variable.'));
      continue;
    }
    builder.add('env', [[name, optionalVariable(builder, name)]], key, () => path);
    const source = isMap(item) ? item.get('source') : undefined;
    if (source !== undefined && source !== 'local')
      builder.change(
        path,
        l10n.t('{0} reads {1} from its own environment only.', targetName(builder.context.to ?? 'oh-my-pi'), name),
      );
  }
};

/** Converts the object for HTTP options of Continue, and of GitHub Copilot for JetBrains. */
const requestOptions = objectOr(unknown, {
  headers: (builder, value, key) => (isMap(value) ? headers : unknown)(builder, value, key),
});

/** For keys without an equivalent in Oh My Pi's format. Values that can be omitted without effect aren't reported. */
const unsupported =
  (why: keyof typeof reasons): KeyConverter =>
  (builder, value, key) => {
    if (!isWithoutEffect(value)) builder.lose(key, reasons[why]());
  };

/** Keeps an environment file for a target that reads it too. */
const envFile: KeyConverter = (builder, value, key) =>
  targetOf(builder.context.to)?.keys.envFile === undefined
    ? unsupported('envFile')(builder, value, key)
    : builder.put('envFile', value, key);

/** For lists of allowed tools: an empty list allows none, `["*"]` all. */
const onlyTools: KeyConverter = (builder, value, key) => {
  const all = isList(value) && value.length === 1 && value[0] === '*';
  const none = isList(value) && value.length === 0;
  if (!all && (none || !isWithoutEffect(value))) builder.lose(key, reasons.tools());
};

/** True for null, `false`, and an empty string, list, or object, which can be omitted without effect. */
export function isWithoutEffect(value: unknown): boolean {
  if (value === null || value === false || value === '') return true;
  if (value instanceof Map) return value.size === 0;
  return Array.isArray(value) && value.length === 0;
}

/** Keys that mean the same in all tools. */
export const commonKeys: Keys = {
  transport,
  ...each(renameTo('type'), 'type', 'transportType'),
  command,
  ...each(address, 'url', 'serverUrl', 'httpUrl'),
  env_vars: inheritedVariables,
  envFile,
  tool_timeout_sec: timeoutFromSeconds,
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
  ...each(
    unsupported('host'),
    'alwaysLoad',
    'dev',
    'sandbox',
    'sandboxEnabled',
    'gallery',
    'version',
    'settings',
    'required',
  ),
  ...each(unsupported('host'), 'supports_parallel_tool_calls', 'watchPaths'),
  ...each(unsupported('notes'), 'description', 'name', 'link', 'note', '_note', '_comment', '$comment', 'comment'),
};

/** What the keys of all tools become in the agent's format (facts: the table of dialects). */
import type { Dialect } from '../../common/tool-files.ts';
import { milliseconds } from '../fixes/values.ts';
import type { Draft } from './draft.ts';
import { isList, isMap, mapOf, textOf, type Value, type ValueMap } from './value.ts';

/** Takes the value of a key over into the draft. */
type Take = (draft: Draft, value: Value, key: string) => void;

const as =
  (field: string): Take =>
  (draft, value, key) =>
    draft.put(field, value, key);

const seconds: Take = (draft, value, key) => {
  const amount = typeof value === 'number' ? `${value}s` : typeof value === 'string' ? value : '';
  const time = milliseconds(/[a-z]\s*$/i.test(amount) ? amount : `${amount}s`);
  if (time === undefined) draft.lose(key, 'Invalid value. Expected a number of seconds.');
  else draft.put('timeout', time, key);
};

const address: Take = (draft, value, key) => {
  draft.put('url', value, key);
  if (key === 'httpUrl' && !draft.given.has('type')) draft.put('type', 'http', key);
};

/** OpenCode writes one list, Zed once wrote an object with a path. */
const command: Take = (draft, value, key) => {
  if (isList(value)) {
    const [program, ...args] = value;
    if (program !== undefined) draft.put('command', program, key);
    if (args.length > 0) draft.put('args', args, key);
  } else if (isMap(value)) {
    for (const [inner, item] of value) {
      const field = inner === 'path' ? 'command' : inner;
      if (['command', 'args', 'env'].includes(field)) draft.put(field, item, key);
      else draft.lose(`${key}.${inner}`, reasons.unknown);
    }
  } else draft.put('command', value, key);
};

const variable = (name: Value): Value => (typeof name === 'string' ? `\${${name}}` : name);

const oauth: Take = (draft, value, key) => {
  if (value === false) return draft.lose(key, "OAuth can't be turned off in the target format.");
  if (!isMap(value)) return draft.put('oauth', value, key);
  const known = new Map<string, Value>();
  for (const [name, item] of value) {
    if (name === 'scopes' && !value.has('scope')) known.set('scope', isList(item) ? item.join(' ') : item);
    else if (name === 'enabled') {
      if (item === false) draft.lose(`${key}.${name}`, "OAuth can't be turned off in the target format.");
    } else if (name === 'dynamicRegistration' || name === 'enabledTools') draft.lose(`${key}.${name}`, reasons.unknown);
    else known.set(name, item);
  }
  if (known.size > 0) draft.put('oauth', known, key);
};

/** Cursor keeps a fixed OAuth client under `auth`, in other letters. */
const auth: Take = (draft, value, key) => {
  if (!isMap(value) || !value.has('CLIENT_ID')) return draft.put('auth', value, key);
  const names: Readonly<Record<string, string>> = { CLIENT_ID: 'clientId', CLIENT_SECRET: 'clientSecret' };
  const client = mapOf([...value].map(([name, item]) => [names[name] ?? name, item] as const));
  oauth(draft, client, key);
};

/** Continue keeps what belongs to HTTP in an object of its own. */
const requestOptions: Take = (draft, value, key) => {
  if (!isMap(value)) return draft.lose(key, reasons.unknown);
  for (const [name, item] of value) {
    if (name === 'headers' && isMap(item)) draft.add('headers', item, key);
    else draft.lose(`${key}.${name}`, reasons.unknown);
  }
};

const scopes: Take = (draft, value, key) => {
  const words = isList(value) ? value.flatMap((word) => textOf(word) ?? []) : [];
  if (words.length > 0) draft.put('oauth', mapOf([['scope', words.join(' ')]]), key);
};

const reasons = {
  unknown: 'The target format has no such setting.',
  approval: 'Tool approval is configured in Oh My Pi, not in this file.',
  tools: "The target format can't select individual tools of a server.",
  envFile: 'Oh My Pi doesn\'t read environment files. List the variables in "env".',
  helper: 'Oh My Pi doesn\'t run header helpers. List the headers in "headers".',
  notes: "Notes aren't supported in the target format.",
  host: 'The setting applies only to the source tool.',
} as const;

const lose =
  (why: keyof typeof reasons): Take =>
  (draft, value, key) => {
    if (!saysNothing(value)) draft.lose(key, reasons[why]);
  };

/** An empty list, `false`, `["*"]`: leaving it out changes nothing. */
function saysNothing(value: Value): boolean {
  if (value === null || value === false || value === '') return true;
  if (isMap(value)) return value.size === 0;
  return isList(value) && (value.length === 0 || (value.length === 1 && value[0] === '*'));
}

const ofAll: Readonly<Record<string, Take>> = {
  type: as('type'),
  transport: as('type'),
  transportType: as('type'),
  command,
  url: address,
  serverUrl: address,
  httpUrl: address,
  environment: as('env'),
  timeout_ms: as('timeout'),
  timeoutMs: as('timeout'),
  startup_timeout_ms: as('timeout'),
  connectionTimeout: as('timeout'),
  tool_timeout_sec: seconds,
  startup_timeout_sec: seconds,
  http_headers: (draft, value, key) =>
    isMap(value) ? draft.add('headers', value, key) : draft.put('headers', value, key),
  env_http_headers: (draft, value, key) =>
    isMap(value) ? draft.add('headers', renamed(value), key) : draft.lose(key, reasons.unknown),
  bearer_token_env_var: (draft, value, key) => {
    const name = textOf(value);
    if (name === undefined) draft.lose(key, 'Invalid value. Expected the name of a variable.');
    else draft.add('headers', [['Authorization', `Bearer \${${name}}`]], key);
  },
  env_vars: (draft, value, key) => {
    const names = isList(value) ? value.flatMap((name) => textOf(name) ?? []) : [];
    if (names.length > 0)
      draft.add(
        'env',
        names.map((name) => [name, `\${${name}}`] as const),
        key,
      );
  },
  disabled: (draft, value, key) => {
    if (typeof value !== 'boolean') draft.lose(key, 'Invalid value. Expected true or false.');
    else if (value || draft.given.has('enabled')) draft.put('enabled', !value, key);
  },
  auth,
  oauth,
  scopes,
  oauth_resource: (draft, value, key) =>
    draft.put(
      'auth',
      mapOf([
        ['type', 'oauth'],
        ['resource', value],
      ]),
      key,
    ),
  requestOptions,
  autoApprove: lose('approval'),
  alwaysAllow: lose('approval'),
  trust: lose('approval'),
  default_tools_approval_mode: lose('approval'),
  includeTools: lose('tools'),
  excludeTools: lose('tools'),
  enabled_tools: lose('tools'),
  disabled_tools: lose('tools'),
  enabledTools: lose('tools'),
  disabledTools: lose('tools'),
  tools: lose('tools'),
  envFile: lose('envFile'),
  headersHelper: lose('helper'),
  dev: lose('host'),
  sandbox: lose('host'),
  sandboxEnabled: lose('host'),
  gallery: lose('host'),
  settings: lose('host'),
  description: lose('notes'),
  name: lose('notes'),
  link: lose('notes'),
  note: lose('notes'),
  _note: lose('notes'),
  _comment: lose('notes'),
  $comment: lose('notes'),
  comment: lose('notes'),
};

const renamed = (headers: ValueMap): [string, Value][] => [...headers].map(([name, value]) => [name, variable(value)]);

/** Keys that mean something else in one tool than in the others. */
const ofDialect: Readonly<Partial<Record<Dialect, Readonly<Record<string, Take>>>>> = {
  cline: { timeout: seconds },
  gemini: {
    url: (draft, value, key) => {
      draft.put('url', value, key);
      if (!draft.given.has('type')) draft.put('type', 'sse', key);
    },
  },
  zed: {
    source: (draft, value, key) => {
      if (value !== 'custom') draft.lose(key, 'The server is provided by a Zed extension.');
    },
  },
  codex: {
    // Codex has two, the format has the one for requests.
    startup_timeout_sec: (draft, value, key) =>
      draft.given.has('tool_timeout_sec')
        ? draft.lose(key, 'The target format has only one timeout, for requests.')
        : seconds(draft, value, key),
  },
};

const own = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;

/** How a key of a tool is converted; undefined if it is unknown. */
export function takeOf(dialect: Dialect, key: string): Take | undefined {
  return own(ofDialect[dialect], key) ?? own(ofAll, key);
}

/** Properties of other tools, and proposed ones, that this format doesn't have. */

import * as l10n from '@vscode/l10n';
import { own } from '../../common/guards.ts';
import type { Dialect } from '../../common/tool-files.ts';
import { closestMatch, normalizedWord } from './closest-match.ts';
import type { JsonNode, ObjectNode } from './json.ts';

/** A key that another tool uses. */
export interface ForeignKey {
  /** The tool or kind of source, as in "a Gemini CLI property". */
  readonly tool: string;
  /** The remedy as a sentence without its period: 'Use "url" with "type": "http"'. */
  readonly instead: () => string;
  /** Fields of this format that the key replaces. They aren't reported as missing if the key is present. */
  readonly standsFor?: readonly string[];
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
const variable = '${NAME}';
const rename = (field: string) => (): string => l10n.t('Use "{0}"', field);
const remove = (): string => l10n.t('Remove it');
const note = { tool: 'comment', instead: remove };
const addressOf = (tool: string): ForeignKey => ({
  tool,
  instead: () => l10n.t('Use "url" with "type": "http" (or "sse")'),
  standsFor: ['url', 'type'],
});

const serverKeys: Readonly<Record<string, ForeignKey>> = {
  disabled: {
    tool: 'Windsurf, Cline, and Roo Code',
    instead: () => l10n.t('Use "enabled" with the opposite value'),
    standsFor: ['enabled'],
  },
  serverUrl: addressOf('Windsurf'),
  httpUrl: addressOf('Gemini CLI'),
  alwaysAllow: { tool: 'Roo Code', instead: remove },
  autoApprove: { tool: 'Cline', instead: remove },
  envFile: { tool: 'VS Code and Cursor', instead: () => l10n.t('List the variables in "env"') },
  headersHelper: { tool: 'Claude Code', instead: () => l10n.t('List the headers in "headers"') },
  tools: { tool: 'Copilot CLI', instead: remove },
  description: { tool: 'plugin catalog', instead: remove },
  name: { tool: 'plugin catalog', instead: () => l10n.t('Remove it (the key of the entry is the name)') },
  link: { tool: 'plugin catalog', instead: remove },
  timeout_ms: { tool: 'third-party', instead: rename('timeout'), standsFor: ['timeout'] },
  timeoutMs: { tool: 'third-party', instead: rename('timeout'), standsFor: ['timeout'] },
  transportType: { tool: 'Cline', instead: rename('type'), standsFor: ['type'] },
  transport: { tool: 'third-party', instead: rename('type'), standsFor: ['type'] },
  trust: { tool: 'Gemini CLI', instead: remove },
  includeTools: { tool: 'Gemini CLI', instead: remove },
  excludeTools: { tool: 'Gemini CLI', instead: remove },
  bearer_token_env_var: {
    tool: 'Codex',
    instead: () => l10n.t('Use "headers": {0}', `{"Authorization": "Bearer ${variable}"}`),
    standsFor: ['headers'],
  },
  http_headers: { tool: 'Codex', instead: rename('headers'), standsFor: ['headers'] },
  env_http_headers: {
    tool: 'Codex',
    instead: () => l10n.t('Use "headers" with values such as "{0}"', variable),
    standsFor: ['headers'],
  },
  // "timeout" is the timeout of requests.
  startup_timeout_sec: { tool: 'Codex', instead: remove },
  tool_timeout_sec: { tool: 'Codex', instead: () => l10n.t('Use "timeout" (in milliseconds)'), standsFor: ['timeout'] },
  enabled_tools: { tool: 'Codex', instead: remove },
  disabled_tools: { tool: 'Codex', instead: remove },
  oauth_resource: { tool: 'Codex', instead: () => l10n.t('Use "resource" in "auth"'), standsFor: ['auth'] },
  environment: { tool: 'OpenCode', instead: rename('env'), standsFor: ['env'] },
  source: { tool: 'Zed', instead: remove },
  dev: { tool: 'VS Code', instead: remove },
  sandbox: { tool: 'VS Code', instead: remove },
  sandboxEnabled: { tool: 'VS Code', instead: remove },
  gallery: { tool: 'VS Code', instead: remove },
  note,
  _note: note,
  _comment: note,
  $comment: note,
  comment: note,
};

const topKeys: Readonly<Record<string, ForeignKey>> = {
  servers: { tool: 'VS Code', instead: rename('mcpServers'), standsFor: ['mcpServers'] },
  mcp: { tool: 'OpenCode', instead: rename('mcpServers'), standsFor: ['mcpServers'] },
  context_servers: { tool: 'Zed', instead: rename('mcpServers'), standsFor: ['mcpServers'] },
  mcp_servers: { tool: 'Codex', instead: rename('mcpServers'), standsFor: ['mcpServers'] },
  inputs: { tool: 'VS Code', instead: () => l10n.t('Remove it, and use environment variables such as {0}', variable) },
};

const proposed: Readonly<Record<string, readonly string[]>> = {
  server: ['enabledTools', 'disabledTools', 'lazy'],
  oauth: ['scopes'],
};

/** Synonyms of each field, in lower-case letters and digits only. */
const serverAliases: Readonly<Record<string, readonly string[]>> = {
  command: ['cmd', 'exec', 'executable', 'program', 'binary'],
  args: ['arguments', 'argv', 'argument', 'params', 'parameters', 'commandargs'],
  env: ['envs', 'environments', 'environmentvariables', 'envvariables', 'envvars', 'vars', 'variables'],
  cwd: ['workingdirectory', 'workingdir', 'workdir', 'directory', 'currentdirectory'],
  url: ['uri', 'href', 'endpoint', 'address', 'baseurl', 'serveruri'],
  headers: ['httpheaders', 'requestheaders'],
  timeout: ['requesttimeout', 'requesttimeoutms', 'timeoutmilliseconds'],
};

const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries(serverAliases).flatMap(([field, words]) => words.map((word) => [word, field] as const)),
);

/** Synonyms that are long enough to be recognized with a typo. */
const longAliases = [...aliases.keys(), 'environment'].filter((word) => word.length >= 8);

/** Returns the field that a key is a synonym of, possibly misspelled: `cmd`, `arguments`, `enviroment`. */
export function aliasOf(place: KeyPlace, key: string): string | undefined {
  if (place !== 'server') return undefined;
  const word = normalizedWord(key);
  const exact = aliases.get(word);
  if (exact !== undefined) return exact;
  const meant = closestMatch(word, longAliases);
  return meant === 'environment' ? 'env' : meant && aliases.get(meant);
}

/** The closed objects of the format; `server` covers all transports. */
export type KeyPlace = 'top' | 'server' | 'auth' | 'oauth';

/** @param value the value of the key: Cline also nests the connection in `transport` */
export function foreignKey(place: KeyPlace, key: string, value?: JsonNode): ForeignKey | undefined {
  if (place === 'server')
    return key === 'transport' && value?.type === 'object' ? nestedConnection(value) : own(serverKeys, key);
  return place === 'top' ? own(topKeys, key) : undefined;
}

const nestedConnection = ({ members }: ObjectNode): ForeignKey => ({
  tool: 'Cline',
  instead: () => l10n.t('Move its properties to the server'),
  standsFor: ['url', 'command', 'type'].filter((field) => members.some(({ key }) => key.value === field)),
});

/** True for a key that is proposed for Oh My Pi but isn't in any release. */
export function isProposedKey(place: KeyPlace, key: string): boolean {
  return own(proposed, place)?.includes(key) ?? false;
}

const schemas: readonly (readonly [pattern: RegExp, dialect: Dialect])[] = [
  [/agent-plugins\.org\/schemas\//i, 'agent-plugins'],
  [/(?:vscode|visualstudio)[^?#]*mcp/i, 'vscode'],
  [/cursor[^?#]*mcp/i, 'cursor'],
  [/opencode\.ai\/config/i, 'opencode'],
  [/gemini-cli[^?#]*settings/i, 'gemini'],
];

/** Returns the tool that uses this `$schema`; undefined if unknown. */
export function toolOfSchema(schema: string): Dialect | undefined {
  return schemas.find(([pattern]) => pattern.test(schema))?.[1];
}

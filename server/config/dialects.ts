/** Properties of other tools, and proposed ones, that this format doesn't have. */

import * as l10n from '@vscode/l10n';
import type { ToolId } from '../../common/generated/tools.ts';
import { own } from '../../common/guards.ts';
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
  /** The field of this format that takes the same value. */
  readonly sameAs?: string;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
const variable = '${NAME}';
const foreign = (tool: string, instead: () => string, ...standsFor: readonly string[]): ForeignKey => ({
  tool,
  instead,
  ...(standsFor.length > 0 && { standsFor }),
});
const inOtherWords = (tool: string, field: string): ForeignKey =>
  foreign(tool, () => l10n.t('Use "{0}"', field), field);
const renamed = (tool: string, field: string): ForeignKey => ({ ...inOtherWords(tool, field), sameAs: field });
const removed = (tool: string): ForeignKey => foreign(tool, () => l10n.t('Remove it'));
const addressOf = (tool: string): ForeignKey =>
  foreign(tool, () => l10n.t('Use "url" with "type": "http" (or "sse")'), 'url', 'type');
const note = removed('comment');

const serverKeys: Readonly<Record<string, ForeignKey>> = {
  disabled: foreign(
    'Windsurf, Cline, Roo Code, and Kiro',
    () => l10n.t('Use "enabled" with the opposite value'),
    'enabled',
  ),
  serverUrl: addressOf('Windsurf and Antigravity'),
  httpUrl: addressOf('Gemini CLI'),
  alwaysAllow: removed('Roo Code'),
  autoApprove: removed('Cline and Kiro'),
  envFile: foreign('VS Code and Cursor', () => l10n.t('List the variables in "env"')),
  headersHelper: foreign('Claude Code', () => l10n.t('List the headers in "headers"')),
  tools: removed('Copilot CLI'),
  description: removed('plugin catalog'),
  name: foreign('plugin catalog', () => l10n.t('Remove it (the key of the entry is the name)')),
  link: removed('plugin catalog'),
  timeout_ms: renamed('third-party', 'timeout'),
  timeoutMs: renamed('third-party', 'timeout'),
  transportType: inOtherWords('Cline', 'type'),
  transport: inOtherWords('third-party', 'type'),
  trust: removed('Gemini CLI'),
  includeTools: removed('Gemini CLI'),
  excludeTools: removed('Gemini CLI'),
  bearer_token_env_var: foreign(
    'Codex',
    () => l10n.t('Use "headers": {0}', `{"Authorization": "Bearer ${variable}"}`),
    'headers',
  ),
  http_headers: renamed('Codex', 'headers'),
  env_http_headers: foreign('Codex', () => l10n.t('Use "headers" with values such as "{0}"', variable), 'headers'),
  // "timeout" is the timeout of requests.
  startup_timeout_sec: removed('Codex'),
  tool_timeout_sec: foreign('Codex', () => l10n.t('Use "timeout" (in milliseconds)'), 'timeout'),
  enabled_tools: removed('Codex'),
  disabled_tools: removed('Codex'),
  oauth_resource: foreign('Codex', () => l10n.t('Use "resource" in "auth"'), 'auth'),
  environment: renamed('OpenCode', 'env'),
  source: removed('Zed'),
  dev: removed('VS Code'),
  sandbox: removed('VS Code'),
  sandboxEnabled: removed('VS Code'),
  gallery: removed('VS Code'),
  version: removed('VS Code'),
  note,
  _note: note,
  _comment: note,
  $comment: note,
  comment: note,
};

const topKeys: Readonly<Record<string, ForeignKey>> = {
  servers: renamed('VS Code', 'mcpServers'),
  mcp: renamed('OpenCode', 'mcpServers'),
  context_servers: renamed('Zed', 'mcpServers'),
  'amp.mcpServers': renamed('Amp', 'mcpServers'),
  mcp_servers: renamed('Codex', 'mcpServers'),
  inputs: foreign('VS Code', () => l10n.t('Remove it, and use environment variables such as {0}', variable)),
};

const proposed: Readonly<Record<string, readonly string[]>> = {
  server: ['enabledTools', 'disabledTools', 'lazy'],
  oauth: ['scopes'],
};

/** Synonyms of each field, in lower-case letters and digits only. */
const serverAliases: Readonly<Record<string, readonly string[]>> = {
  command: ['cmd', 'exec', 'executable', 'program', 'binary'],
  args: ['arguments', 'argv', 'argument', 'params', 'parameters', 'commandargs'],
  env: ['environment', 'envs', 'environments', 'environmentvariables', 'envvariables', 'envvars', 'vars', 'variables'],
  cwd: ['workingdirectory', 'workingdir', 'workdir', 'directory', 'currentdirectory'],
  url: ['uri', 'href', 'endpoint', 'address', 'baseurl', 'serveruri'],
  headers: ['httpheaders', 'requestheaders'],
  timeout: ['requesttimeout', 'requesttimeoutms', 'timeoutmilliseconds'],
};

const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries(serverAliases).flatMap(([field, words]) => words.map((word) => [word, field] as const)),
);

/** Synonyms that are long enough to be recognized with a typo. */
const longAliases = [...aliases.keys()].filter((word) => word.length >= 8);

/** Returns the field that a key is a synonym of, possibly misspelled: `cmd`, `arguments`, `enviroment`. */
export function aliasOf(place: KeyPlace, key: string): string | undefined {
  if (place !== 'server') return undefined;
  const word = normalizedWord(key);
  return aliases.get(word) ?? aliases.get(closestMatch(word, longAliases) ?? '');
}

/** The closed objects of the format; `server` covers all transports. */
export type KeyPlace = 'top' | 'server' | 'auth' | 'oauth';

/** @param value the value of the key: Cline also nests the connection in `transport` */
export function foreignKeyFor(place: KeyPlace, key: string, value?: JsonNode): ForeignKey | undefined {
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

/** Tools, and words that the addresses of their schemas contain in this order. */
const schemas: readonly (readonly [dialect: ToolId, first: string, second: string])[] = [
  ['agent-plugins', 'agent-plugins.org', '/schemas/'],
  ['vscode', 'vscode', 'mcp'],
  ['vscode', 'visualstudio', 'mcp'],
  ['cursor', 'cursor', 'mcp'],
  ['opencode', 'opencode.ai', '/config'],
  ['gemini-cli', 'gemini-cli', 'settings'],
];

/** Returns the tool that uses this `$schema`; undefined if unknown. */
export function toolOfSchema(schema: string): ToolId | undefined {
  const [address = ''] = schema.toLowerCase().split(/[?#]/, 1);
  return schemas.find(([, first, second]) => {
    const at = address.indexOf(first);
    return at >= 0 && address.includes(second, at + first.length);
  })?.[0];
}

/**
 * Properties of servers that agents read from `.mcp.json`, and that the format doesn't have. Here in short, because every
 * check needs them and the facts about agents load later; a test compares both.
 */
import type { AgentId } from '../../common/agents.ts';
import { own } from '../../common/guards.ts';
import { fieldSet } from './format.ts';
import type { Group } from './group.ts';

/** The transports with which a property has an effect. */
type On = 'stdio' | 'remote' | 'any';

/** By the path of the property. */
export const agentProperties: Readonly<Record<string, Partial<Readonly<Record<AgentId, On>>>>> = {
  alwaysLoad: { 'claude-code': 'any' },
  'auth.redirectPort': { 'copilot-cli': 'remote' },
  bareElicitationCapability: { 'claude-code': 'stdio' },
  deferTools: { 'copilot-cli': 'any' },
  disableSecretMasking: { 'copilot-cli': 'any' },
  disableToolCache: { 'copilot-cli': 'any' },
  discoveryCache: { 'claude-code': 'remote' },
  displayName: { 'claude-code': 'remote', 'copilot-cli': 'any' },
  excludeTools: { 'copilot-cli': 'any' },
  filterMapping: { 'copilot-cli': 'any' },
  headersHelper: { 'claude-code': 'remote' },
  headersRefreshTtlMs: { 'copilot-cli': 'remote' },
  'oauth.authServerMetadataUrl': { 'claude-code': 'remote' },
  'oauth.scopes': { 'claude-code': 'remote' },
  'oauth.xaa': { 'claude-code': 'remote' },
  oauthClientId: { 'copilot-cli': 'remote' },
  oauthGrantType: { 'copilot-cli': 'remote' },
  oauthPublicClient: { 'copilot-cli': 'remote' },
  oauthScopes: { 'copilot-cli': 'remote' },
  oidc: { 'copilot-cli': 'any' },
  role: { 'claude-code': 'stdio' },
  slowConnectionThresholdMs: { 'copilot-cli': 'any' },
  toolPermissions: { 'claude-code': 'remote' },
  // With names of tools, as Copilot CLI reads them, Claude Code skips the server.
  tools: { 'copilot-cli': 'any' },
};

/** Values of `type` that agents accept in `.mcp.json`, and that the format doesn't have. */
export const agentTypes: Readonly<Record<string, readonly AgentId[]>> = {
  local: ['copilot-cli'],
  'streamable-http': ['claude-code', 'vscode', 'copilot-cli'],
  ws: ['claude-code'],
};

/** Returns which of some agents accept a type that the format doesn't have. */
export const readersOfType = (type: string, agents: readonly AgentId[]): readonly AgentId[] =>
  (own(agentTypes, type) ?? []).filter((agent) => agents.includes(agent));

/** The agents that expand `$NAME` in `.mcp.json`. */
export const expandingDollar: readonly AgentId[] = ['copilot-cli'];

/** The agents that expand `~` in `cwd`. */
export const expandingTilde: readonly AgentId[] = ['copilot-cli'];

/** The agents that connect to WebSocket URLs. */
export const speakingWebSockets: readonly AgentId[] = ['claude-code'];

/** The agents that skip a server with a URL and without a type. */
export const skippingUntypedUrls: readonly AgentId[] = ['claude-code'];

/** Returns which of some agents read an unknown key of a server, or of its `auth` or `oauth`, which remote servers have. */
export function readersOfProperty({ place, set }: Group, key: string, agents: readonly AgentId[]): readonly AgentId[] {
  const facts = own(agentProperties, place === 'server' ? key : `${place}.${key}`);
  if (facts === undefined) return [];
  const transport: On = place === 'server' && set === fieldSet('stdio') ? 'stdio' : 'remote';
  return agents.filter((agent) => facts[agent] === 'any' || facts[agent] === transport);
}

const restrictions =
  /^(?:(?:allow|allowed|enabled|include|included|disabled|disallowed|denied|exclude|excluded|blocked)_?tools|tool_?(?:filter|allow_?list|deny_?list|block_?list|white_?list|black_?list))$/i;

/** True for a property of a server that is meant to hide tools from the agent. */
export const isRestriction = (key: string): boolean => restrictions.test(key);

/** True for a key that is meant to hide tools from the agent. */
export const restrictsTools = ({ place }: Group, key: string): boolean => place === 'server' && isRestriction(key);

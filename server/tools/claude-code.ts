/** Claude Code (facts/readers.md, 1). */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look

import { wordSet } from '../../common/guards.ts';
import { clientSecret, secretFlag, usualOptions } from './add-command.ts';
import { type EntryFormat, type FilePlace, type ServersFile, withValue } from './agent-facts.ts';
import { type ListedServers, splitLine, statesInLines } from './listing.ts';
import { basic, remoteTyped, same } from './target-format.ts';
import type { Tool } from './tool.ts';
import { noVariables, type VariableFacts } from './variable-facts.ts';

const state: FilePlace = { in: 'home', path: '.claude.json', variable: 'CLAUDE_CONFIG_DIR' };
/** Asked: with another value of one, the whole file is ignored. */
const valid = {
  ignoredUnless: {
    ...withValue(
      'string',
      '$schema apiKeyHelper awsAuthRefresh language model outputStyle plansDirectory autoUpdatesChannel',
    ),
    ...withValue('object', 'enabledPlugins env fileSuggestion permissions sandbox statusLine worktree'),
    ...withValue(
      'boolean',
      'alwaysThinkingEnabled disableAllHooks enableAllProjectMcpServers includeCoAuthoredBy respectGitignore skipDangerousModePermissionPrompt spinnerTipsEnabled',
    ),
    ...withValue('array', 'availableModels companyAnnouncements'),
    ...withValue('number', 'cleanupPeriodDays'),
    ...withValue('nameOrStrings', 'disabledMcpjsonServers enabledMcpjsonServers'),
  },
} as const;
const ownSettings: FilePlace = { in: 'project', path: '.claude/settings.local.json', ...valid };
const managed = ['/etc/claude-code', '/Library/Application Support/ClaudeCode', 'C:/Program Files/ClaudeCode'];
const inManaged = (path: string): readonly FilePlace[] =>
  managed.map((folder) => ({ in: 'system', path: `${folder}/${path}` }));
const userSettings: FilePlace = { in: 'home', path: '.claude/settings.json', variable: 'CLAUDE_CONFIG_DIR', ...valid };
/** A repository can contain them. */
const projectSettings: readonly FilePlace[] = [
  ownSettings,
  { ...ownSettings, in: 'checkout' },
  { in: 'project', path: '.claude/settings.json', ...valid },
];
const managedSettings = ['managed-settings.json', 'managed-settings.d/*.json'].flatMap(inManaged);
const safeSettings = [...managedSettings, userSettings];
const settings = [...managedSettings, ...projectSettings, userSettings];
const servers = { layout: 'mcpServers', dialect: 'claude-code', root: ['mcpServers'] } as const;

const inPlugins = (path: string): FilePlace => ({
  in: 'home',
  path: `.claude/plugins/${path}`,
  variable: 'CLAUDE_CONFIG_DIR',
  names: '.claude',
});

/** The plugins that are installed, which Grok reads too. */
export const claudePlugins = {
  kind: 'record',
  store: inPlugins('installed_plugins.json'),
  enabled: [userSettings],
  path: ['enabledPlugins'],
  catalogs: inPlugins('known_marketplaces.json'),
} as const;

const ofState = {
  ...({ ...servers, ...state, layout: 'claude' } as const),
  ...({ acceptsByteOrderMark: true, acceptsEmpty: true, refusesBroken: true } as const),
};

/** Tokens of cloud providers, registries, and the agent, which must not reach other machines. */
function isCredential(name: string): boolean {
  const plain = name.startsWith('INPUT_') ? name.slice('INPUT_'.length) : name;
  if (credentials.has(plain) || /^(?:ANTHROPIC|CLAUDE_CODE|OTEL)_/.test(plain)) return true;
  if (plain.startsWith('ACTIONS_')) return plain.endsWith('TOKEN');
  return plain.startsWith('AZURE_') && /SECRET|TOKEN|KEY|PASSWORD/.test(plain);
}

const credentials = wordSet(
  'AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN GOOGLE_APPLICATION_CREDENTIALS NPM_TOKEN NODE_AUTH_TOKEN SONAR_TOKEN VAULT_TOKEN PYPI_TOKEN HTTP_PROXY HTTPS_PROXY SLACK_WEBHOOK SLACK_WEBHOOK_URL',
);

export const claudeVariables: VariableFacts = {
  forms: ['braces', 'default'],
  in: ['command', 'args', 'env', 'url', 'headers'],
  tilde: [],
  emptyRemote: isCredential,
};

const format: EntryFormat = {
  type: 'type',
  types: { stdio: 'stdio', http: 'http', 'streamable-http': 'http', sse: 'sse', ws: 'http' },
  untypedUrl: 'skips',
  properties: {
    args: { on: 'stdio', value: 'strings', otherwise: 'skips' },
    env: { on: 'stdio', value: 'stringMap', otherwise: 'skips' },
    headers: { on: 'remote', value: 'stringMap', otherwise: 'skips' },
    timeout: { value: 'positiveInteger', otherwise: 'skips', atLeast: 1000 },
    oauth: {
      on: 'remote',
      value: 'object',
      otherwise: 'skips',
      keys: {
        clientId: { value: 'string', otherwise: 'skips' },
        callbackPort: { value: 'port', otherwise: 'skips' },
        authServerMetadataUrl: { value: 'httpsUrl', otherwise: 'skips' },
        scopes: { value: 'word', otherwise: 'skips' },
        xaa: { value: 'boolean', otherwise: 'skips' },
      },
    },
    headersHelper: { on: 'remote', value: 'string', otherwise: 'skips' },
    tools: { on: 'remote', value: 'objects', otherwise: 'skips' },
    toolPermissions: {
      ...{ on: 'remote', value: 'object', otherwise: 'skips' },
      each: { value: 'string', oneOf: ['allow', 'ask', 'blocked'], otherwise: 'skips' },
    },
    displayName: { on: 'remote', value: 'any' },
    discoveryCache: { on: 'remote', value: 'boolean', otherwise: 'skips' },
    alwaysLoad: { value: 'boolean', otherwise: 'skips' },
    bareElicitationCapability: { on: 'stdio', value: 'boolean', otherwise: 'skips' },
    role: { on: 'stdio', value: 'any' },
  },
};

export const claudeCode: Tool = {
  id: 'claude-code',
  name: 'Claude Code',
  files: [{ project: ['.claude/.mcp.json', '.claude/mcp.json'], user: ['.claude.json', '.claude/mcp.json'] }],
  serverKeys: { headersHelper: 'list-headers' },
  hostVariables: ['CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA', 'CLAUDE_PROJECT_DIR'],
  dotFolders: ['claude'],
  adds: {
    program: 'claude',
    valued: { ...usualOptions, '--client-id': 'clientId', '--callback-port': 'callbackPort' },
    flags: [secretFlag],
    keys: [
      { from: 'clientId', in: 'oauth' },
      { from: secretFlag, key: 'clientSecret', in: 'oauth', value: clientSecret },
      { from: 'callbackPort', in: 'oauth', as: 'number' },
    ],
    acceptsJson: true,
  },
  newFile: '.mcp.json',
  source: { tellingKeys: ['alwaysLoad'] },
  variables: claudeVariables,
  target: {
    root: 'mcpServers',
    types: remoteTyped,
    keys: basic,
    timeout: { key: 'timeout', unit: 'ms', least: 1000 },
    oauth: { key: 'oauth', names: { ...same('clientId', 'callbackPort'), scope: 'scopes' } },
  },
  agent: {
    version: '2.1.332',
    readIn: '@anthropic-ai/claude-code',
    evidence: 'code',
    readsShared: true,
    files: [
      ...inManaged('managed-mcp.json').map(
        (file) => ({ ...servers, ...file, scope: 'managed', excludesOthers: true }) as const,
      ),
      ...managedSettings.map(
        (file): ServersFile => ({
          ...{ ...servers, ...file, root: ['managedMcpServers'], scope: 'managed', variables: noVariables },
          ...{ acceptsEmpty: true, refusesBroken: true, refusesOtherRoot: true },
          // Its list without an account has none of them.
          evidence: 'assumed',
          format: { ...format, types: { http: 'http', sse: 'sse' }, requiresType: true },
        }),
      ),
      { ...ofState, root: ['projects', '*', 'mcpServers'], scope: 'local' },
      {
        ...servers,
        in: 'upward',
        path: '.mcp.json',
        layout: 'own',
        gate: 'approval',
        acceptsByteOrderMark: true,
        withoutRoot: 'rejected',
      },
      { ...ofState, scope: 'user' },
    ],
    plugins: [
      {
        ...claudePlugins,
        enabled: [...managedSettings, ...projectSettings, userSettings],
        catalogPolicy: managedSettings,
        file: '.mcp.json',
        flat: true,
        manifest: {
          ...{ paths: ['.claude-plugin/plugin.json'], servers: 'before', mayBeList: true },
          ...{ mustBeValid: true, orCatalog: true },
        },
        dropsTwins: true,
        prefix: 'plugin:{plugin}:',
      },
    ],
    keptBy: 'checkout',
    unreadFiles: [
      'claude.json',
      'mcp.json',
      '.claude/claude_desktop_config.json',
      '~/.claude/claude_desktop_config.json',
      '~/.config/claude/mcp.json',
      '~/.config/claude-code/mcp.json',
      '~/mcp.json',
    ],
    policyFolders: managed,
    policyFault: 'reads-rest',
    policySettings: [...projectSettings, userSettings],
    trust: {
      in: [state],
      of: 'start',
      ofMain: 'also',
      ofBare: 'itself',
      answers: { kind: 'property', path: ['projects'], property: 'hasTrustDialogAccepted', trusted: true },
    },
    merging: 'whole',
    switches: [
      { in: [state], path: ['projects', '*', 'disabledMcpServers'], effect: 'off' },
      {
        in: settings,
        path: ['disabledMcpjsonServers'],
        effect: 'off',
        gate: 'approval',
        compare: 'normalized',
        mayBeText: true,
      },
      // From older versions. It moves both lists to the local settings when it starts.
      {
        in: [state],
        path: ['projects', '*', 'disabledMcpjsonServers'],
        effect: 'off',
        gate: 'approval',
        compare: 'normalized',
      },
      { in: [state], path: ['projects', '*', 'enabledMcpjsonServers'], effect: 'approve', gate: 'approval' },
      { in: safeSettings, path: ['enabledMcpjsonServers'], effect: 'approve', gate: 'approval', mayBeText: true },
      {
        in: projectSettings,
        path: ['enabledMcpjsonServers'],
        effect: 'approve',
        gate: 'approval',
        mayBeText: true,
        needsTrust: true,
      },
      { in: safeSettings, path: ['enableAllProjectMcpServers'], effect: 'approve-all', gate: 'approval' },
      {
        in: projectSettings,
        path: ['enableAllProjectMcpServers'],
        effect: 'approve-all',
        gate: 'approval',
        needsTrust: true,
      },
    ],
    off: [
      {
        kind: 'list',
        at: ownSettings,
        path: ['disabledMcpjsonServers'],
        approve: ['enabledMcpjsonServers'],
        gate: 'approval',
      },
      { kind: 'list', at: state, path: ['projects', '*', 'disabledMcpServers'] },
    ],
    format,
    names: {
      // Names of its own servers.
      reserved: [
        'workspace',
        'Claude Preview',
        'Claude Browser',
        'claude-in-chrome',
        'Claude in Chrome',
        'computer-use',
        'claude-device',
        'hearthbot',
        'remote-devices',
        'claude_ai',
        'ccr-email',
        'webagent',
        'claude-code-remote',
        'Slack sign-in (Claude Code tag)',
        '__proto__',
      ],
    },
    // Those of the project's settings don't count.
    environment: [{ kind: 'json', in: [...managedSettings, userSettings, state], path: ['env'] }],
    protocol: { offers: '2025-11-25', accepts: ['2025-06-18', '2025-03-26', '2024-11-05'], stateless: '2026-07-28' },
    check: ['claude mcp list', '/mcp'],
    list: { args: ['mcp', 'list'], contacts: 'servers', read: readList },
    reload: { kind: 'restart' },
    traces: { project: ['.claude', 'CLAUDE.md'], home: ['.claude.json', '.claude'], command: 'claude' },
  },
};

/** Servers of the account aren't in the files that are compared. */
const isFromElsewhere = (name: string): boolean => name.startsWith('claude.ai ');

function readList(output: string): ListedServers {
  return statesInLines(output, (line) => {
    const parts = splitLine(line, (status) => /^[⏸✓✔✗✘!]|disabled/i.test(status));
    if (parts === undefined || isFromElsewhere(parts.name)) return undefined;
    if (parts.status.startsWith('⏸')) return [parts.name, 'pending'];
    return [parts.name, /^\W*disabled/i.test(parts.status) ? 'off' : 'used'];
  });
}

/** GitHub Copilot CLI (facts/readers.md, 3). */
import { isRecord } from '../../common/guards.ts';
import { usualOptions } from './add-command.ts';
import type { FilePlace } from './agent-facts.ts';
import { enabledState, jsonIn } from './listing.ts';
import type { Tool } from './tool.ts';

const inHome = (name: string): FilePlace => ({ in: 'home', path: `.copilot/${name}`, variable: 'COPILOT_HOME' });
const inRepository = (name: string): FilePlace => ({
  in: 'repository',
  path: `.github/copilot/${name}`,
  ignoredUnless: {},
});
const shared = { flat: true, gate: 'trust', withoutRoot: 'rejected', inPlace: { folder: 'rejected' } } as const;
const servers = { dialect: 'copilot-cli', layout: 'mcpServers', root: ['mcpServers'] } as const;

const filters = ['none', 'markdown', 'hidden_characters'];

/** Folders of GitHub Copilot's managed settings, which VS Code uses too. */
export const copilotPolicyFolders = [
  '/etc/github-copilot',
  '/Library/Application Support/GitHubCopilot',
  'C:/Program Files/GitHubCopilot',
];

export const copilotCli: Tool = {
  id: 'copilot-cli',
  name: 'Copilot CLI',
  formatName: 'GitHub Copilot',
  aliases: ['copilot'],
  files: [
    {
      product: 'GitHub Copilot',
      project: ['.github/mcp.json', '.github/copilot/mcp.json'],
      user: ['.copilot/mcp-config.json'],
    },
    {
      product: 'GitHub Copilot for JetBrains',
      user: ['.config/github-copilot/intellij/mcp.json', 'AppData/Local/github-copilot/intellij/mcp.json'],
    },
  ],
  serverKeys: { tools: { remedy: 'remove', isShared: true } },
  dotFolders: ['copilot', 'github'],
  newFile: '.github/mcp.json',
  adds: {
    program: 'copilot',
    valued: { ...usualOptions, '--tools': 'tools', '--timeout': 'timeout' },
    flags: ['--json'],
    keys: [{ from: 'timeout' }, { from: 'tools', as: 'list' }],
  },
  variables: {
    forms: ['braces', 'default', 'dollar'],
    in: ['command', 'args', 'env', 'cwd', 'url', 'headers'],
    tilde: ['cwd'],
  },
  source: { serversOnly: true, keys: { requestInit: { like: 'requestOptions' } } },
  agent: {
    version: '1.0.102',
    readIn: '@github/copilot',
    evidence: 'code',
    readsShared: true,
    files: [
      { ...servers, ...shared, in: 'repository', path: '.mcp.json', dialect: 'claude-code', layout: 'own' },
      { ...servers, ...shared, in: 'repository', path: '.github/mcp.json', hiddenBy: '.mcp.json' },
      {
        ...servers,
        ...inHome('mcp-config.json'),
        syntax: 'jsonc',
        acceptsByteOrderMark: true,
        withoutRoot: 'refused',
        inPlace: { folder: 'refused', circle: 'refused' },
        refusesBroken: true,
      },
    ],
    unreadFiles: ['.github/copilot/mcp.json', '.github/copilot/settings.json', '~/.config/github-copilot/mcp.json'],
    plugins: [
      {
        kind: 'configured',
        store: inHome('config.json'),
        enabled: [
          ...['settings.local.json', 'settings.json'].flatMap((name) => [
            { ...inRepository(name), needsTrust: true } as const,
            { in: 'repository', path: `.claude/${name}`, needsTrust: true } as const,
          ]),
          inHome('settings.json'),
        ],
        path: ['enabledPlugins'],
        file: '.mcp.json',
        flat: true,
        manifest: { paths: ['plugin.json', '.claude-plugin/plugin.json'], servers: 'if-no-file' },
        rejectsInvalid: true,
        winsNames: true,
      },
    ],
    policyFolders: copilotPolicyFolders,
    // Asked with servers that write down that they were started or called: its list doesn't look at the policy.
    policyFault: 'allows-none',
    policyDeniesExactly: true,
    merging: 'whole',
    switches: [
      { in: [inHome('settings.json')], path: ['disabledMcpServers'], effect: 'off', onlyTexts: true },
      {
        in: [inRepository('settings.json'), inRepository('settings.local.json')],
        path: ['disabledMcpServers'],
        effect: 'off',
        onlyTexts: true,
        needsTrust: true,
      },
    ],
    trust: {
      in: [inHome('config.json')],
      of: 'file',
      ofMain: 'also',
      followsLinks: true,
      answers: { kind: 'lists', names: ['trustedFolders', 'trusted_folders'] },
      variable: 'COPILOT_ALLOW_ALL',
    },
    off: [{ kind: 'list', at: inHome('settings.json'), path: ['disabledMcpServers'] }],
    format: {
      type: 'type',
      types: { stdio: 'stdio', local: 'stdio', http: 'http', sse: 'sse', 'streamable-http': 'http' },
      untypedUrl: 'http',
      loadsEmptyCommand: true,
      urlAsWritten: true,
      properties: {
        args: { on: 'stdio', value: 'strings', otherwise: 'skips' },
        env: { on: 'stdio', value: 'stringMap', otherwise: 'skips' },
        cwd: { on: 'stdio', value: 'string', otherwise: 'skips' },
        headers: { on: 'remote', value: 'stringMap', otherwise: 'skips' },
        timeout: { value: 'positiveLongInteger', otherwise: 'skips' },
        tools: { value: 'strings', otherwise: 'skips' },
        auth: {
          on: 'remote',
          value: 'booleanOrObject',
          otherwise: 'skips',
          keys: { redirectPort: { value: 'port', otherwise: 'skips' } },
        },
        oauth: {
          on: 'remote',
          value: 'object',
          keys: {
            clientId: { value: 'string', otherwise: 'skips' },
            callbackPort: { value: 'port', otherwise: 'skips' },
          },
        },
        oauthClientId: { on: 'remote', value: 'string', otherwise: 'skips' },
        oauthScopes: { on: 'remote', value: 'strings', otherwise: 'skips', requires: 'oauthClientId' },
        oauthPublicClient: { on: 'remote', value: 'boolean', otherwise: 'skips' },
        oauthGrantType: {
          on: 'remote',
          value: 'string',
          oneOf: ['authorization_code', 'client_credentials'],
          otherwise: 'skips',
        },
        headersRefreshTtlMs: { on: 'remote', value: 'number', otherwise: 'skips' },
        slowConnectionThresholdMs: { value: 'positiveLongInteger', otherwise: 'skips' },
        displayName: { value: 'string', otherwise: 'skips' },
        excludeTools: { value: 'strings', otherwise: 'skips' },
        deferTools: { value: 'string', oneOf: ['auto', 'never'], otherwise: 'skips' },
        disableToolCache: { value: 'boolean', otherwise: 'skips' },
        disableSecretMasking: { value: 'boolean', otherwise: 'skips' },
        filterMapping: {
          value: 'stringOrObject',
          oneOf: filters,
          each: { value: 'string', oneOf: filters, otherwise: 'skips' },
          otherwise: 'skips',
        },
        oidc: { value: 'booleanOrObject', otherwise: 'skips' },
        disabled: { value: 'boolean', hasNoEffect: true, otherwise: 'skips' },
      },
    },
    // biome-ignore lint/suspicious/noControlCharactersInRegex: such names are skipped
    names: { invalid: /^\s*$|[\u0000-\u001f\u007f}]|^\/|\/$|\/\// },
    protocol: { offers: '2025-11-25', stateless: '2026-07-28' },
    check: ['copilot mcp list', '/mcp'],
    list: {
      args: ['mcp', 'list', '--json'],
      contacts: 'nothing',
      read(output) {
        const listed = jsonIn(output, '{');
        if (!isRecord(listed)) return undefined;
        const servers = isRecord(listed.mcpServers) ? Object.entries(listed.mcpServers) : [];
        return Object.fromEntries(servers.map(([name, server]) => [name, enabledState(server)]));
      },
    },
    reload: { kind: 'command', command: '/mcp reload' },
    traces: { project: ['.github/mcp.json', '.github/copilot'], home: ['.copilot'], command: 'copilot' },
  },
};

/** Kilo Code, which is based on OpenCode, and was based on Cline. Its command line was asked in a terminal. */
import type { AgentData, ServersFile } from './agent-facts.ts';
import { readOpencodeList } from './listing.ts';
import { inConfigFolder, opencodeAgent, opencodeProperties, opencodeVariables } from './opencode.ts';
import type { Tool } from './tool.ts';
import { noVariables } from './variable-facts.ts';

/** It accepts any value of the other one. */
const { permission: _permission, ...otherProperties } = opencodeProperties;

const own = {
  dialect: 'kilo',
  layout: 'opencode',
  root: ['mcp'],
  syntax: 'jsonc',
  acceptsByteOrderMark: true,
  acceptsEmpty: 'without-blanks',
  references: { rejectsProject: true },
  inPlace: { folder: 'refused', circle: 'refused' },
  otherProperties,
  otherValue: 'rejected',
} as const;
/** Asked: of other files, it takes nothing then. */
const refusing = { otherValue: 'refused', refusesBroken: true, refusesOtherRoot: true, refusesOtherMap: true } as const;
const inFolder = (where: ServersFile['in'], ...paths: readonly string[]): readonly ServersFile[] =>
  paths.map((path) => ({
    ...own,
    ...(path.startsWith('.config/') && refusing),
    in: where,
    path,
    ...(path.includes('opencode') && { dialect: 'opencode' }),
  }));

const ofProject = (...paths: readonly string[]): readonly ServersFile[] =>
  inFolder('worktree', ...paths).map((file) => ({ ...file, unlessVariable: 'KILO_DISABLE_PROJECT_CONFIG' }));

const organizationFolders = ['/etc/kilo/', '/Library/Application Support/kilo/', 'C:/ProgramData/kilo/'];

/** From the time when it was based on Cline. */
const older = {
  dialect: 'cline',
  layout: 'mcpServers',
  root: ['mcpServers'],
  in: 'project',
  variables: noVariables,
  format: {
    type: 'type',
    types: { stdio: 'stdio', sse: 'sse', 'streamable-http': 'http' },
    untypedUrl: 'http',
    unknownType: 'ignored',
    disabledBy: 'disabled',
    isOpen: true,
    properties: {},
  },
} as const satisfies Partial<ServersFile>;

/** Asked with a program that writes down its folder: it is that of the start. */
const { cwd: _cwd, disabled: _disabled, ...properties } = opencodeAgent.format.properties;
const { disabledBy: _disabledBy, ...format } = opencodeAgent.format;

const agent: AgentData = {
  ...opencodeAgent,
  version: '7.7.9',
  readIn: '@kilocode/cli',
  files: [
    ...organizationFolders.flatMap((folder) =>
      ['kilo.json', 'kilo.jsonc', 'opencode.json', 'opencode.jsonc'].map((name) => ({
        ...own,
        ...refusing,
        ...(name.startsWith('opencode') && ({ dialect: 'opencode' } as const)),
        ...({ in: 'system', path: folder + name, scope: 'managed' } as const),
      })),
    ),
    { ...own, in: 'environment', path: 'KILO_CONFIG_CONTENT' },
    ...inFolder('home', 'kilo.json', 'opencode.json').map(
      (file) => ({ ...file, variable: 'KILO_CONFIG_DIR', onlyByVariable: true }) as const,
    ),
    ...ofProject('.kilo/kilo.json', '.kilo/kilo.jsonc', '.kilocode/kilo.json', '.kilocode/kilo.jsonc'),
    ...inFolder('home', '.kilo/kilo.json', '.kilo/kilo.jsonc'),
    ...ofProject('opencode.jsonc', 'opencode.json', 'kilo.jsonc', 'kilo.json'),
    ...(['.kilo/mcp.json', '.kilocode/mcp.json'] as const).map((path) => ({ ...older, path })),
    { ...own, in: 'home', path: 'kilo.json', variable: 'KILO_CONFIG', names: 'file', onlyByVariable: true },
    ...inConfigFolder(
      ...inFolder('home', '.config/kilo/opencode.jsonc', '.config/kilo/opencode.json'),
      ...inFolder('home', '.config/kilo/kilo.jsonc', '.config/kilo/kilo.json', '.config/kilo/config.json'),
    ),
  ],
  format: {
    ...format,
    properties: { ...properties, timeout: { value: 'positiveInteger', otherwise: 'skips' } },
  },
  unreadFiles: ['~/.kilocode/cli/global/settings/mcp_settings.json'],
  invalidEntry: 'rejects-file',
  check: ['kilo mcp list'],
  list: { args: ['mcp', 'list'], contacts: 'servers', read: readOpencodeList },
  reload: { kind: 'restart', evidence: 'assumed' },
  traces: { project: ['.kilo', '.kilocode', 'kilo.json', 'kilo.jsonc'], home: ['.config/kilo'], command: 'kilo' },
};

export const kilo: Tool = {
  id: 'kilo',
  name: 'Kilo Code',
  files: [
    { project: ['kilo.jsonc', 'kilo.json', '.kilo/kilo.jsonc', '.kilo/kilo.json'], user: ['.config/kilo/kilo.jsonc'] },
    { format: 'cline', project: ['.kilocode/mcp.json'], user: ['.kilocode/cli/global/settings/mcp_settings.json'] },
  ],
  isLooseJson: true,
  variables: opencodeVariables,
  source: { extends: 'opencode', remoteIsUntyped: true },
  agent,
};

/** Kilo Code, which is based on OpenCode, and was based on Cline. Its command line was asked in a terminal. */
import type { AgentData, ServersFile } from './agent-facts.ts';
import { readOpencodeList } from './listing.ts';
import { opencodeAgent } from './opencode.ts';
import type { Tool } from './tool.ts';

const own = {
  dialect: 'kilo',
  layout: 'opencode',
  root: ['mcp'],
  syntax: 'jsonc',
  acceptsByteOrderMark: true,
} as const;
const inFolder = (where: ServersFile['in'], ...paths: readonly string[]): readonly ServersFile[] =>
  paths.map((path) => ({
    ...own,
    in: where,
    path,
    ...(path.includes('opencode') && { dialect: 'opencode' }),
  }));

const agent: AgentData = {
  ...opencodeAgent,
  version: '7.7.9',
  readIn: '@kilocode/cli',
  files: [
    ...inFolder('worktree', '.kilo/kilo.json', '.kilo/kilo.jsonc', '.kilocode/kilo.json', '.kilocode/kilo.jsonc'),
    ...inFolder('home', '.kilo/kilo.json', '.kilo/kilo.jsonc'),
    ...inFolder('worktree', 'opencode.jsonc', 'opencode.json', 'kilo.jsonc', 'kilo.json'),
    ...inFolder('home', '.config/kilo/opencode.jsonc', '.config/kilo/opencode.json'),
    ...inFolder('home', '.config/kilo/kilo.jsonc', '.config/kilo/kilo.json'),
  ],
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
  source: { extends: 'opencode', remoteIsUntyped: true, bracedVariables: true },
  agent,
};

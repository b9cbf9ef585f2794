/** Real tool servers: what the connection test lists, beside what Oh My Pi's own client and mcporter list. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../common/attempt.ts';
import { root } from '../../scripts/lib/repository.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { bun, installed, type Package, programOf } from './packages.ts';

interface RealServer extends Package {
  readonly args?: readonly string[];
  /** Made-up keys: a server that wants one checks only that it's there. */
  readonly env?: Readonly<Record<string, string>>;
  /** Why we list something else than Oh My Pi's client, and may. */
  readonly reason?: string;
}

/** By name. Versions are locked, because each version offers other tools. */
export const realServers: Readonly<Record<string, RealServer>> = {
  everything: { package: '@modelcontextprotocol/server-everything', version: '2026.8.31' },
  filesystem: { package: '@modelcontextprotocol/server-filesystem', version: '2026.8.31', args: ['.'] },
  memory: { package: '@modelcontextprotocol/server-memory', version: '2026.8.31' },
  'sequential-thinking': { package: '@modelcontextprotocol/server-sequential-thinking', version: '2026.8.31' },
  postgres: {
    package: '@modelcontextprotocol/server-postgres',
    version: '0.6.2',
    args: ['postgresql://127.0.0.1:9/nothing'],
  },
  'chrome-devtools': { package: 'chrome-devtools-mcp', version: '1.11.0' },
  playwright: {
    package: '@playwright/mcp',
    version: '0.0.83',
    reason: 'Oh My Pi uses its own browser instead of this server, so there is nothing to lock.',
  },
  context7: { package: '@upstash/context7-mcp', version: '4.1.1' },
  figma: { package: 'figma-developer-mcp', version: '0.13.2', args: ['--stdio'], env: { FIGMA_API_KEY: 'made-up' } },
  notion: { package: '@notionhq/notion-mcp-server', version: '2.5.2', env: { NOTION_TOKEN: 'made-up' } },
  firecrawl: { package: 'firecrawl-mcp', version: '3.26.0', env: { FIRECRAWL_API_KEY: 'made-up' } },
  tavily: { package: 'tavily-mcp', version: '0.2.22', env: { TAVILY_API_KEY: 'made-up' } },
  eslint: { package: '@eslint/mcp', version: '0.3.13' },
  'desktop-commander': { package: '@wonderwhy-er/desktop-commander', version: '0.2.52' },
  nx: { package: 'nx-mcp', version: '0.25.0' },
  sentry: { package: '@sentry/mcp-server', version: '0.39.0', args: ['--access-token=made-up'] },
  supabase: { package: '@supabase/mcp-server-supabase', version: '0.13.0', args: ['--access-token=sbp_made-up'] },
  kubernetes: { package: 'mcp-server-kubernetes', version: '4.1.7' },
  brave: { package: '@brave/brave-search-mcp-server', version: '2.1.4', env: { BRAVE_API_KEY: 'made-up' } },
  exa: {
    package: 'exa-mcp-server',
    version: '3.4.1',
    env: { EXA_API_KEY: 'made-up' },
    reason: 'Oh My Pi uses its own search instead of this server, so there is nothing to lock.',
  },
  airtable: { package: 'airtable-mcp-server', version: '1.14.0', env: { AIRTABLE_API_KEY: 'made-up' } },
  shopify: { package: '@shopify/dev-mcp', version: '1.16.0' },
  mongodb: { package: 'mongodb-mcp-server', version: '3.0.4' },
  apify: { package: '@apify/actors-mcp-server', version: '0.16.0', env: { APIFY_TOKEN: 'made-up' } },
};

export const clients = {
  'oh-my-pi': { name: "Oh My Pi's client", package: '@oh-my-pi/pi-coding-agent', version: '18.2.3' },
  mcporter: { name: 'mcporter', package: 'mcporter', version: '0.12.3' },
} as const;

/** The names of the tools in order, or that the client can't use the server. */
export type Listed = readonly string[] | 'failed';

export type ListedBy = Readonly<Record<'switchyard' | keyof typeof clients, Listed>>;

/** The recorded answers. */
export interface RecordedServers {
  readonly on: string;
  readonly listed: Readonly<Record<string, ListedBy>>;
}

/** True if the connection test lists what Oh My Pi's client lists. */
export const sameTools = ({ switchyard, 'oh-my-pi': ohMyPi }: ListedBy): boolean =>
  JSON.stringify(switchyard) === JSON.stringify(ohMyPi);

/** Asks all three for the tools of a server. @param cli path of `mcp-config` */
export function listTools(name: string, server: RealServer, cli: string): ListedBy {
  const folder = new TemporaryFolder('outside-server');
  try {
    const config = path.join(folder.path, '.mcp.json');
    const command = [programOf(server), ...(server.args ?? [])];
    const entry = {
      type: 'stdio',
      command: process.execPath,
      args: command,
      env: { ...server.env, HOME: folder.path },
    };
    writeFileSync(config, JSON.stringify({ mcpServers: { [name]: entry } }));
    // One after the other: some servers use a fixed port or file.
    run([cli, 'lock', '--yes', name], folder.path);
    const lock = attempt(() => JSON.parse(readFileSync(path.join(folder.path, 'mcp-lock.json'), 'utf8')));
    const listed = run([programOf(clients.mcporter), 'list', name, '--json', '--config', config], folder.path);
    const ofOhMyPi = installed(clients['oh-my-pi']);
    const driven = run(
      [path.join(root, 'test/outside/oh-my-pi-driver.mjs'), ofOhMyPi, name, JSON.stringify(entry)],
      folder.path,
      bun(),
    );
    return {
      switchyard: namesIn(lock && Object.keys(lock.servers[name].tools ?? {})),
      'oh-my-pi': namesIn(attempt(() => JSON.parse(driven.slice(driven.indexOf('TOOLS ') + 'TOOLS '.length)))),
      mcporter: namesIn(attempt(() => JSON.parse(listed).tools.map((tool: { readonly name: string }) => tool.name))),
    };
  } finally {
    folder.remove();
  }
}

function namesIn(value: unknown): Listed {
  return Array.isArray(value) ? [...value].map(String).sort() : 'failed';
}

/** Returns what a script prints; '' if it fails or takes too long. */
function run(args: readonly string[], folder: string, program = process.execPath): string {
  const { status, stdout } = spawnSync(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 90_000,
    killSignal: 'SIGKILL',
  });
  return status === 0 ? stdout : '';
}

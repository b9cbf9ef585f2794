/**
 * Packages of widely used tool servers. The npm names are those of the reference servers
 * (github.com/modelcontextprotocol) and of vendors, as found in the npm registry in November 2026. The Python names are
 * those that real config files use.
 */
import type { Registry } from './package.ts';

const reference = (names: string): readonly string[] =>
  names.split(' ').map((name) => `@modelcontextprotocol/server-${name}`);

const npm = [
  ...reference('brave-search everything filesystem gdrive github gitlab google-maps memory postgres'),
  ...reference('puppeteer redis sequential-thinking slack'),
  '@apify/actors-mcp-server',
  '@notionhq/notion-mcp-server',
  '@playwright/mcp',
  '@sentry/mcp-server',
  '@supabase/mcp-server-supabase',
  '@upstash/context7-mcp',
  'chrome-devtools-mcp',
  'exa-mcp-server',
  'figma-developer-mcp',
  'firecrawl-mcp',
  'mcp-remote',
  'mcp-server-kubernetes',
  'n8n-mcp',
  'next-devtools-mcp',
  'xcodebuildmcp',
];

const python = [
  ...['fetch', 'git', 'sentry', 'sqlite', 'time'].map((name) => `mcp-server-${name}`),
  ...['aws-documentation', 'core', 'postgres'].map((name) => `awslabs.${name}-mcp-server`),
  'mcp-atlassian',
];

/** The names by registry; images have none. */
export const wellKnownPackages: Readonly<Record<Registry, readonly string[]>> = { npm, python, image: [] };

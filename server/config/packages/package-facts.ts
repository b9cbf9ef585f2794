/**
 * What is known about single packages. `npm run package-facts` asks npm again and writes this file; the product never does.
 * `on` is the day on which the source was read.
 */

import type { PackageRun, Registry } from './package.ts';
import { packageIdentity } from './package-identity.ts';

export interface PackageFact {
  readonly name: string;
  readonly registry: Exclude<Registry, 'image'>;
  /** `missing`: the registry has no version of it. `archived`: no longer maintained. `unsafe`: below a version. */
  readonly kind: 'missing' | 'archived' | 'unsafe';
  /** Of `missing`: the Python package that has the server. */
  readonly python?: string;
  /** Of `unsafe`: the first version without the vulnerability. */
  readonly fixedIn?: string;
  /** A registry, an issue on GitHub, or the name of a vulnerability. */
  readonly source: string;
  readonly on: string;
}

export const packageFacts: readonly PackageFact[] = [
  {
    name: '@modelcontextprotocol/server-git',
    registry: 'npm',
    kind: 'missing',
    python: 'mcp-server-git',
    source: 'npm',
    on: '2026-11-27',
  },
  {
    name: '@modelcontextprotocol/server-fetch',
    registry: 'npm',
    kind: 'missing',
    python: 'mcp-server-fetch',
    source: 'npm',
    on: '2026-11-27',
  },
  {
    name: '@modelcontextprotocol/server-sqlite',
    registry: 'npm',
    kind: 'missing',
    python: 'mcp-server-sqlite',
    source: 'npm',
    on: '2026-11-27',
  },
  {
    name: '@modelcontextprotocol/server-time',
    registry: 'npm',
    kind: 'missing',
    python: 'mcp-server-time',
    source: 'npm',
    on: '2026-11-27',
  },
  { name: '@modelcontextprotocol/server-docker', registry: 'npm', kind: 'missing', source: 'npm', on: '2026-11-28' },
  { name: '@modelcontextprotocol/server-notion', registry: 'npm', kind: 'missing', source: 'npm', on: '2026-11-27' },
  { name: '@modelcontextprotocol/server-prettier', registry: 'npm', kind: 'missing', source: 'npm', on: '2026-11-28' },
  { name: '@modelcontextprotocol/server-sentry', registry: 'npm', kind: 'missing', source: 'npm', on: '2026-11-27' },
  {
    name: 'mcp-server-git',
    registry: 'npm',
    kind: 'missing',
    python: 'mcp-server-git',
    source: 'npm',
    on: '2026-11-27',
  },
  {
    name: 'mcp-server-fetch',
    registry: 'npm',
    kind: 'missing',
    python: 'mcp-server-fetch',
    source: 'npm',
    on: '2026-11-27',
  },
  {
    name: 'mcp-server-time',
    registry: 'npm',
    kind: 'missing',
    python: 'mcp-server-time',
    source: 'npm',
    on: '2026-11-27',
  },
  {
    name: '@modelcontextprotocol/server-aws-kb-retrieval',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: '@modelcontextprotocol/server-brave-search',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: '@modelcontextprotocol/server-everart',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: '@modelcontextprotocol/server-gdrive',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: '@modelcontextprotocol/server-github',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: '@modelcontextprotocol/server-gitlab',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: '@modelcontextprotocol/server-google-maps',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: '@modelcontextprotocol/server-postgres',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: '@modelcontextprotocol/server-puppeteer',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: '@modelcontextprotocol/server-redis',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: '@modelcontextprotocol/server-slack',
    registry: 'npm',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: 'mcp-server-sentry',
    registry: 'python',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1842',
    on: '2026-11-26',
  },
  {
    name: 'mcp-server-sqlite',
    registry: 'python',
    kind: 'archived',
    source: 'modelcontextprotocol/servers#1945',
    on: '2026-11-27',
  },
  { name: 'mcp-remote', registry: 'npm', kind: 'unsafe', fixedIn: '0.1.16', source: 'CVE-2025-6514', on: '2026-11-26' },
];

/** Returns what is known about the package that a runner starts. */
export function factOf(run: PackageRun): PackageFact | undefined {
  const identity = packageIdentity(run);
  if (identity === undefined) return undefined;
  const fact = packageFacts.find(({ name, registry }) => name === identity.name && registry === identity.registry);
  return fact?.fixedIn === undefined || isBelow(identity.version, fact.fixedIn) ? fact : undefined;
}

/** False if it isn't known which version is used: a range may lead to the newest one. */
function isBelow(version: string | undefined, limit: string): boolean {
  const [used, least] = [version, limit].map((text) => /^(?:v|==?)?(\d+)\.(\d+)\.(\d+)$/.exec(text ?? '')?.slice(1));
  if (used === undefined || least === undefined) return false;
  const differs = used.findIndex((part, index) => part !== least[index]);
  return Number(used[differs]) < Number(least[differs]);
}

/** True for a package that isn't proposed. */
export const isArchived = (registry: Registry, name: string): boolean =>
  packageFacts.some((fact) => fact.kind === 'archived' && fact.registry === registry && fact.name === name);

/** Servers that Oh My Pi skips in favor of a built-in tool: Exa for its search, and browser servers for its browser. */
import { hasBehavior } from './agent-version.ts';
import { valuesOf } from './connection.ts';
import { type JsonNode, stringValue } from './json.ts';
import type { DefinedServer } from './source-file.ts';

const browserNames: ReadonlySet<string> = new Set([
  'puppeteer',
  'playwright',
  'browserbase',
  'browser-tools',
  'browser-use',
  'browser',
]);
const browserPackages = [
  '@modelcontextprotocol/server-puppeteer',
  '@playwright/mcp',
  '@browserbasehq/mcp-server-browserbase',
  '@agentdeskai/browser-tools-mcp',
  '@agent-infra/mcp-server-browser',
  'puppeteer-mcp',
  'playwright-mcp',
  'pptr-mcp',
  'browser-use-mcp',
  'mcp-browser-use',
];
const browserHosts = ['browserbase.com', 'browser-use.com'];

/** Returns the built-in tool that is used instead of this server, if any. */
export function builtInFor(definition: DefinedServer, version: string): 'search' | 'browser' | undefined {
  const { name, source, entry, node } = definition;
  const object = entry?.value ?? node;
  if (object?.type !== 'object') return undefined;
  const value = valuesOf(object, source.layout);
  const url = stringValue(value('url')) ?? '';
  const words = [value('command'), ...listOf(value('args'))].flatMap((word) => stringValue(word) ?? []);
  const everything = [url, ...words];
  const isExa = name.toLowerCase() === 'exa' || everything.some((text) => text.includes('mcp.exa.ai'));
  if (isExa) return hasBehavior(version, 'exaTools') && asksForMore(everything) ? undefined : 'search';
  if (!hasBehavior(version, 'builtInBrowser')) return undefined;
  const isBrowser =
    browserNames.has(name) ||
    words.some((word) => browserPackages.some((name) => word.includes(name))) ||
    isAtOneOf(url, browserHosts);
  return isBrowser ? 'browser' : undefined;
}

/** True if an Exa server is configured with tools other than the built-in search. */
function asksForMore(texts: readonly string[]): boolean {
  const tools = texts.flatMap((text) => /[?&]?\btools=([^&\s]*)/.exec(text)?.[1]?.split(/,|%2C/i) ?? []);
  return tools.some((tool) => tool !== '' && tool !== 'web_search_exa');
}

function isAtOneOf(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

const listOf = (node: JsonNode | undefined): readonly JsonNode[] => (node?.type === 'array' ? node.items : []);

/** Servers that Oh My Pi skips in favor of a built-in tool: Exa for its search, and browser servers for its browser. */
import { wordSet } from '../../../common/guards.ts';
import { itemsOf, stringValue } from '../text/json.ts';
import type { Values } from './imported-properties.ts';

const browserNames = wordSet('puppeteer playwright browserbase browser-tools browser-use browser');
/** One expression, because every server is compared with all of them. */
const browserPackages =
  /@modelcontextprotocol\/server-puppeteer|@playwright\/mcp|@browserbasehq\/mcp-server-browserbase|@agentdeskai\/browser-tools-mcp|@agent-infra\/mcp-server-browser|puppeteer-mcp|playwright-mcp|pptr-mcp|browser-use-mcp|mcp-browser-use/;
const browserHosts = ['browserbase.com', 'browser-use.com'];

/** A built-in tool that does what a server does. */
export interface BuiltIn {
  readonly tool: 'search' | 'browser';
  /** True for an Exa server with tools other than the search. */
  readonly hasMore: boolean;
}

/**
 * Returns the built-in tool that does what a server does, if any.
 * @param type of an unknown type, Oh My Pi uses only the command
 */
export function builtInFor(name: string, value: Values, type: string | undefined): BuiltIn | undefined {
  const isEndpoint = type === 'http' || type === 'sse';
  const url = (isEndpoint && stringValue(value('url'))) || '';
  const args = type === 'stdio' ? itemsOf(value('args')).flatMap((word) => stringValue(word) ?? []) : [];
  const words = isEndpoint ? [] : [stringValue(value('command')) ?? '', ...args];
  if (name.toLowerCase() === 'exa' || [url, ...args].some((text) => text.includes('mcp.exa.ai')))
    return { tool: 'search', hasMore: asksForMore([url, ...args]) };
  const isBrowser =
    browserNames.has(name) || words.some((word) => browserPackages.test(word)) || isAtOneOf(url, browserHosts);
  return isBrowser ? { tool: 'browser', hasMore: false } : undefined;
}

/** True if Oh My Pi uses its built-in tool instead of the server. */
export function replaces({ tool, hasMore }: BuiltIn): boolean {
  return tool === 'browser' || !hasMore;
}

/** True if an Exa server is configured with tools other than the built-in search. */
function asksForMore(texts: readonly string[]): boolean {
  const tools = texts.flatMap((text) => /[?&]?\btools=([^&\s]*)/.exec(text)?.[1]?.split(/,|%2C/i) ?? []);
  return tools.some((tool) => tool !== '' && tool !== 'web_search_exa');
}

function isAtOneOf(url: string, hosts: readonly string[]): boolean {
  // Parsing a URL takes long.
  if (!hosts.some((host) => url.includes(host)) || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

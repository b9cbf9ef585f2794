/** Names for unnamed servers, derived from the package that is started or from the URL. */

import { programName } from '../../common/program-name.ts';
import { trimEndOf } from '../../common/trim.ts';
import { packageOf } from '../config/package.ts';
import { allowedName } from '../fixes/names.ts';

const fallback = 'server';

/** Returns a name for a command line: `github` for `npx -y @modelcontextprotocol/server-github@1.2.3`. */
export function nameFromCommand(words: readonly string[]): string {
  const script = words.slice(1).find((word) => !word.startsWith('-') && word !== 'run');
  return short(packageIn(words) ?? script ?? words[0] ?? '');
}

/** Returns the package that a command line fetches and starts; undefined if it does something else. */
export function packageIn(words: readonly string[]): string | undefined {
  const nodes = words.map((value) => ({ type: 'string' as const, value, offset: 0, length: 0 }));
  return packageOf({ words: nodes, program: programName(words[0] ?? '') })?.spec;
}

/** Returns a name for a URL: `example` for `https://mcp.example.com/mcp`. */
export function nameFromAddress(url: string): string {
  const host = /^[a-z]+:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1] ?? '';
  if (/^[\d.]+$/.test(host)) return allowedName(host) ?? fallback;
  const labels = host.split('.').filter((label) => !/^(?:www|mcp|api|app)$/i.test(label));
  return allowedName(labels[0] ?? host) ?? fallback;
}

function short(name: string): string {
  // Longer texts have no meaningful name.
  const bare = name
    .slice(0, 500)
    .replace(/^(?:git\+)?[a-z]+:\/\//i, '')
    // Backtracking is bounded: 500 characters.
    .replace(/(?<=.)@(?:sha256:.*|[^/@]*)$|[=~!<>]=.*$|\[.*?\]/g, '')
    // Backtracking is bounded: 500 characters.
    .replace(/(?<=\/[^/]*|^[^/]*):[\w.-]+$/, '')
    .replace(/\.(?:git|[cm]?[jt]s|py)$/, '');
  const parts = trimEndOf(bare, '\\/')
    .split(/[\\/]/)
    .filter((part) => !/^(?:\.*|dist|build|src|lib|bin|index|main|server)$/.test(part));
  const words = parts.map((part) =>
    part
      .replace(/^@/, '')
      .replace(/^(?:mcp[-_]server|server|mcp)[-_]/i, '')
      .replace(/[-_](?:mcp[-_]server|server[-_]mcp|mcp|server)$/i, ''),
  );
  // A name such as "mcp" isn't distinctive; the scope before it is.
  const telling = words.findLast((word) => !/^(?:mcp|server|mcp[-_]server)?$/i.test(word));
  return allowedName(telling ?? words.at(-1) ?? '') ?? fallback;
}

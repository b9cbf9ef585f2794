/** Names for servers that have none: from the package that is started, or from the address. */
import { programName } from '../config/launch.ts';
import { packageOf } from '../config/package.ts';
import { allowedName } from '../fixes/names.ts';

const fallback = 'server';

/** `npx -y @modelcontextprotocol/server-github@1.2.3` is called `github`. */
export function nameFromCommand(words: readonly string[]): string {
  const script = words.slice(1).find((word) => !word.startsWith('-') && word !== 'run');
  return short(packageIn(words) ?? script ?? words[0] ?? '');
}

/** The package that a command line fetches and starts; undefined where it does something else. */
export function packageIn(words: readonly string[]): string | undefined {
  const nodes = words.map((value) => ({ type: 'string' as const, value, offset: 0, length: 0 }));
  return packageOf({ words: nodes, program: programName(words[0] ?? '') })?.spec;
}

/** `https://mcp.example.com/mcp` is called `example`. */
export function nameFromAddress(url: string): string {
  const host = /^[a-z]+:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1] ?? '';
  if (/^[\d.]+$/.test(host)) return allowedName(host) ?? fallback;
  const labels = host.split('.').filter((label) => !/^(?:www|mcp|api|app)$/i.test(label));
  return allowedName(labels[0] ?? host) ?? fallback;
}

function short(name: string): string {
  // Longer ones have no telling name, and the patterns below look back and forth.
  const bare = name
    .slice(0, 500)
    .replace(/^(?:git\+)?[a-z]+:\/\//i, '')
    .replace(/(?<=.)@(?:sha256:.*|[^/@]*)$|[=~!<>]=.*$|\[.*?\]/g, '')
    .replace(/(?<=\/[^/]*|^[^/]*):[\w.-]+$/, '')
    .replace(/\.(?:git|[cm]?[jt]s|py)$/, '')
    .replace(/[\\/]+$/, '');
  const parts = bare.split(/[\\/]/).filter((part) => !/^(?:\.*|dist|build|src|lib|bin|index|main|server)$/.test(part));
  const words = parts.map((part) =>
    part
      .replace(/^@/, '')
      .replace(/^(?:mcp[-_]server|server|mcp)[-_]/i, '')
      .replace(/[-_](?:mcp[-_]server|server[-_]mcp|mcp|server)$/i, ''),
  );
  // What is called only "mcp" says nothing; the scope before it does.
  const telling = words.findLast((word) => !/^(?:mcp|server|mcp[-_]server)?$/i.test(word));
  return allowedName(telling ?? words.at(-1) ?? '') ?? fallback;
}

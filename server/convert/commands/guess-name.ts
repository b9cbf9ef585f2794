/** Names for unnamed servers, derived from the package that is started or from the URL. */
import { wordSet } from '../../../common/guards.ts';
import { programName } from '../../../common/program-name.ts';
import { trimEndOf } from '../../../common/text/trim.ts';
import { packageOf } from '../../config/packages/package.ts';
import { allowedName } from '../../fixes/rename-server.ts';

const fallback = 'server';

/** Returns a name for a command line: `github` for `npx -y @modelcontextprotocol/server-github@1.2.3`. */
export function nameFromCommand(words: readonly string[]): string {
  const line = withoutShell(words);
  const name = short(startedBy(line) ?? '');
  if (name !== fallback) return name;
  // Another word can be more distinctive, such as the folder of `server.py`.
  return short(line.slice(1).find((word) => !word.startsWith('-') && word !== 'run') ?? line[0] ?? '');
}

/** Returns the words after `cmd /c`. */
export function withoutShell(words: readonly string[]): readonly string[] {
  const isShell = programName(words[0] ?? '') === 'cmd' && /^\/c$/i.test(words[1] ?? '');
  return isShell ? words.slice(2) : words;
}

/** Returns the package, script, or module that a command line starts; undefined if it does something else. */
export function startedBy(words: readonly string[]): string | undefined {
  return packageIn(words) ?? scriptOf(words);
}

/** Returns the package that a command line fetches and starts; undefined if it does something else. */
export function packageIn(words: readonly string[]): string | undefined {
  const nodes = words.map((value) => ({ type: 'string' as const, value, offset: 0, length: 0 }));
  return packageOf({ words: nodes, program: programName(words[0] ?? '') })?.spec;
}

const uvValued = wordSet('-p --python --with --directory --project --env-file --index --config-file --package --extra');

/** Returns the script or module that a program runs: `server.js`, `pytest` for `python -m pytest`. */
function scriptOf([command = '', ...rest]: readonly string[]): string | undefined {
  const program = programName(command);
  if (program === 'uv') {
    const [run, ...more] = withoutOptions(rest, uvValued);
    if (run !== 'run') return undefined;
    const [script] = withoutOptions(more, uvValued);
    return script !== undefined && /^python[\d.]*$/.test(script)
      ? (scriptOf(more.slice(more.indexOf(script))) ?? script)
      : script;
  }
  if (program === 'bun') return rest[0] === 'run' ? (rest[1] ?? '') : undefined;
  if (!/^(?:node|deno|tsx|ts-node|py|python[\d.]*)$/.test(program)) return undefined;
  const module = rest.indexOf('-m');
  return module >= 0 ? rest[module + 1] : rest.find((word) => !word.startsWith('-'));
}

/** Returns the words from the first one that isn't an option or its value. */
function withoutOptions(words: readonly string[], valued: ReadonlySet<string>): readonly string[] {
  let at = 0;
  while (words[at]?.startsWith('-') === true) at += valued.has(words[at] ?? '') ? 2 : 1;
  return words.slice(at);
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

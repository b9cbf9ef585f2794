/** Links that install a server with one click, in VS Code and Cursor. */
import type { Dialect } from '../../common/tool-files.ts';

/** What an install link says. */
export interface InstallLink {
  readonly dialect: Dialect;
  readonly name: string | undefined;
  /** The server as JSON. */
  readonly json: string;
  /** The values to ask for, as JSON. */
  readonly inputs: string | undefined;
}

const vscodeLink = /^vscode(?:-insiders)?:\/?\/?mcp\/install\?(.+)$/is;
const redirect = /^https:\/\/(?:insiders\.)?vscode\.dev\/redirect(\/mcp\/install)?\?(.+)$/is;
const cursorLink =
  /^(?:cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install|https:\/\/cursor\.com\/(?:[\w-]+\/)?install-mcp)\?(.+)$/is;

/** Undefined for a text that is no such link, or a broken one. */
export function installLink(text: string): InstallLink | undefined {
  if (/\s/.test(text)) return undefined;
  try {
    const own = vscodeLink.exec(text)?.[1];
    if (own !== undefined) return ofVsCode(own);
    const [, path, query] = redirect.exec(text) ?? [];
    if (path !== undefined && query !== undefined) return withParameters(query, 'vscode', (config) => config);
    const inner = query === undefined ? undefined : new URLSearchParams(query).get('url');
    if (inner) return inner.startsWith('vscode') ? installLink(inner) : undefined;
    const cursor = cursorLink.exec(text)?.[1];
    return cursor === undefined ? undefined : withParameters(cursor, 'cursor', fromBase64);
  } catch {
    return undefined;
  }
}

/** The whole query is the server, with its name and inputs, as JSON; some links name the parameters instead. */
function ofVsCode(query: string): InstallLink | undefined {
  if (/(?:^|&)config=/.test(query)) return withParameters(query, 'vscode', (config) => config);
  return { dialect: 'vscode', name: undefined, json: decodeURIComponent(query), inputs: undefined };
}

function withParameters(query: string, dialect: Dialect, decode: (config: string) => string): InstallLink | undefined {
  const parameters = new URLSearchParams(query);
  const config = parameters.get('config');
  if (config === null) return undefined;
  return {
    dialect,
    name: parameters.get('name') ?? undefined,
    json: decode(config),
    inputs: parameters.get('inputs') ?? undefined,
  };
}

/** UTF-8 text. A plus sign in a query arrives as a space. */
function fromBase64(config: string): string {
  const bytes = Uint8Array.from(atob(config.replaceAll(' ', '+')), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

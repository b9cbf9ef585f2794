/** Links that install a server with one click, in VS Code and Cursor. */
import type { Dialect } from '../../common/tool-files.ts';

/** The content of an install link. */
export interface InstallLink {
  readonly dialect: Dialect;
  readonly name: string | undefined;
  /** The server as JSON. */
  readonly json: string;
  /** The values to prompt for, as JSON. */
  readonly inputs: string | undefined;
}

const vscodeLink = /^vscode(?:-insiders)?:\/?\/?mcp\/install\?(.+)$/is;
const redirect = /^https:\/\/(?:insiders\.)?vscode\.dev\/redirect(\/mcp\/install)?\?(.+)$/is;
const cursorLink =
  /^(?:cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install|https:\/\/cursor\.com\/(?:[\w-]+\/)?install-mcp)\?(.+)$/is;

/** Parses an install link; undefined if the text isn't one, or isn't a valid one. */
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

/** Parses a query that is a server as JSON, with its name and inputs. Some links use named parameters instead. */
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

/** Decodes UTF-8 text from Base64. A plus sign in a query is decoded as a space. */
function fromBase64(config: string): string {
  const bytes = Uint8Array.from(atob(config.replaceAll(' ', '+')), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

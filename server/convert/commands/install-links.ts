/** Links that install a server with one click, in VS Code, Visual Studio, Cursor, Kiro, LM Studio, and Goose. */
import type { ToolId } from '../../../common/generated/tools.ts';

/** The content of an install link. */
export interface InstallLink {
  readonly dialect: ToolId;
  readonly name: string | undefined;
  /** The server as JSON. */
  readonly json: string;
  /** The values to prompt for, as JSON. */
  readonly inputs: string | undefined;
}

/** Parses the query of a link. */
type Parser = (query: string) => InstallLink | undefined;

const asIs = (config: string): string => config;

/** The links of all tools: what they start with, and how the rest is parsed. */
const forms: readonly (readonly [start: RegExp, parse: Parser])[] = [
  [/^vscode(?:-insiders)?:\/?\/?mcp\/install\?/i, ofVsCode],
  [/^https:\/\/aka\.ms\/vs\/mcp-install\?/i, ofVsCode],
  [/^https:\/\/(?:insiders\.)?vscode\.dev\/redirect\/mcp\/install\?/i, ofVsCode],
  [/^https:\/\/(?:insiders\.)?vscode\.dev\/redirect\?/i, redirected],
  [/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/i, withParameters('cursor', fromBase64)],
  [/^https:\/\/(?:www\.)?cursor\.com\/(?:[\w-]{1,20}\/)?install-mcp\?/i, withParameters('cursor', fromBase64)],
  [/^https:\/\/(?:www\.)?cursor\.com\/link\/mcp(?:\/|%2F)install\?/i, withParameters('cursor', fromBase64)],
  [/^https:\/\/(?:www\.)?kiro\.dev\/launch\/mcp\/add\?/i, withParameters('kiro', asIs)],
  [/^kiro:\/\/kiro\.mcp\/add\?/i, withParameters('kiro', asIs)],
  [/^lmstudio:\/\/add_mcp\?/i, withParameters('lm-studio', fromBase64)],
  [/^https:\/\/(?:www\.)?lmstudio\.ai\/install-mcp\?/i, withParameters('lm-studio', fromBase64)],
  [/^goose:\/\/extension\?/i, ofGoose],
  [/^https:\/\/block\.github\.io\/goose\/extension\?/i, ofGoose],
];

/** Parses an install link; undefined if the text isn't one, or isn't a valid one. */
export function installLink(text: string): InstallLink | undefined {
  const link = linkIn(text);
  for (const [start, parse] of forms) {
    const [head] = start.exec(link) ?? [];
    if (head === undefined) continue;
    try {
      return parse(link.slice(head.length));
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** Maximum number of links in a text that are tried. */
const limit = 50;

/** Returns the install links in a text, such as a table of badges. */
export function linksIn(text: string): readonly string[] {
  const urls: string[] = [];
  for (const [url] of text.matchAll(
    /\b(?:https|vscode|vscode-insiders|cursor|kiro|lmstudio|goose):[^\s"'<>()[\]]+/gi,
  )) {
    if (urls.length === limit) break;
    if (installLink(url) !== undefined) urls.push(url);
  }
  return urls;
}

/** Returns the target of a Markdown link, such as a badge in a README; other texts as they are. */
function linkIn(text: string): string {
  if (!text.startsWith('[') || !text.endsWith(')')) return text;
  return text.slice(text.lastIndexOf('](') + 2, -1);
}

/** Parses a query that is a server as JSON, with its name and inputs. Some links use named parameters instead. */
function ofVsCode(query: string): InstallLink | undefined {
  if (/(?:^|&)config=/.test(query)) return withParameters('vscode', asIs)(query);
  return { dialect: 'vscode', name: undefined, json: decoded(query), inputs: undefined };
}

/** Parses the query of a page that redirects to another link, but only to one of VS Code. */
function redirected(query: string): InstallLink | undefined {
  const url = decoded(new URLSearchParams(query).get('url') ?? '', /^vscode(?:-insiders)?:/i);
  return url.startsWith('vscode') ? installLink(url) : undefined;
}

function withParameters(dialect: ToolId, decode: (config: string) => string): Parser {
  return (query) => {
    const parameters = new URLSearchParams(query);
    const config = parameters.get('config');
    if (config === null) return undefined;
    // Some pages encode the configuration twice, or as plain JSON where Base64 is usual.
    const text = decoded(config);
    return {
      dialect,
      name: parameters.get('name') ?? undefined,
      json: /^\s*\{/.test(text) ? text : decode(text),
      inputs: decodedInputs(parameters.get('inputs')),
    };
  };
}

const decodedInputs = (inputs: string | null): string | undefined =>
  inputs === null ? undefined : decoded(inputs, /^\[/);

/** Decodes a percent-encoded text, which some pages encode up to three times, until it starts as expected. */
function decoded(text: string, start = /^\s*\{/): string {
  let result = text;
  for (let round = 0; round < 3 && !start.test(result) && result.includes('%'); round++)
    result = decodeURIComponent(result);
  return result;
}

/** Decodes UTF-8 text from Base64. A plus sign in a query is decoded as a space. */
function fromBase64(config: string): string {
  const usual = config.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(usual), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/** Parses the parameters of Goose, one for each field. Those of variables and headers are prompts: `KEY=description`. */
function ofGoose(query: string): InstallLink | undefined {
  const parameters = new URLSearchParams(query);
  const one = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const [command, url, timeout] = [one('cmd'), one('url'), Number(one('timeout') ?? Number.NaN)];
  if (command === undefined && url === undefined) return undefined;
  const asked = (name: string) =>
    parameters.getAll(name).map((item) => {
      const at = item.indexOf('=');
      return { id: at < 0 ? item : item.slice(0, at), description: at < 0 ? '' : item.slice(at + 1) };
    });
  const prompted = (name: string): object => Object.fromEntries(asked(name).map(({ id }) => [id, `\${input:${id}}`]));
  const env = prompted('env');
  const headers = prompted('header');
  const server = {
    ...(command === undefined
      ? { type: one('type') ?? one('transport'), url }
      : { command, args: parameters.getAll('arg') }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Number.isFinite(timeout) && { timeout }),
  };
  const inputs = [...asked('env'), ...asked('header')];
  return {
    dialect: 'goose',
    name: one('name') ?? one('id'),
    json: JSON.stringify(server),
    inputs: JSON.stringify(inputs),
  };
}

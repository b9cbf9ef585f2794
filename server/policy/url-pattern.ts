/** Patterns for the URLs of remote servers, matched as described in docs/policy.md. */

import { trimEndOf } from '../../common/text/trim.ts';

/** The literal texts between wildcards (`*`), split once, because each server is compared with every pattern. */
type Wildcards = readonly string[];

/** Canonical parts of a pattern. */
export interface UrlPattern {
  readonly scheme: Wildcards;
  readonly host: Wildcards;
  /** Undefined: the default port of the scheme. */
  readonly port: Wildcards | undefined;
  /** Includes the query. If undefined, any path matches. */
  readonly path: Wildcards | undefined;
}

/** Canonical parts of a server's URL. */
export interface ServerUrl {
  readonly scheme: string;
  readonly hostname: string;
  /** Set even if it's the default port. */
  readonly port: string;
  /** The host name, with the port if it isn't the default one. */
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  /** True if the URL has a user name or a password. */
  readonly credentials: boolean;
}

/** Returns undefined if the text isn't a pattern. */
export function readUrlPattern(text: string): UrlPattern | undefined {
  if (text === '*') return { scheme: ['', ''], host: ['', ''], port: undefined, path: undefined };
  const [, scheme, authority, rest = ''] =
    /^([a-z*][a-z\d+.*-]*):\/\/([^/?#\\@]+)([/?][^#]*)?(?:#.*)?$/i.exec(text) ?? [];
  const [, host, port] = /^(\[[^\]]*\]|[^:]*)(?::([\d*]+))?$/.exec(authority ?? '') ?? [];
  if (scheme === undefined || host === undefined || host === '') return undefined;
  const canonical = canonicalHost(host);
  if (canonical === undefined) return undefined;
  return {
    scheme: scheme.toLowerCase().split('*'),
    host: canonical.split('*'),
    port: port?.split('*'),
    path: rest === '' ? undefined : canonicalPath(rest).split('*'),
  };
}

/** Returns undefined if the text isn't an absolute URL. */
export function readServerUrl(text: string): ServerUrl | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname: host, port, pathname, search, username, password } = new URL(text);
  const hostname = host.replace(/\.$/, '');
  return {
    scheme: protocol.slice(0, -1),
    hostname,
    port: port === '' ? (defaultPorts[protocol] ?? '') : port,
    authority: port === '' ? hostname : `${hostname}:${port}`,
    path: pathname,
    query: search,
    credentials: username !== '' || password !== '',
  };
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443' };

/** Where the vendors' documentation is ambiguous, the stricter reading applies: see docs/policy.md. */
export function matchesUrl({ scheme, host, port, path }: UrlPattern, url: ServerUrl, list: 'allow' | 'deny'): boolean {
  if (list === 'allow' && url.credentials) return false;
  if (!matchesParts(scheme, url.scheme)) return false;
  const isHost =
    port === undefined
      ? matchesParts(host, url.authority)
      : matchesParts(host, url.hostname) && matchesParts(port, url.port);
  if (!isHost || path === undefined) return isHost;
  if (matchesParts(path, url.path + url.query)) return true;
  // A slash at the end doesn't count. Claude Code was asked.
  const trimmed = path.with(-1, trimEndOf(path.at(-1) ?? '', '/'));
  return list === 'deny' && (matchesParts(path, url.path) || matchesParts(trimmed, trimEndOf(url.path, '/')));
}

/** Returns the host in lowercase ASCII without a trailing dot; undefined if it isn't a valid host. */
function canonicalHost(host: string): string | undefined {
  const plain = host.replace(/\.$/, '');
  if (!plain.includes('*')) return hostnameOf(plain);
  const labels = plain.split('.').map((label) => (label.includes('*') ? label.toLowerCase() : asciiLabel(label)));
  return labels.includes(undefined) ? undefined : labels.join('.');
}

function asciiLabel(label: string): string | undefined {
  // By itself, a number would be parsed as an IPv4 address.
  return /^[a-z\d-]*$/i.test(label) ? label.toLowerCase() : hostnameOf(`${label}.x`)?.slice(0, -2);
}

const hostnameOf = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;

function canonicalPath(path: string): string {
  const { pathname, search } = new URL(`http://host${path}`);
  return pathname + search;
}

/**
 * True if the text has the parts in order, starting with the first and ending with the last. Takes linear time per
 * part, because the leftmost match of a part is always sufficient.
 * @param parts the literal text between the wildcards; one part means no wildcard
 */
export function matchesParts(parts: readonly string[], text: string): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

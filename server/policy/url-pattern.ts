/** Patterns for the addresses of remote servers, compared as docs/policy.md says. */
import { matchesGlob } from './glob.ts';

/** Canonical parts of a pattern; each but the missing ones can have `*`. */
export interface UrlPattern {
  readonly scheme: string;
  readonly host: string;
  /** Undefined: the default port of the scheme. */
  readonly port: string | undefined;
  /** With the query. Undefined: any path. */
  readonly path: string | undefined;
}

/** The canonical parts of a server's address. */
export interface ServerUrl {
  readonly scheme: string;
  readonly hostname: string;
  /** Also the default port. */
  readonly port: string;
  /** The host name, with the port if it isn't the default one. */
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  /** The address has a user name or a password. */
  readonly credentials: boolean;
}

/** Returns undefined if the text isn't a pattern. */
export function readUrlPattern(text: string): UrlPattern | undefined {
  if (text === '*') return { scheme: '*', host: '*', port: undefined, path: undefined };
  const [, scheme, authority, rest = ''] =
    /^([a-z*][a-z\d+.*-]*):\/\/([^/?#\\@]+)([/?][^#]*)?(?:#.*)?$/i.exec(text) ?? [];
  const [, host, port] = /^(\[[^\]]*\]|[^:]*)(?::([\d*]+))?$/.exec(authority ?? '') ?? [];
  if (scheme === undefined || host === undefined || host === '') return undefined;
  const canonical = canonicalHost(host);
  if (canonical === undefined) return undefined;
  return { scheme: scheme.toLowerCase(), host: canonical, port, path: rest === '' ? undefined : canonicalPath(rest) };
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

/** What the documentation leaves open is decided against the server: see docs/policy.md. */
export function matchesUrl({ scheme, host, port, path }: UrlPattern, url: ServerUrl, list: 'allow' | 'deny'): boolean {
  if (list === 'allow' && url.credentials) return false;
  if (!matchesGlob(scheme, url.scheme)) return false;
  const isHost =
    port === undefined
      ? matchesGlob(host, url.authority)
      : matchesGlob(host, url.hostname) && matchesGlob(port, url.port);
  if (!isHost || path === undefined) return isHost;
  return matchesGlob(path, url.path + url.query) || (list === 'deny' && matchesGlob(path, url.path));
}

/** Lowercase, without the trailing dot, and in ASCII; undefined if it can't be a host. */
function canonicalHost(host: string): string | undefined {
  const plain = host.replace(/\.$/, '');
  if (!plain.includes('*')) return hostnameOf(plain);
  const labels = plain.split('.').map((label) => (label.includes('*') ? label.toLowerCase() : asciiLabel(label)));
  return labels.includes(undefined) ? undefined : labels.join('.');
}

function asciiLabel(label: string): string | undefined {
  // Alone, a number would be read as an IPv4 address.
  return /^[a-z\d-]*$/i.test(label) ? label.toLowerCase() : hostnameOf(`${label}.x`)?.slice(0, -2);
}

const hostnameOf = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;

function canonicalPath(path: string): string {
  const { pathname, search } = new URL(`http://host${path}`);
  return pathname + search;
}

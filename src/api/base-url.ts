/** The address of the service: https, or http on a loopback host; a path prefix may follow. */

export type BaseUrl = { ok: true; url: URL } | { ok: false; reason: string };

/** Reads what a user typed as base URL. Spaces around it and slashes at its end do not matter. */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return no('The base URL is empty.');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    return no('The base URL needs a scheme: start it with https:// (or http:// for this machine).');
  }
  const url = URL.parse(trimmed);
  if (url === null) return no('The base URL is not a valid address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return no(`The base URL cannot use ${url.protocol}//`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return no('The base URL must use https://. Plain http:// is taken for this machine alone (localhost, 127.0.0.1).');
  }
  if (url.username !== '' || url.password !== '') return no('The base URL must not hold a user name or password.');
  if (url.search !== '' || url.hash !== '') return no('The base URL must end before any ? or #.');
  url.pathname = url.pathname.replace(/\/+$/, '');
  return { ok: true, url };
}

/** Whether a host name, as the URL class writes it, is this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}

function no(reason: string): BaseUrl {
  return { ok: false, reason };
}

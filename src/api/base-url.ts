/** Base URL of the service: https, or http on a loopback host, with an optional path prefix. */
import * as l10n from '@vscode/l10n';
import { trimEndOf } from '../../common/trim.ts';

export type BaseUrl = { ok: true; url: URL } | { ok: false; reason: string };

/** Parses a base URL that a user typed. Ignores surrounding whitespace and trailing slashes. */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return no(l10n.t('Enter a base URL.'));
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    return no(l10n.t('The base URL must start with https:// (or http:// for this machine).'));
  }
  const url = URL.parse(trimmed);
  if (url === null) return no(l10n.t("The base URL isn't a valid URL."));
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return no(l10n.t("The base URL can't use {0}//. Use https://.", url.protocol));
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return no(l10n.t('The base URL must use https://. Only this machine (localhost, 127.0.0.1) can use http://.'));
  }
  if (url.username !== '' || url.password !== '')
    return no(l10n.t("The base URL can't contain a user name or password."));
  if (url.search !== '' || url.hash !== '') return no(l10n.t("The base URL can't have a query or a fragment."));
  url.pathname = trimEndOf(url.pathname, '/');
  return { ok: true, url };
}

/** True if a host name, as normalized by `URL`, is a loopback host. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}

function no(reason: string): BaseUrl {
  return { ok: false, reason };
}

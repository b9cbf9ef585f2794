/** Base URL of the service: https, or http on a loopback host, with an optional path prefix. */

import * as l10n from '@vscode/l10n';
import { isLoopback } from '../../../../common/hosts.ts';
import { trimEndOf } from '../../../../common/text/trim.ts';

export type BaseUrl = { ok: true; url: URL } | { ok: false; reason: string };

/** An endpoint that was copied from a document, with what follows the base URL. */
const endpoint =
  /\/chat\/completions$|(?<=\/v1)\/(?:completions|responses|messages|models|embeddings|images\/generations|audio\/(?:speech|transcriptions)|workflows|executions)$/;

/**
 * Parses a base URL that a user typed. Ignores surrounding whitespace, trailing slashes, and an endpoint of the API with
 * its query. Without a scheme, it's https, or http on this machine. A client finds out what a final `/v1` means
 * (`ServiceBase`).
 */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return no(l10n.t('Enter a base URL.'));
  const url = URL.parse(withScheme(trimmed));
  if (url === null) return no(l10n.t("The base URL isn't a valid URL."));
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return no(l10n.t("The base URL can't use {0}//. Use https://.", url.protocol));
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return no(l10n.t('The base URL must use https://. Only this machine (localhost, 127.0.0.1) can use http://.'));
  }
  if (url.username !== '' || url.password !== '')
    return no(l10n.t("The base URL can't contain a user name or password."));
  const path = trimEndOf(url.pathname, '/');
  const base = path.replace(endpoint, '');
  if (base === path && (url.search !== '' || url.hash !== ''))
    return no(l10n.t("The base URL can't have a query or a fragment."));
  url.pathname = trimEndOf(base, '/');
  url.search = '';
  url.hash = '';
  return { ok: true, url };
}

function withScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const rest = text.startsWith('//') ? text : `//${text}`;
  const host = URL.parse(`http:${rest}`)?.hostname;
  return `${host !== undefined && isLoopback(host) ? 'http' : 'https'}:${rest}`;
}

function no(reason: string): BaseUrl {
  return { ok: false, reason };
}

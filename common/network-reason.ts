/** Says why no response of a server arrived, without the raw text of OpenSSL, and whether a proxy is the cause. */
import * as l10n from '@vscode/l10n';

/** Codes of Node.js for certificates that this computer doesn't trust. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The word, not a part of the name of a host such as `mcp-proxy.example`. */
const proxyWord = /(?<![\w.-])proxy(?![\w-]|\.\w)/i;

interface NetworkReason {
  /** Empty if nothing is known. */
  readonly text: string;
  /** The text is ours and says what the matter is; otherwise it's that of the error. */
  readonly isKnown: boolean;
  /** A proxy between VS Code and the server refused the request. */
  readonly isProxy: boolean;
}

/** Returns the reason of an error of fetch, which undici puts in `cause`. Copies only texts, never the error object. */
export function networkReason(thrown: unknown): NetworkReason {
  const reasons: string[] = [];
  const codes: string[] = [];
  for (let at: unknown = thrown; at instanceof Error && codes.length < 4; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    codes.push(code);
    // An event source puts the whole chain into its message.
    const text = (at.message || code).split('fetch failed').pop()?.replace(/^: /, '') ?? '';
    if (text !== '') reasons.push(text);
  }
  const text = reasons.join(': ');
  // Other errors quote the host, which may be called `proxy`.
  const isOfFetch = codes.every((code) => code === '' || code.startsWith('UND_ERR_'));
  const isProxy = (isOfFetch && proxyWord.test(text)) || codes.includes('UND_ERR_PRX_TLS');
  const known = codes.map(reasonOfCode).find((reason) => reason !== undefined);
  if (known !== undefined) return { text: known, isKnown: true, isProxy };
  // `80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/…`
  const isTls = text.includes(':SSL routines:');
  return { text: isTls ? noTls() : text, isKnown: isTls, isProxy };
}

function reasonOfCode(code: string): string | undefined {
  if (untrusted.has(code)) return l10n.t("This computer doesn't trust the certificate of the server ({0}).", code);
  if (code === 'CERT_HAS_EXPIRED') return l10n.t('The certificate of the server has expired.');
  if (code === 'CERT_NOT_YET_VALID') return l10n.t("The certificate of the server isn't valid yet.");
  return /^(?:EPROTO$|ERR_SSL_)/.test(code) ? noTls() : undefined;
}

function noTls(): string {
  return l10n.t("The server doesn't accept a secure (TLS) connection at this address and port.");
}

/** @param reason of the proxy; empty if it gave none */
export function proxyRefused(reason: string): string {
  return reason === ''
    ? l10n.t('The proxy refused the request.')
    : l10n.t('The proxy refused the request: {0}', reason);
}

/** Only responses of a proxy itself have one of these. */
const proxyHeaders: readonly string[] = ['proxy-authenticate', 'x-squid-error'];

/** True for a response that comes from a proxy instead of the server. */
export const isOfProxy = (status: number, headers: Headers): boolean =>
  status === 407 || proxyHeaders.some((name) => headers.has(name));

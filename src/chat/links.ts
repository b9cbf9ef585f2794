/** Which links of foreign text may lead anywhere. */

const ALLOWED = new Set(['http:', 'https:', 'mailto:']);
const LONGEST = 2048;

/**
 * The target of a link in a model's text, normalised (a host that imitates another becomes its punycode), or undefined:
 * only absolute http, https and mailto links lead anywhere; never command:, vscode:, javascript:, file: or data:.
 */
export function linkTarget(href: string): URL | undefined {
  if (href.length > LONGEST || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return ALLOWED.has(url.protocol) ? url : undefined;
}

/** Where a link leads, in a few words: its host, or the address of a mail. */
export function linkPlace(url: URL): string {
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}

/** URLs that the agent can't call, and URLs that indicate another transport. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import * as l10n from '@vscode/l10n';
import { isPlaceholder } from '../../common/secrets.ts';
import { transportOfAddress } from '../config/transport.ts';
import { choice, type Fix, preferred, replaceString } from '../fixes/fix.ts';
import { fileWith, quote } from './message-text.ts';
import type { ServerRule, TextRule } from './rule.ts';

const right = fileWith('{"type": "http", "url": "https://example.com/mcp"}');

/** A problem of a URL, with the corrected URL if it's known. */
interface Flaw {
  readonly message: string;
  readonly better?: string;
}

export const invalidUrl: TextRule = {
  code: 'invalid-url',
  severity: 'warning',
  docs: {
    title: 'Invalid URL',
    why: 'Oh My Pi sends HTTP requests to this URL. It must be an absolute URL with http or https, without blanks around it.',
    wrong: fileWith('{"type": "http", "url": "example.com/mcp"}'),
    right,
  },
  check({ field, node }, _entry, report) {
    if (field !== 'url') return;
    const flaw = flawOf(node.value);
    if (flaw === undefined) return;
    const { message, better } = flaw;
    report(node, message, (): readonly Fix[] =>
      better === undefined ? [] : [preferred(l10n.t('Change to {0}', quote(better)), replaceString(node, better))],
    );
  },
};

const onThisMachine = /^(?:localhost|127\.|0\.0\.0\.0|\[::1\])/i;

function flawOf(url: string): Flaw | undefined {
  const plain = url.trim();
  // A bare word may be replaced later, and the value of a variable isn't known.
  if (!/[.:/\s]/.test(plain) || /^[^/]*[${}%]|[<>]/.test(plain) || isPlaceholder(plain)) return undefined;
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(plain)?.[1]?.toLowerCase();
  if (scheme === 'ws' || scheme === 'wss')
    return { message: l10n.t("Oh My Pi doesn't support WebSocket URLs. Use the http or https URL of the server.") };
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    return { message: l10n.t("Oh My Pi doesn't support {0} URLs. Use an http or https URL.", quote(`${scheme}:`)) };
  if (
    scheme === undefined &&
    /^(?:[\w-]+\.)*[\w-]+(?::\d+)?(?:[/?#]\S*)?$|^\[[\da-f:]+\](?::\d+)?(?:[/?#]\S*)?$/i.test(plain)
  ) {
    const better = `${onThisMachine.test(plain) ? 'http' : 'https'}://${plain}`;
    return { message: l10n.t('Missing scheme in the URL. Use {0}.', quote(better)), better };
  }
  if (/\s/.test(plain) || scheme === undefined || (!/[${}]/.test(plain) && !URL.canParse(plain)))
    return { message: l10n.t('Invalid URL. Use a URL such as "https://example.com/mcp".') };
  return plain === url ? undefined : { message: l10n.t('Blank before or after the URL. Remove it.'), better: plain };
}

export const sseUrl: ServerRule = {
  code: 'sse-url',
  severity: 'information',
  docs: {
    title: 'URL of the sse transport with type http',
    why: 'By convention, a path that ends in /sse is the endpoint of the older sse transport, which does not answer streamable HTTP requests.',
    wrong: fileWith('{"type": "http", "url": "https://example.com/sse"}'),
    right,
  },
  check({ choice: chosen, transport, group }, _entry, report) {
    const type = group.fields.get('type')?.value;
    const url = group.fields.get('url')?.value;
    if (chosen !== 'stated' || transport !== 'http' || type?.type !== 'string' || url?.type !== 'string') return;
    if (transportOfAddress(url.value) !== 'sse' || !/^https?:/i.test(url.value)) return;
    report(
      url,
      l10n.t('A URL that ends in "/sse" is usually for "type": "sse". Use that type, or the http URL of the server.'),
      () => [choice(l10n.t('Change the type to "sse"'), replaceString(type, 'sse'))],
    );
  },
};

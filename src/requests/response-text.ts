/** Formats a response as the text of a read-only document. */
import { l10n } from 'vscode';
import type { RawResponse } from '../api/index.ts';
import { oneLine } from '../shared/format.ts';
import { prettyJson } from '../shared/pretty-json.ts';

/** Maximum number of characters of a body that are shown. */
const maxBodyLength = 2_000_000;

/** @param heading lines above the response */
export function formatResponse(heading: readonly string[], response: RawResponse): string {
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  return [...heading.map((line) => `# ${line}`), ...headers, '', bodyText(response), ''].join('\n');
}

function bodyText({ bytes, text, headers }: RawResponse): string {
  if (bytes.byteLength === 0) return `# ${l10n.t('Empty response body.')}`;
  if (!isText(bytes)) {
    const start = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const type = oneLine(headers['content-type'] ?? 'application/octet-stream', 100);
    return `# ${l10n.t('Binary content not shown: {0}, size in bytes: {1}, starts with {2}.', type, bytes.byteLength, start)}`;
  }
  if (text.length > maxBodyLength)
    return `${text.slice(0, maxBodyLength)}\n# ${l10n.t('Truncated: showing {0} of {1} characters.', maxBodyLength, text.length)}`;
  return prettyJson(text) ?? text;
}

/** True for UTF-8 without control characters that don't occur in text. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  } catch {
    return false;
  }
}

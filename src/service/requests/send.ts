/** Sends a request document once, to the active connection, and shows the response. */
import { l10n, Position, Selection, type TextDocument, window } from 'vscode';
import { withCancellableProgress } from '../../shared/cancellable.ts';
import { showError } from '../../shared/notifications.ts';
import { describeFailure } from '../../shared/text/failure-text.ts';
import { duration, exactTime, oneLine } from '../../shared/text/format.ts';
import { prettyJsonText } from '../../shared/text/pretty-json.ts';
import { apiErrorOf, type RawResponse } from '../api/index.ts';
import type { ServiceSession } from '../session/session.ts';
import type { RequestHistory } from './history.ts';
import { parseRequest, type RequestProblem } from './parse-request.ts';

/** @param show shows the text of the response @param anyway although requests pause */
export async function sendDocument(
  document: TextDocument,
  session: ServiceSession,
  history: RequestHistory,
  show: (text: string) => Promise<void>,
  anyway = false,
): Promise<void> {
  const { name, credentials } = session;
  const text = document.getText();
  const parsed = parseRequest(text, session.client.baseUrl());
  if ('problem' in parsed) {
    showProblem(document, parsed.problem);
    return;
  }
  const { request } = parsed;
  const what = `${request.method} ${request.path}`;
  const shortly = oneLine(what, 80);
  try {
    const started = performance.now();
    const response = await withCancellableProgress(l10n.t('Sending {0}…', shortly), (signal) =>
      session.client.raw(request, { signal, anyway }),
    );
    const took = performance.now() - started;
    const { status } = response;
    const at = Date.now();
    await history.add({ text, what, status, at, connection: name }, credentials.apiKey);
    const { byteLength } = response.bytes;
    const size = byteLength === 1 ? l10n.t('1 byte') : l10n.t('{0} bytes', byteLength);
    const heading = [
      `${request.method} ${session.client.baseUrl()}${request.path}`,
      `${status} · ${duration(took / 1000)} · ${size}`,
      `${oneLine(name)} · ${exactTime(new Date(at).toISOString())}`,
    ];
    session.signal.throwIfAborted();
    await show(formatResponse(heading, response));
  } catch (error) {
    const failure = apiErrorOf(error);
    if (failure?.kind === 'canceled' || session.signal.aborted) return;
    const isEstimate = failure?.kind === 'rateLimited' && failure.isOurs === true;
    const sendAnyway = l10n.t('Send Anyway');
    const text = l10n.t('{0} failed. {1}', shortly, describeFailure(error));
    if (!isEstimate) void showError(text);
    else if ((await showError(text, sendAnyway)) === sendAnyway)
      await sendDocument(document, session, history, show, true);
  }
}

/** Shows the problem and selects its line. */
function showProblem(document: TextDocument, { line, text }: RequestProblem): void {
  const editor = window.visibleTextEditors.find((one) => one.document === document);
  if (editor) {
    const start = new Position(line, 0);
    editor.selection = new Selection(start, document.lineAt(line).range.end);
    editor.revealRange(editor.selection);
  }
  void showError(l10n.t('Not sent: {0}', text));
}

/** Maximum number of characters of a body that are shown. */
const maxBodyLength = 2_000_000;

/** Formats a response as the text of a read-only document. @param heading lines above the response */
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
  return prettyJsonText(text) ?? text;
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

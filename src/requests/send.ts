/** Sends a request document once, to the active connection, and shows the response beside it. */
import { l10n, Position, Selection, type TextDocument, window } from 'vscode';
import { type Connection, SignedOutError } from '../account/index.ts';
import { apiErrorOf, type RawRequest } from '../api/index.ts';
import { withCancellableProgress } from '../shared/cancellable.ts';
import { duration, exactTime, oneLine } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import { showError } from '../shared/notifications.ts';
import type { RequestHistory } from './history.ts';
import { type Problem, parseRequest } from './parse-request.ts';
import type { ResponseDocuments } from './response-documents.ts';
import { formatResponse } from './response-text.ts';

export async function sendDocument(
  document: TextDocument,
  connection: Connection,
  documents: ResponseDocuments,
  history: RequestHistory,
): Promise<void> {
  const current = await connection.current();
  if (!current) throw new SignedOutError();
  const text = document.getText();
  const parsed = parseRequest(text, current.baseUrl);
  if ('problem' in parsed) {
    showProblem(document, parsed.problem);
    return;
  }
  const { request } = parsed;
  const what = `${request.method} ${request.path}`;
  try {
    const { response, took, client } = await ask(connection, request, oneLine(what, 80));
    if (response.status === 401) {
      const message = l10n.t('The service returned status 401.');
      connection.report({ kind: 'unauthorized', status: 401, message }, client);
    }
    const { status } = response;
    const at = Date.now();
    await history.add({ text, what, status, at, connection: current.name }, current.apiKey);
    const { byteLength } = response.bytes;
    const size = byteLength === 1 ? l10n.t('1 byte') : l10n.t('{0} bytes', byteLength);
    const heading = [
      `${request.method} ${current.baseUrl.replace(/\/$/, '')}${request.path}`,
      `${status} · ${duration(took / 1000)} · ${size}`,
      `${oneLine(current.name)} · ${exactTime(new Date(at).toISOString())}`,
    ];
    await documents.show(document, formatResponse(heading, response));
  } catch (error) {
    if (apiErrorOf(error)?.kind === 'cancelled') return;
    void showError(l10n.t('{0} failed. {1}', oneLine(what, 80), describeFailure(error)));
  }
}

/**
 * Sends one request, which the user can cancel and which is never retried.
 * @returns `took` in milliseconds, and the client that sent the request @throws ApiFailure
 */
function ask(connection: Connection, request: RawRequest, what: string) {
  return withCancellableProgress(l10n.t('Sending {0}…', what), (signal) => {
    const started = performance.now();
    return connection.run(async (client) => {
      const response = await client.raw(request, { signal });
      return { response, took: performance.now() - started, client };
    });
  });
}

/** Shows the problem and selects its line. */
function showProblem(document: TextDocument, { line, text }: Problem): void {
  const editor = window.visibleTextEditors.find((one) => one.document === document);
  if (editor) {
    const start = new Position(line, 0);
    editor.selection = new Selection(start, document.lineAt(line).range.end);
    editor.revealRange(editor.selection);
  }
  void showError(l10n.t('Not sent: {0}', text));
}

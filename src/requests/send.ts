/** Sends a request document once, to the active connection, and shows the response. */
import { l10n, Position, Selection, type TextDocument, window } from 'vscode';
import { type Connection, SignedOutError } from '../account/index.ts';
import { ApiFailure, apiErrorOf, type RawResponse } from '../api/index.ts';
import { withCancellableProgress } from '../shared/cancellable.ts';
import { duration, exactTime, oneLine } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import { showError } from '../shared/notifications.ts';
import type { RequestHistory } from './history.ts';
import { type Problem, parseRequest } from './parse-request.ts';
import { formatResponse } from './response-text.ts';

/** @param show shows the text of the response */
export async function sendDocument(
  document: TextDocument,
  connection: Connection,
  history: RequestHistory,
  show: (text: string) => Promise<void>,
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
  const shortly = oneLine(what, 80);
  try {
    let response: RawResponse | undefined;
    const started = performance.now();
    await withCancellableProgress(l10n.t('Sending {0}…', shortly), (signal) =>
      connection
        .run(async (client) => {
          response = await client.raw(request, { signal });
          const { status } = response;
          // The response is shown like any other, but the state of the connection changes.
          if (status === 401)
            throw new ApiFailure({ kind: 'unauthorized', status, message: l10n.t('The service returned status 401.') });
        })
        .catch((error: unknown) => {
          if (response === undefined) throw error;
        }),
    );
    if (response === undefined) return;
    const took = performance.now() - started;
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
    await show(formatResponse(heading, response));
  } catch (error) {
    if (apiErrorOf(error)?.kind === 'canceled') return;
    void showError(l10n.t('{0} failed. {1}', shortly, describeFailure(error)));
  }
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

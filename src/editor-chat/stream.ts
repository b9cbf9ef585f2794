/** Streams an answer from our service. */
import { CancellationError, type CancellationToken, l10n } from 'vscode';
import type { Connection } from '../account/index.ts';
import { type ApiClient, type ApiError, ApiFailure, type ChatRequest } from '../api/index.ts';
import { signalOf } from '../shared/cancellable.ts';
import { inert } from '../shared/format.ts';
import { describeError } from '../shared/messages.ts';
import { languageModelError } from './errors.ts';

/**
 * Resolves when the answer is complete.
 * @throws CancellationError if the token was canceled; LanguageModelError; an Error if the answer is incomplete, after
 * its text was reported
 */
export async function streamAnswer(
  connection: Connection,
  request: ChatRequest,
  onText: (text: string) => void,
  token: CancellationToken,
): Promise<void> {
  const signal = signalOf(token);
  let asked: ApiClient | undefined;
  let failure: ApiError | undefined;
  let begun = false;
  try {
    await connection.run(async (client) => {
      asked = client;
      for await (const delta of client.chatStream(request, { signal })) {
        if (delta.kind === 'text' && delta.text !== '') {
          begun = true;
          onText(delta.text);
        } else if (delta.kind === 'end' && !delta.complete) failure = delta.error;
      }
    });
  } catch (error) {
    throw languageModelError(error);
  }
  if (failure === undefined) return;
  if (failure.kind === 'cancelled') throw new CancellationError();
  if (asked) connection.report(failure, asked);
  if (begun) throw new Error(l10n.t('The response is incomplete: {0}', inert(describeError(failure))));
  throw languageModelError(new ApiFailure(failure));
}

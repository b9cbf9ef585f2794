/** Streams an answer from our service. */
import { type CancellationToken, l10n } from 'vscode';
import { signalOf } from '../../shared/cancellable.ts';
import { inert } from '../../shared/format.ts';
import { describeError } from '../api/error-text.ts';
import { apiErrorOf, type ChatRequest, type ChatUsage } from '../api/index.ts';
import type { Accounts } from '../session/accounts.ts';
import { languageModelError } from './errors.ts';

/**
 * Resolves when the answer is complete, to the usage that the service has sent.
 * @throws CancellationError if the token was canceled; LanguageModelError; an Error if the answer is incomplete, after
 * its text was reported
 */
export async function streamAnswer(
  accounts: Pick<Accounts, 'require'>,
  request: ChatRequest,
  onText: (text: string) => void,
  token: CancellationToken,
): Promise<ChatUsage | undefined> {
  const signal = signalOf(token);
  let begun = false;
  let usage: ChatUsage | undefined;
  try {
    const { client } = await accounts.require();
    for await (const delta of client.chatStream(request, { signal })) {
      if (delta.kind === 'usage') usage = delta.usage;
      if (delta.kind !== 'text' || delta.text === '') continue;
      begun = true;
      onText(delta.text);
    }
    return usage;
  } catch (error) {
    const failure = apiErrorOf(error);
    if (begun && failure !== undefined && failure.kind !== 'canceled')
      throw new Error(l10n.t('The response is incomplete: {0}', inert(describeError(failure))));
    throw languageModelError(error);
  }
}

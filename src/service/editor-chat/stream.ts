/** Streams an answer from our service. */
import { type CancellationToken, l10n } from 'vscode';
import { signalOf } from '../../shared/cancellable.ts';
import { inert } from '../../shared/text/format.ts';
import { describeError } from '../api/errors/error-text.ts';
import { apiErrorOf, type ChatRequest, type ChatUsage } from '../api/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { costOf, usageOf } from '../session/models/answer-usage.ts';
import type { ServiceSession } from '../session/session.ts';
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
  let session: ServiceSession | undefined;
  let received = '';
  let usage: ChatUsage | undefined;
  try {
    session = await accounts.require();
    for await (const delta of session.client.chatStream(request, { signal })) {
      if (delta.kind === 'usage') usage = delta.usage;
      const text = delta.kind === 'text' ? delta.text : delta.kind === 'media' ? mediaText(delta) : '';
      if (text === '') continue;
      received += text;
      onText(text);
    }
    return usage;
  } catch (error) {
    const failure = apiErrorOf(error);
    if (received !== '' && failure !== undefined && failure.kind !== 'canceled')
      throw new Error(l10n.t('The response is incomplete: {0}', inert(describeError(failure))));
    throw languageModelError(error);
  } finally {
    // Also of an incomplete answer, which is billed.
    if (session && (usage !== undefined || received !== '')) recordAnswer(session, request, received, usage);
  }
}

/** VS Code's chat shows text only, so an image is a link; it asks before it opens one. */
function mediaText({ name, address }: { readonly name: string; readonly address?: string }): string {
  const isLink = address !== undefined && !address.startsWith('data:') && !/[()<>\s]/.test(address);
  const text =
    name === 'image'
      ? l10n.t('The model responded with an image.')
      : l10n.t('The model sent another part: {0}', inert(name));
  return isLink ? `\n\n[${text}](${address})\n\n` : `\n\n${text}\n\n`;
}

function recordAnswer(
  { usage: log, models }: ServiceSession,
  { model, messages }: ChatRequest,
  text: string,
  counted: ChatUsage | undefined,
): void {
  const usage = usageOf((one) => costOf(one, models.get(model)), messages, text, counted);
  log.add({ feature: 'editorChat', model, ...usage });
}

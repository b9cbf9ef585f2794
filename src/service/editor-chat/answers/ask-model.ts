/** Sends a question to the model selected in VS Code's chat, otherwise to one of our models. */
import { CancellationError, LanguageModelChatMessage, LanguageModelError, l10n } from 'vscode';
import { chatModelVendor } from '../../../shared/generated/names.ts';
import { whyMissing } from '../../../shared/list/unreadable.ts';
import { log } from '../../../shared/log.ts';
import { formatNumber, oneLine } from '../../../shared/text/format.ts';
import { formatCost } from '../../../shared/text/format-cost.ts';
import type { ChatMessage } from '../../api/index.ts';
import { costOf, estimateMessages } from '../../session/models/answer-usage.ts';
import type { Model } from '../../session/models/catalog.ts';
import { streamAnswer } from '../stream.ts';
import type { ParticipantFeatures, ParticipantRequest } from './answer.ts';

export interface Question {
  /** Instructions for the model. Never contains data from the service. */
  readonly instructions: string;
  /** Earlier messages and the question. Data from the service is marked as data. */
  readonly messages: readonly ChatMessage[];
}

/** @throws errors of the model, or an Error with a user-facing message if there is no model */
export async function askModel(
  question: Question,
  turn: ParticipantRequest,
  features: ParticipantFeatures,
): Promise<void> {
  const messages = [{ role: 'system', content: question.instructions }, ...question.messages];
  const { response, token, request } = turn;
  const { id, name, vendor } = request.model;
  // What other models cost isn't known here.
  const isOurs = vendor === chatModelVendor;
  response.progress(askingText(name, messages, isOurs ? await priced(features, id) : undefined));
  if (await askChosen(question, turn)) return;
  const model = await answeringModel(features);
  response.progress(askingText(model, messages, await priced(features, model)));
  await streamAnswer(features.accounts, { model, messages }, (text) => response.markdown(text), token);
}

const priced = async ({ accounts }: ParticipantFeatures, id: string) => {
  const { models } = await accounts.require();
  await models.ensure();
  return models.get(id) ?? null;
};

/** Says before anything is sent about how much that is, and what it costs. @param model ours; null if it isn't listed */
function askingText(name: string, messages: readonly ChatMessage[], model: Model | null | undefined): string {
  const tokens = estimateMessages(messages);
  const count = formatNumber(tokens);
  const shown = oneLine(name, 80);
  if (model === undefined) return l10n.t('Asking {0} (about {1} tokens)', shown, count);
  const cost = costOf({ promptTokens: tokens, completionTokens: 0 }, model ?? undefined);
  if (cost === undefined) return l10n.t('Asking {0} (about {1} tokens, price unknown)', shown, count);
  const amount = formatCost(cost.amount, cost.currency ?? l10n.t('(currency unknown)'));
  return l10n.t('Asking {0} (about {1} tokens: about {2}, plus the response)', shown, count, amount);
}

/** Returns true if the selected model answered, and false if the user's subscription doesn't include it. */
async function askChosen(
  { instructions, messages }: Question,
  { request, response, token }: ParticipantRequest,
): Promise<boolean> {
  const { User, Assistant } = LanguageModelChatMessage;
  const chatMessages = messages.map(({ role, content }) => (role === 'user' ? User(content) : Assistant(content)));
  let begun = false;
  try {
    const answer = await request.model.sendRequest([User(instructions), ...chatMessages], {}, token);
    for await (const text of answer.text) {
      begun = true;
      response.markdown(text);
    }
    return true;
  } catch (error) {
    if (token.isCancellationRequested) throw new CancellationError();
    if (begun || request.model.vendor === chatModelVendor || !isUnavailable(error)) throw error;
    log().info(`The model ${request.model.id} of VS Code's chat cannot be used; one of ours answers.`);
    return false;
  }
}

/** After other errors, another model must not answer without being asked: the user pays for ours. */
function isUnavailable(error: unknown): boolean {
  const { NoPermissions, NotFound } = LanguageModelError;
  return error instanceof LanguageModelError && [NoPermissions.name, NotFound.name].includes(error.code);
}

/** Returns the last used model, otherwise a favorite, otherwise the first one that the service lists. */
async function answeringModel({ accounts, models: { userModels } }: ParticipantFeatures): Promise<string> {
  const { models: store } = await accounts.require();
  await store.ensure();
  const liked = [userModels.initial, ...userModels.recent, ...userModels.favorites];
  const isChat = (id: string) => store.get(id)?.modalities.includes('chat') !== false;
  const model = liked.find((id) => id !== undefined && isChat(id)) ?? store.models.find(({ id }) => isChat(id))?.id;
  if (model !== undefined) return model;
  const none = l10n.t('The service lists no chat models. Run "Switchyard: Choose Chat Model" and enter a model.');
  throw store.failure ?? new Error(whyMissing(store, none));
}

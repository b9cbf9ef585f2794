/** Tokens and cost of an answer. Pure, and not needed at activation. */
import { knownValue } from '../../../shared/knowledge.ts';
import type { ChatRequest, ChatUsage } from '../../api/index.ts';
import type { Model } from './catalog.ts';

export interface Cost {
  readonly amount: number;
  /** Undefined if neither the record nor the service specifies one. */
  readonly currency: string | undefined;
  /** `service`: reported by the service. `price`: tokens times list price, without a discount for cached tokens. */
  readonly from: 'service' | 'price';
}

/** Returns the cost of a response, or undefined if a token count or price that it needs is missing. */
export function costOf(usage: ChatUsage | undefined, model: Model | undefined): Cost | undefined {
  if (usage === undefined) return undefined;
  const price = model && knownValue(model.price);
  const currency = price?.currency;
  if (usage.cost !== undefined) return { amount: usage.cost, currency, from: 'service' };
  const { promptTokens, completionTokens } = usage;
  if (price === undefined || promptTokens === undefined || completionTokens === undefined) return undefined;
  const { input, output, request = 0, risesAbove = Number.POSITIVE_INFINITY, more } = price;
  // The higher price isn't known here, nor what an amount under another name is for.
  if (promptTokens > risesAbove || more === 'unknown') return undefined;
  // Without any token price, the cost is unknown, not zero.
  if (input === undefined && output === undefined) return undefined;
  const amount = request + part(promptTokens, input) + part(completionTokens, output);
  return Number.isNaN(amount) ? undefined : { amount, currency, from: 'price' };
}

/** Returns the cost of tokens at a price per million, or NaN if it's unknown. */
function part(tokens: number, price: number | undefined): number {
  return tokens === 0 ? 0 : (tokens * (price ?? Number.NaN)) / 1e6;
}

const encoder = new TextEncoder();

/**
 * Estimates the number of tokens in a text for models with an unknown tokenizer. A token is about four UTF-8 bytes of
 * English, code, and most other text. A Chinese or Japanese character is closer to one token than to two.
 * Must be labeled as an estimate, never as a count.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(encoder.encode(text).length / 4);
}

type Messages = ChatRequest['messages'];

interface AnswerUsage {
  /** Tokens. */
  readonly input: number;
  readonly output: number;
  /** At least one count is an estimate, because the service didn't report it. */
  readonly estimated: boolean;
  /** Absent if the price is unknown. */
  readonly cost?: number;
  readonly currency?: string;
}

/**
 * Returns the usage of an answer. Counts that the service didn't report are estimated.
 * @param costOf returns the cost of these counts; undefined if it's unknown
 */
export function usageOf(
  costOf: (usage: ChatUsage) => Cost | undefined,
  messages: Messages,
  text: string,
  counted: ChatUsage = {},
): AnswerUsage {
  const { promptTokens, completionTokens } = counted;
  const input = promptTokens ?? estimateMessages(messages);
  const output = completionTokens ?? estimateTokens(text);
  const cost = costOf({ ...counted, promptTokens: input, completionTokens: output });
  return {
    input,
    output,
    estimated: promptTokens === undefined || completionTokens === undefined,
    ...(cost && { cost: cost.amount }),
    ...(cost?.currency !== undefined && { currency: cost.currency }),
  };
}

function contentText(content: Messages[number]['content']): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Estimates the tokens of messages, with a few more for the framing of each. */
export function estimateMessages(messages: Readonly<Messages>): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(contentText(content)) + 4, 0);
}

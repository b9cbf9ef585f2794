/** Token usage and costs. Pure, because it also runs in the webview. */
import type { TurnUsage } from './record.ts';

/** Adds usages, because each part of a continued answer is billed. If one cost is unknown, so is the sum. */
export function addUsage(before: TurnUsage | undefined, more: TurnUsage): TurnUsage {
  if (!before) return more;
  const input = before.input + more.input;
  const output = before.output + more.output;
  const estimated = before.estimated || more.estimated;
  if (before.cost === undefined || more.cost === undefined || before.currency !== more.currency)
    return { input, output, estimated };
  const cost = before.cost + more.cost;
  return { input, output, estimated, cost, ...(more.currency !== undefined && { currency: more.currency }) };
}

/** Usage of a chat with all versions of all answers, including removed ones, because all of them are billed. */
export interface ChatTotal {
  readonly answers: number;
  readonly input: number;
  readonly output: number;
  readonly estimated: boolean;
  /** Sums by currency; the key is empty if the price has no currency. */
  readonly costs: ReadonlyMap<string, number>;
  /** Number of answers without a known price. */
  readonly unknown: number;
}

export function totalOf(usages: Iterable<TurnUsage>): ChatTotal {
  const costs = new Map<string, number>();
  let answers = 0;
  let input = 0;
  let output = 0;
  let unknown = 0;
  let estimated = false;
  for (const usage of usages) {
    const { cost, currency = '' } = usage;
    answers++;
    input += usage.input;
    output += usage.output;
    estimated ||= usage.estimated;
    if (cost === undefined) unknown++;
    else costs.set(currency, (costs.get(currency) ?? 0) + cost);
  }
  return { answers, input, output, estimated, costs, unknown };
}

/** Tokens and what they cost. Pure: it runs in the webview too. */
import type { TurnUsage } from './record.ts';

/** Both together: an answer that went on was paid for twice. What is unknown in one is unknown in the sum. */
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

/** What a chat took, with every version of every answer, also those that were removed: they were paid for. */
export interface ChatTotal {
  readonly input: number;
  readonly output: number;
  readonly estimated: boolean;
  /** Sums by currency; the key is empty where the price names none. */
  readonly costs: ReadonlyMap<string, number>;
  /** How many answers have no known price. */
  readonly unknown: number;
}

export function totalOf(usages: Iterable<TurnUsage>): ChatTotal {
  const costs = new Map<string, number>();
  let input = 0;
  let output = 0;
  let unknown = 0;
  let estimated = false;
  for (const usage of usages) {
    const { cost, currency = '' } = usage;
    input += usage.input;
    output += usage.output;
    estimated ||= usage.estimated;
    if (cost === undefined) unknown++;
    else costs.set(currency, (costs.get(currency) ?? 0) + cost);
  }
  return { input, output, estimated, costs, unknown };
}

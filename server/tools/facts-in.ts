/** Looks through facts for those of a kind, wherever they are. */
import { isRecord } from '../../common/guards.ts';

/** Returns a fact and all facts in it that are objects. */
export function* factsIn(fact: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (isRecord(fact)) yield fact;
  if (typeof fact !== 'object' || fact === null) return;
  for (const inner of Object.values(fact)) yield* factsIn(inner);
}

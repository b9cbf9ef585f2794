/** A part of all files, for one of several machines. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** Files that follow each other, so that most checkouts stay whole: all shards, one after the other, are all files. */
export function shardOf<T>(items: readonly T[], { index, count }: Shard): readonly T[] {
  const start = Math.floor(((index - 1) * items.length) / count);
  return items.slice(start, Math.floor((index * items.length) / count));
}

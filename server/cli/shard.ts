/** A part of all files, for one of several machines. */
export interface Shard {
  /** 1-based. */
  readonly index: number;
  readonly count: number;
}

/** Returns consecutive files, so that most checkouts stay together. The concatenation of all shards is all files. */
export function shardOf<T>(items: readonly T[], { index, count }: Shard): readonly T[] {
  const start = Math.floor(((index - 1) * items.length) / count);
  return items.slice(start, Math.floor((index * items.length) / count));
}

/** Work that is done for each entry of a document, and kept for as long as the entry stays. */
import type { ServerEntry } from './server.ts';

/** Results of one kind of work, side by side with the entries that they are of. */
interface Kept {
  readonly key: unknown;
  readonly servers: readonly ServerEntry[];
  readonly results: readonly unknown[];
}

/** What is kept with a document, by kind; handed on from one version of a document to the next. */
export type Notes = Map<string, Kept>;

/** A document, as far as this work needs it. */
interface Entries {
  readonly servers: readonly ServerEntry[];
  readonly notes: Notes;
}

/**
 * The results for all entries of a document, in their order.
 * @param kind names the work: results of the last call of a kind are kept
 * @param key all that the work depends on besides the entry; other results are not used again
 * @param work depends on nothing but the entry and the key
 */
export function perServer<T>(
  { notes, servers }: Entries,
  kind: string,
  key: unknown,
  work: (entry: ServerEntry) => T,
): readonly T[] {
  const kept = notes.get(kind);
  if (kept?.servers === servers && kept.key === key) return kept.results as readonly T[];
  const known = kept !== undefined && kept.key === key ? kept : undefined;
  const results = servers.map((entry, index) =>
    known?.servers[index] === entry ? (known.results[index] as T) : work(entry),
  );
  notes.set(kind, { key, servers, results });
  return results;
}

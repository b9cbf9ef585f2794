/** Returns the value of a key. Computes it only if the key is missing, even if the value is undefined. */
export function remembered<K, T>(
  known: Pick<Map<K, T>, 'get' | 'has'> & { set(key: K, value: T): unknown },
  key: K,
  compute: (key: K) => T,
): T {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found as T;
  const value = compute(key);
  known.set(key, value);
  return value;
}

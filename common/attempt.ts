/** Returns the result of a call; undefined if it throws. Only for calls of which every failure means the same. */
export function attempt<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}

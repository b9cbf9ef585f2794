/** Work that is done on first use, such as loading a module. */

export interface Lazy<T> {
  /** The result; the work begins with the first call. */
  (): Promise<T>;
  /** The result if the work has begun, else undefined. */
  peek(): Promise<T> | undefined;
  /** The next call begins anew. */
  forget(): void;
}

/** Remembers what `make` resolves to. A rejection is forgotten, so that the next call tries again. */
export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  const get = () => {
    if (made !== undefined) return made;
    const making = make();
    made = making;
    making.catch(() => {
      // `forget` may have made room for another attempt meanwhile.
      if (made === making) made = undefined;
    });
    return making;
  };
  const forget = () => {
    made = undefined;
  };
  return Object.assign(get, { peek: () => made, forget });
}

/** Work that is done on first use, such as loading a module. */

export interface Lazy<T> {
  /** Returns the result. The first call starts the work. */
  (): Promise<T>;
  /** Returns the result if the work has started, otherwise undefined. */
  peek(): Promise<T> | undefined;
  /** Forgets the result, so that the next call starts the work again. */
  forget(): void;
}

/** Caches the result of `make`. A rejection isn't cached, so that the next call tries again. */
export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  const get = () => {
    if (made !== undefined) return made;
    const making = make();
    made = making;
    making.catch(() => {
      // Another attempt may have started in the meantime, after `forget`.
      if (made === making) made = undefined;
    });
    return making;
  };
  const forget = () => {
    made = undefined;
  };
  return Object.assign(get, { peek: () => made, forget });
}

/**
 * Waits until the code under test waits for something else: `turns` turns of the event loop, each with all of its
 * microtasks.
 */
export async function settle(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

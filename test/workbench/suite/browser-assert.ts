/** The part of `node:assert/strict` that suites use in a browser. */

class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

function fail(expected: unknown, actual: unknown, message: string | undefined): never {
  throw new AssertionError(message ?? `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}

const assert = {
  ok(value: unknown, message?: string): asserts value {
    if (!value) fail(true, value, message);
  },
  equal(actual: unknown, expected: unknown, message?: string): void {
    if (!Object.is(actual, expected)) fail(expected, actual, message);
  },
  /** Compares JSON values whose members are in the same order. */
  deepEqual(actual: unknown, expected: unknown, message?: string): void {
    if (JSON.stringify(actual) !== JSON.stringify(expected)) fail(expected, actual, message);
  },
  match(actual: string, expected: RegExp, message?: string): void {
    if (!expected.test(actual)) fail(String(expected), actual, message);
  },
};

// A default export, as in `node:assert/strict`, which the bundler replaces with this module.
// biome-ignore lint/style/noDefaultExport: see above
export default assert;

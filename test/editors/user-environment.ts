/** Helpers shared by the tests of the npm package. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/** Returns the environment of a user, without the Node.js and the packages that the scripts of this project use. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((one) => !one.includes('node_modules'));
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  return { ...Object.fromEntries(kept), PATH: folders.join(path.delimiter) };
}

/** @throws an error with this message unless the condition holds */
export function must(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

/** @throws an error that names both values unless they are equal */
export function equal(actual: unknown, expected: unknown, what: string): void {
  must(
    isDeepStrictEqual(actual, expected),
    `${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`,
  );
}

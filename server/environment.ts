import type { Names } from './rules/context.ts';

/** Returns the names of this process's environment variables, which are case-insensitive on Windows. */
export function environmentNames(): Names {
  const names = new Set(Object.keys(process.env));
  if (process.platform !== 'win32') return names;
  const capitals = new Set(Array.from(names, (name) => name.toUpperCase()));
  return { has: (name) => capitals.has(name.toUpperCase()) };
}

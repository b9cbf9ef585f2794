import type { Names } from './rules/context.ts';

/** The names of this process's environment variables. Windows does not tell capital letters from small ones. */
export function environmentNames(): Names {
  const names = new Set(Object.keys(process.env));
  if (process.platform !== 'win32') return names;
  const capitals = new Set(Array.from(names, (name) => name.toUpperCase()));
  return { has: (name) => capitals.has(name.toUpperCase()) };
}

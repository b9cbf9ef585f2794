/** Canonical JSON: equal values have equal texts, whatever the order of their keys. */

/** Maximum nesting of a value from a server. Real schemas have a tenth of that; recursion could handle more. */
const maxDepth = 200;

/** Maximum number of levels around such a value in a lock. */
const lockDepth = 10;

/** Maximum nesting of a lock. */
export const maxLockDepth = maxDepth + lockDepth;

/** Thrown if a value is nested too deeply. */
export class TooDeepError extends Error {
  override readonly name = 'TooDeepError';
}

/**
 * Returns JSON without whitespace, with keys in the order of their UTF-16 code units. Undefined properties are omitted.
 * @throws TooDeepError
 */
export function canonicalJson(value: unknown): string {
  return write(value, '', lockDepth, () => '');
}

/** Like `canonicalJson`, but indented by two spaces, for files and diffs. @throws TooDeepError */
export function indentedCanonicalJson(value: unknown): string {
  return write(value, ' ', 0, (level) => `\n${'  '.repeat(level)}`);
}

function write(value: unknown, space: string, depth: number, lineBreak: (level: number) => string): string {
  if (depth > maxLockDepth) throw new TooDeepError('too many levels');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = (part: unknown): string => write(part, space, depth + 1, lineBreak);
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map(inner)]
    : ['{', '}', members(value).map(([key, member]) => `${JSON.stringify(key)}:${space}${inner(member)}`)];
  if (parts.length === 0) return open + close;
  return open + parts.map((part) => lineBreak(depth + 1) + part).join(',') + lineBreak(depth) + close;
}

function members(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

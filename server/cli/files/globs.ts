/** Glob patterns of paths, matched in linear time: those of a repository are untrusted. */
import path from 'node:path';
import { matchesUnits, type Unit } from '../../config/glob.ts';
import { readFolder } from '../../files/disk.ts';
import { UsageError } from '../arguments/options.ts';

/** `**` is any number of folders. */
type Segment = '**' | readonly Unit[];

/** One alternative of a pattern with braces. */
type Glob = readonly Segment[];

/** Maximum number of alternatives, because braces multiply them. */
const maxAlternatives = 1000;

/** Maximum number of characters in a pattern. */
const maxLength = 4096;

/** True if a path has characters with a meaning in patterns. */
export const isPattern = (text: string): boolean => /[*?[\]{}()!+@|]/.test(text);

/** Patterns relative to a folder. One that begins with `!` excludes what others match; one that names a folder, what is in it. */
export class Globs {
  readonly #included: readonly Glob[];
  readonly #excluded: readonly Glob[];

  /** @throws UsageError for a pattern that isn't supported */
  constructor(patterns: readonly string[]) {
    const isExcluding = (pattern: string): boolean => pattern.startsWith('!') && pattern[1] !== '(';
    this.#included = patterns.filter((pattern) => !isExcluding(pattern)).flatMap(globsOf);
    this.#excluded = patterns.filter(isExcluding).flatMap((pattern) => globsOf(pattern.slice(1)));
  }

  /** @param file relative path with forward slashes */
  matches(file: string): boolean {
    const names = file.split('/');
    const isMatch = (glob: Glob): boolean =>
      names.reduce((at, name) => advanced(glob, at, name), startOf(glob)).has(glob.length);
    return this.#included.some(isMatch) && !this.#excluded.some(isMatch);
  }

  /** Returns the absolute paths of all files in a folder that match. Links and folders of packages are left out. */
  async search(folder: string): Promise<readonly string[]> {
    const found: string[] = [];
    const visit = async (at: string, inside: string, states: readonly State[]): Promise<void> => {
      for (const entry of await readFolder(at, () => undefined)) {
        if (entry.name === 'node_modules') continue;
        const next = states.map(({ glob, at: positions }) => ({ glob, at: advanced(glob, positions, entry.name) }));
        const file = path.join(at, entry.name);
        const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
        if (entry.isDirectory()) {
          const open = next.filter(({ glob, at: positions }) =>
            [...positions].some((position) => position < glob.length),
          );
          if (open.length > 0) await visit(file, name, open);
        } else if (entry.isFile() && next.some(({ glob, at: positions }) => positions.has(glob.length)))
          if (this.matches(name)) found.push(file);
      }
    };
    await visit(
      folder,
      '',
      this.#included.map((glob) => ({ glob, at: startOf(glob) })),
    );
    return found;
  }
}

interface State {
  readonly glob: Glob;
  /** Positions in the pattern at which a path can be. */
  readonly at: ReadonlySet<number>;
}

const startOf = (glob: Glob): ReadonlySet<number> => withSkipped(glob, [0]);

/** `**` can be no folder at all. */
function withSkipped(glob: Glob, positions: Iterable<number>): ReadonlySet<number> {
  const all = new Set(positions);
  // Also iterates over the positions that are added meanwhile.
  for (const at of all) if (glob[at] === '**') all.add(at + 1);
  return all;
}

function advanced(glob: Glob, positions: ReadonlySet<number>, name: string): ReadonlySet<number> {
  return withSkipped(
    glob,
    Array.from(positions).flatMap((at) => {
      const segment = glob[at];
      if (segment === '**') return [at];
      return segment !== undefined && matchesUnits(segment, [...name]) ? [at + 1] : [];
    }),
  );
}

/** @throws UsageError */
function globsOf(pattern: string): readonly Glob[] {
  if (pattern.length > maxLength) throw new UsageError(`${pattern.slice(0, 40)}…: the pattern is too long.`);
  const [unsupported] = /(?<!\\)[!+?*]\(/.exec(pattern) ?? [];
  if (unsupported !== undefined)
    throw new UsageError(`${pattern}: "${unsupported}" isn't supported in patterns. Use * and {a,b}.`);
  return alternativesOf(pattern).map((one) => {
    const segments = path.posix.normalize(one).split('/');
    const named = segments.filter((segment) => segment !== '' && segment !== '.');
    const isOpen = named.at(-1)?.endsWith('*') === true;
    return [
      ...named.map((segment) => (segment === '**' ? segment : unitsOf(segment))),
      ...(isOpen ? [] : ['**' as const]),
    ];
  });
}

/** Returns a pattern without `{a,b}` and `@(a|b)`, once for each alternative. @throws UsageError */
function alternativesOf(pattern: string): readonly string[] {
  const open: { readonly before: readonly string[]; readonly done: string[]; readonly close: string }[] = [];
  let current: readonly string[] = [''];
  for (const token of pattern.match(tokens) ?? []) {
    const group = open.at(-1);
    if (token === '{' || token === '@(') {
      open.push({ before: current, done: [], close: token === '{' ? '}' : ')' });
      current = [''];
    } else if (group !== undefined && token === (group.close === '}' ? ',' : '|')) {
      group.done.push(...current);
      current = [''];
    } else if (group !== undefined && token === group.close) {
      const options = [...group.done, ...current];
      if (group.before.length * options.length > maxAlternatives)
        throw new UsageError(`${pattern}: the pattern has more than ${maxAlternatives} alternatives.`);
      current = group.before.flatMap((start) => options.map((option) => start + option));
      open.pop();
    } else current = current.map((start) => start + token);
  }
  if (open.length > 0) throw new UsageError(`${pattern}: "${open[0]?.close}" is missing in the pattern.`);
  return current;
}

/** Parts of a pattern. A character class and what is escaped are one part. */
// Backtracking is bounded: 4096 characters.
const tokens = /\\.|@\(|\[[!^]?\]?(?:\\.|[^\]\\])*\]|./gsu;

function unitsOf(segment: string): readonly Unit[] {
  return (segment.match(tokens) ?? []).map((token): Unit => {
    if (token === '*') return '*';
    if (token === '?') return () => true;
    if (token.length > 1 && token.startsWith('[')) return classOf(token.slice(1, -1));
    const literal = token.length > 1 ? token.slice(1) : token;
    return (character) => character === literal;
  });
}

/** @param inner text between brackets: characters and ranges, after `!` or `^` those that don't match */
function classOf(inner: string): (character: string) => boolean {
  const isExcluding = /^[!^]/.test(inner);
  const characters = [...(isExcluding ? inner.slice(1) : inner).replace(/\\(.)/gsu, '$1')];
  const ranges: (readonly [from: string, to: string])[] = [];
  for (let at = 0; at < characters.length; at++) {
    const [from = '', dash, to] = characters.slice(at, at + 3);
    ranges.push(dash === '-' && to !== undefined ? [from, to] : [from, from]);
    if (dash === '-' && to !== undefined) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isExcluding;
}

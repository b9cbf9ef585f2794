/** The options of `mcp add` commands, and the pairs that some of them hold. */
import { mapOf, type Value } from './value.ts';

/** Options of an `add` command: which take a value, which take several, and which of them are aliases. */
export interface Options {
  readonly valued: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
}

export interface Parsed {
  readonly positional: readonly string[];
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** What stands behind `--`. */
  readonly rest: readonly string[] | undefined;
}

/** Options stand before the words of a command, which may have options of its own; behind an address they may follow. */
export function parse(words: readonly string[], { valued, flags }: Options): Parsed | undefined {
  const positional: string[] = [];
  const options = new Map<string, string[]>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return { positional, options, rest: words.slice(at + 1) };
    const remote = isRemote(options.get('transport')?.[0]) || /^https?:/i.test(positional[1] ?? '');
    const inCommand = positional.length >= 2 && !remote;
    if (!word.startsWith('-') || inCommand) {
      positional.push(word);
      continue;
    }
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const key = equals < 0 ? word : word.slice(0, equals);
    const option = Object.hasOwn(valued, key) ? valued[key] : undefined;
    if (option === undefined) {
      if (!flags.has(key)) return undefined;
      options.set(key, []);
      continue;
    }
    const values = options.get(option) ?? [];
    values.push(equals < 0 ? (words[++at] ?? '') : word.slice(equals + 1));
    // Several variables may follow one option.
    while (option === 'env' && /^[A-Za-z_]\w*=/.test(words[at + 1] ?? '')) values.push(words[++at] ?? '');
    options.set(option, values);
  }
  return { positional, options, rest: undefined };
}

/** True for a transport to an address. */
export const isRemote = (transport = ''): boolean => /^(?:http|sse|ws)$/.test(transport);

/** `K=V` and `K: V`; undefined where there are none. */
export function pairs(items: readonly string[], separator: RegExp): Value | undefined {
  const found = items.flatMap((item): [string, string][] => {
    const at = item.search(separator);
    const value = item.slice(at + 1);
    return at < 1 ? [] : [[item.slice(0, at).trim(), separator.test(':') ? value.trim() : value]];
  });
  return found.length === 0 ? undefined : mapOf(found);
}

/** Parses the options of `mcp add` commands, and the pairs in some of their values. */
import { lookUp } from '../../../common/guards.ts';
import { mapOf, type Value } from '../value.ts';

/** Options of an `add` command: those with a value, mapped to one name for all aliases, and those without. */
export interface Options {
  readonly valued: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** True if the command of a server is one word, which contains its arguments. */
  readonly isOneWord?: boolean;
}

/**
 * Parses the words after `mcp add`. Options after a command belong to that command; options after a URL are parsed.
 * @returns also the words after `--` as `rest`; undefined if an option is unknown
 */
export function parse(words: readonly string[], { valued, flags = [], isOneWord = false }: Options) {
  const positional: string[] = [];
  const options = new Map<string, string[]>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return { positional, options, rest: words.slice(at + 1) };
    const remote = isRemote(options.get('transport')?.[0]) || /^https?:/i.test(positional[1] ?? '');
    const isWhole = isOneWord && /\s/.test(positional[1] ?? '');
    const inCommand = positional.length >= 2 && !remote && !isWhole;
    if (!word.startsWith('-') || inCommand) {
      positional.push(word);
      continue;
    }
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const key = equals < 0 ? word : word.slice(0, equals);
    const option = lookUp(valued, key);
    if (option === undefined) {
      if (!flags.includes(key)) return undefined;
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

/** True for a transport that uses a URL. */
export const isRemote = (transport = ''): boolean => /^(?:http|sse|ws)$/.test(transport);

/** Returns the pairs in items such as `K=V` or `K: V`; undefined without any pairs. */
export function pairs(items: readonly string[], separator: RegExp): Value | undefined {
  const found = items.flatMap((item): [string, string][] => {
    const at = item.search(separator);
    const value = item.slice(at + 1);
    return at < 1 ? [] : [[item.slice(0, at).trim(), separator.test(':') ? value.trim() : value]];
  });
  return found.length === 0 ? undefined : mapOf(found);
}

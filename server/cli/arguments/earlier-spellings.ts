/** Spellings of earlier versions, which work for one more version. */

interface Spelled {
  readonly argv: readonly string[];
  /** What to write instead, one for each. */
  readonly notes: readonly string[];
}

/** Returns the arguments in the spelling of this version. */
export function inThisVersion(argv: readonly string[]): Spelled {
  const [command, ...words] = argv;
  if (command === 'convert') {
    const [sync, portable] = [words.includes('--sync'), words.includes('--portable')];
    if (sync === portable) return { argv, notes: [] };
    const now = sync ? 'sync' : 'portable';
    const rest = words.filter((word) => word !== `--${now}`);
    const hasTo = rest.some(isOption('--to'));
    return {
      argv: [now, ...(hasTo ? renamed(rest, '--to', '--agent') : rest)],
      notes: [
        now === 'sync' ? noteOf('convert --sync', 'sync') : noteOf('convert --portable', 'portable'),
        ...(hasTo ? [noteOf('--to', '--agent')] : []),
      ],
    };
  }
  if (command === 'inventory' && words.some(isOption('--against')))
    return {
      argv: [command, ...renamed(words, '--against', '--baseline')],
      notes: [noteOf('--against', '--baseline')],
    };
  return { argv, notes: [] };
}

const isOption =
  (option: string) =>
  (word: string): boolean =>
    word === option || word.startsWith(`${option}=`);

const renamed = (words: readonly string[], from: string, to: string): readonly string[] =>
  words.map((word) => (isOption(from)(word) ? to + word.slice(from.length) : word));

const noteOf = (from: string, to: string): string => `"${from}" is now "${to}". The old spelling will be removed.`;

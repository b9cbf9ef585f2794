/** The options of `mcp-config`, and messages about options that can't be parsed. */
import { parseArgs } from 'node:util';
import { closestMatch } from '../../config/closest-match.ts';

/** Thrown for invalid arguments; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const options = {
  format: { type: 'string', short: 'f' },
  severity: { type: 'string', short: 's' },
  project: { type: 'string', short: 'p' },
  config: { type: 'string', short: 'c' },
  rule: { type: 'string', short: 'r', multiple: true },
  'stdin-path': { type: 'string' },
  policy: { type: 'string', multiple: true },
  machine: { type: 'boolean' },
  baseline: { type: 'string', multiple: true },
  output: { type: 'string', short: 'o' },
  shard: { type: 'string' },
  against: { type: 'string' },
  agent: { type: 'string' },
  'in-sync': { type: 'boolean' },
  verify: { type: 'boolean' },
  user: { type: 'boolean' },
  'agent-version': { type: 'string' },
  also: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  into: { type: 'string' },
  'on-conflict': { type: 'string' },
  sync: { type: 'boolean' },
  portable: { type: 'boolean' },
  check: { type: 'boolean' },
  run: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

export type Option = keyof typeof options;
export type OptionValues = ReturnType<typeof parseStrictly>['values'];

/**
 * Parses options and positional arguments.
 * @throws UsageError
 */
export function parseOptions(argv: readonly string[]): ReturnType<typeof parseStrictly> {
  const { tokens } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) if (token.kind === 'option') assertValid(token);
  return parseStrictly(argv);
}

const parseStrictly = (argv: readonly string[]) => parseArgs({ args: [...argv], options, allowPositionals: true });

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** Rejects everything that `parseArgs` would reject, so that its own messages never appear. */
function assertValid({ name, rawName, value, inlineValue }: OptionToken): void {
  if (!isOption(name)) {
    const candidates = rawName.startsWith('--') ? Object.keys(options) : [];
    throw new UsageError(`Unknown option ${rawName}.${didYouMean(name, candidates, '--')}`);
  }
  if (options[name].type === 'boolean') {
    if (value !== undefined) throw new UsageError(`Option ${rawName} doesn't accept a value.`);
  } else if (value === undefined) {
    throw new UsageError(`Option ${rawName} requires a value.`);
  } else if (inlineValue !== true && value.length > 1 && value.startsWith('-')) {
    throw new UsageError(`Option ${rawName} requires a value. If the value is ${value}, use --${name}=${value}.`);
  }
}

const isOption = (name: string): name is Option => Object.hasOwn(options, name);

/** @throws UsageError if the value isn't one of these */
export function chosenOf<T extends string>(option: string, value: string, values: readonly T[]): T {
  const found = values.find((one) => one === value);
  if (found === undefined)
    throw new UsageError(`Invalid value ${JSON.stringify(value)} for ${option}. Use one of ${values.join(', ')}.`);
  return found;
}

/** Returns ` Did you mean …?` with the closest candidate, or an empty string if no candidate is close. */
export function didYouMean(word: string, candidates: readonly string[], prefix = ''): string {
  const meant = closestMatch(word, candidates);
  return meant === undefined ? '' : ` Did you mean ${prefix}${meant}?`;
}

/** The options of `mcp-config`, and messages about options that can't be parsed. */
import { parseArgs } from 'node:util';
import { closestMatch } from '../../config/closest-match.ts';

/** Thrown for invalid arguments; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** `value` is how the help calls the value. */
const options = {
  format: { type: 'string', short: 'f', value: 'format' },
  severity: { type: 'string', short: 's', value: 'severity' },
  project: { type: 'string', short: 'p', value: 'folder' },
  config: { type: 'string', short: 'c', value: 'file' },
  rule: { type: 'string', short: 'r', multiple: true, value: 'code=severity' },
  'stdin-path': { type: 'string', value: 'name' },
  policy: { type: 'string', multiple: true, value: 'file' },
  machine: { type: 'boolean' },
  baseline: { type: 'string', multiple: true, value: 'file' },
  output: { type: 'string', short: 'o', value: 'file' },
  shard: { type: 'string', value: 'i/n' },
  agent: { type: 'string', value: 'ids' },
  'in-sync': { type: 'boolean' },
  verify: { type: 'boolean' },
  user: { type: 'boolean' },
  'agent-version': { type: 'string', value: 'version' },
  unsafe: { type: 'boolean' },
  also: { type: 'string', multiple: true, value: 'code' },
  'remove-comments': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  from: { type: 'string', value: 'format' },
  to: { type: 'string', value: 'format' },
  into: { type: 'string', value: 'file' },
  'on-conflict': { type: 'string', value: 'rename|skip|replace' },
  check: { type: 'boolean' },
  run: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

export type Option = keyof typeof options;
interface OptionInfo {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly value?: string;
}

const optionInfo = (option: Option): OptionInfo => options[option];

export const takesValue = (option: Option): boolean => optionInfo(option).value !== undefined;

export const shortOf = (option: Option): string | undefined => optionInfo(option).short;

/** Returns the forms of an option for a help: `-o, --output file`. */
export function optionForms(option: Option): string {
  const { short, value } = optionInfo(option);
  return `${short === undefined ? '    ' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`;
}

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

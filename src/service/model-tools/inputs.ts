/** Validates the input that a language model passes to a tool. Pure. Error messages tell the model how to fix it. */
import { isRecord, isText } from '../../../common/guards.ts';
import { oneOf, type Parsed, type Parser, where } from '../../shared/text/parse.ts';
import { apiLimits, runStatusFilters, workflowStatuses } from '../api/records.ts';

/** @throws Error if the input isn't an object, or if a field is unknown, missing, or invalid */
export function readToolInput<Fields extends Record<string, Parser<unknown>>>(
  input: unknown,
  fields: Fields,
): { [Name in keyof Fields]: Parsed<Fields[Name]> } {
  if (!isRecord(input)) throw new Error('The input must be an object.');
  const known = Object.keys(fields);
  const surplus = Object.keys(input).find((name) => !known.includes(name));
  if (surplus !== undefined)
    throw new Error(`Unknown input "${surplus.slice(0, 60)}". Valid inputs: ${known.join(', ') || 'none'}.`);
  const read = ([name, parse]: [string, Parser<unknown>]) => {
    try {
      // Models pass null for a field without a value.
      return [name, parse(input[name] ?? undefined)] as const;
    } catch (error) {
      throw new Error(`${name} ${error instanceof Error ? error.message : error}.`);
    }
  };
  return Object.fromEntries(Object.entries(fields).map(read)) as { [Name in keyof Fields]: Parsed<Fields[Name]> };
}

export const id = where(
  (value): value is string => isText(value) && value.trim() !== '' && value.length <= 200,
  'is required. Use an ID from one of the list tools',
);

const whole = (least: number, most: number) =>
  where(
    (value): value is number => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    `must be a whole number from ${least} to ${most}`,
  );

export const page = whole(1, 1_000_000);
export const limit = whole(1, apiLimits.pageSizeMaximum);
export const runStatus = oneOf(runStatusFilters);
export const workflowStatus = oneOf(workflowStatuses);

/** The length is counted in code points, as in the client. */
export const commitMessage: Parser<string> = (value) => {
  if (!isText(value)) throw new TypeError('must be a string');
  const length = [...value].length;
  if (length <= apiLimits.commitMessageLength) return value;
  throw new TypeError(`has ${length} characters. The maximum is ${apiLimits.commitMessageLength}`);
};

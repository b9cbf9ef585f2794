/** Validates the input that a language model passes to a tool. Pure. Error messages tell the model how to fix it. */
import { isRecord } from '../../common/guards.ts';
import { LIMITS, STATUS_FILTERS, WORKFLOW_STATUSES } from '../api/records.ts';

/** Validates a field and returns its value. @throws Error with the reason */
type Field<T> = (value: unknown, name: string) => T;

/** @throws Error if the input isn't an object, or if a field is unknown, missing, or invalid */
export function readInput<Fields extends Record<string, Field<unknown>>>(
  input: unknown,
  fields: Fields,
): { [Name in keyof Fields]: ReturnType<Fields[Name]> } {
  if (!isRecord(input)) throw new Error('The input must be an object.');
  const known = Object.keys(fields);
  const surplus = Object.keys(input).find((name) => !known.includes(name));
  if (surplus !== undefined)
    throw new Error(`Unknown input "${surplus.slice(0, 60)}". Valid inputs: ${known.join(', ') || 'none'}.`);
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field(input[name], name)])) as {
    [Name in keyof Fields]: ReturnType<Fields[Name]>;
  };
}

export const id: Field<string> = (value, name) => {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 200) return value;
  throw new Error(`${name} is required. Use an ID from one of the list tools.`);
};

export function optional<T>(field: Field<T>): Field<T | undefined> {
  return (value, name) => (value === undefined || value === null ? undefined : field(value, name));
}

export function oneOf<const T extends string>(values: readonly T[]): Field<T> {
  return (value, name) => {
    const found = values.find((one) => one === value);
    if (found === undefined) throw new Error(`${name} must be one of ${values.join(', ')}.`);
    return found;
  };
}

function whole(least: number, most: number): Field<number> {
  return (value, name) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Error(`${name} must be a whole number from ${least} to ${most}.`);
  };
}

export const page = whole(1, 1_000_000);
export const limit = whole(1, LIMITS.pageSizeMaximum);
export const runStatus = oneOf(STATUS_FILTERS);
export const workflowStatus = oneOf(WORKFLOW_STATUSES);

/** The length is counted in code points, as in the client. */
export const commitMessage: Field<string> = (value, name) => {
  if (typeof value !== 'string') throw new Error(`${name} must be a string.`);
  const length = [...value].length;
  if (length <= LIMITS.commitMessageLength) return value;
  throw new Error(`${name} has ${length} characters. The maximum is ${LIMITS.commitMessageLength}.`);
};

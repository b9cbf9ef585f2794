/** Workflows, versions, runs, and errors as another service sends them: times, nulls, fields, and the order of steps. */
import type { Choices } from './choices.ts';
import { otherForm } from './varied-times.ts';

type Fields = Record<string, unknown>;

const MORE: readonly Fields[] = [
  {},
  { organization: { id: 'org_1', name: null }, tags: [], __v: 0 },
  { object: 'record', type_name: 'x', error_count: null, data: null, message: '' },
];

/** @param path of the request; empty for an error */
export function varyRecords(value: unknown, path: string, choices: Choices): unknown {
  if (Array.isArray(value))
    return choices.shuffled(
      `order of ${path}`,
      value.map((one) => record(one, path, choices)),
    );
  return record(value as Fields, path, choices);
}

function record(given: Fields, path: string, choices: Choices): Fields {
  const id = String(given.id ?? '');
  const isWorkflow = 'webhook_url' in given;
  const fields: Fields = { ...given };
  for (const [name, value] of Object.entries(given)) {
    if (name.endsWith('_at') && typeof value === 'string')
      fields[name] = otherForm(value, isWorkflow ? 'iso' : 'text', `${name} ${id}`, choices);
    else if (Array.isArray(value)) fields[name] = value.map((one) => record(one, path, choices));
    else if (name === 'version') fields[name] = record(value as Fields, path, choices);
    else if (name === 'parent' && value !== null) fields[name] = record(value as Fields, path, choices);
  }
  if ('workflow_id' in given && 'duration' in given) emptyRun(fields, id, choices);
  if ('steps' in given) fields.steps = choices.shuffled(`steps of ${id}`, fields.steps as unknown[]);
  if ('step_name' in given && choices.isPart(`end of ${id}`, 0.05)) fields.finished_at = unknownTime(choices);
  if ('commit_message' in given) optionalFields(fields, id, choices);
  if ('error' in given && id === '') errorFields(fields, choices);
  return { ...choices.of('more fields', MORE), ...fields };
}

function unknownTime(choices: Choices): string | null {
  return choices.of('unknown time', [null, '', '0001-01-01T00:00:00Z']);
}

/** Spec, Execution: "number or null", "string or null", in whatever state. */
function emptyRun(fields: Fields, id: string, choices: Choices): void {
  for (const name of ['started_at', 'finished_at'])
    if (choices.isPart(`no ${name} of ${id}`, 0.05)) fields[name] = unknownTime(choices);
  if (choices.isPart(`no duration of ${id}`, 0.05)) fields.duration = null;
}

/** Spec, Version details: `parent` and `commit_message` are optional. */
function optionalFields(fields: Fields, id: string, choices: Choices): void {
  for (const name of ['parent', 'commit_message']) {
    const how = choices.of(`${name} of ${id}`, ['there', 'absent', 'null'] as const);
    if (how === 'absent') delete fields[name];
    else if (how === 'null') fields[name] = null;
  }
}

/** Spec, Error body: `code` and `details` are optional. */
function errorFields(fields: Fields, choices: Choices): void {
  const more = choices.of('error fields', [{}, { code: 'ERR_7' }, { details: {} }, { statusCode: 4, path: '/x' }]);
  for (const [name, value] of Object.entries(more)) fields[name] ??= value;
}

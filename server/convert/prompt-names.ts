/** Names of the environment variables for values that a tool prompts for. */
import { variableNameFrom } from '../config/variables/variable-syntax.ts';
import type { Entry } from './find-entries.ts';
import { isMap, plainValue, textOf } from './value.ts';

const promptAlone = /^\$\{(?:input:|user_config\.)([^{}]+)\}$/;
const prompts = /\$\{(?:input:|user_config\.)([^{}]+)\}/g;
const variables = /\$\{(?:env:)?([A-Za-z_]\w*)/g;

/**
 * Returns names for the prompts whose ID says less than the variable that gets the value: `API_KEY` for
 * `"API_KEY": "${input:key}"`, because `KEY` could be anything. A prompt has one name in all servers, and a name that the
 * servers use for something else isn't taken.
 */
export function promptNamesIn(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const values = entries.flatMap(({ sourceMembers }) => Array.from(sourceMembers.values(), ({ value }) => value));
  const text = values.map((value) => JSON.stringify(plainValue(value))).join('\n');
  if (!/\$\{(?:input:|user_config\.)/.test(text)) return names;
  const matches = (form: RegExp) => Array.from(text.matchAll(form), ([, name = '']) => name);
  const used = new Set([...matches(prompts).map((id) => variableNameFrom(id)), ...matches(variables)]);
  for (const { sourceMembers } of entries) {
    const env = sourceMembers.get('env')?.value;
    for (const [name, value] of isMap(env) ? env : []) {
      const [, id] = promptAlone.exec(textOf(value) ?? '') ?? [];
      if (id === undefined || names.has(id) || used.has(name) || variableNameFrom(name) !== name) continue;
      if (!`_${name}_`.includes(`_${variableNameFrom(id)}_`)) continue;
      names.set(id, name);
      used.add(name);
    }
  }
  return names;
}

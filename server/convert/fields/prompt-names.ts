/** Names of the environment variables for values that a tool prompts for. */
import { variableNameFrom } from '../../config/variables/variable-syntax.ts';
import { FreeNames } from '../../fixes/rename-server.ts';
import type { Entry } from '../finding/find-entries.ts';
import { isMap, plainValue, textOf } from '../value.ts';

const promptAlone = /^\$\{(?:input:|user_config\.)([^{}]+)\}$/;
const prompts = /\$\{(?:input:|user_config\.)([^{}]+)\}/g;
const variables = /\$\{(?:env:)?([A-Za-z_]\w*)/g;

/**
 * Returns names for the prompts whose ID says less than the variable that gets the value: `API_KEY` for
 * `"API_KEY": "${input:key}"`, because `KEY` could be anything; and for those whose usual name is another variable, or
 * one that the target doesn't expand everywhere. A prompt has one name in all servers.
 * @param isAvoided true for the name of a variable that the target may read as empty
 */
export function promptNamesIn(
  entries: readonly Entry[],
  isAvoided: (name: string) => boolean = () => false,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const values = entries.flatMap(({ sourceMembers }) => Array.from(sourceMembers.values(), ({ value }) => value));
  const text = values.map((value) => JSON.stringify(plainValue(value))).join('\n');
  if (!/\$\{(?:input:|user_config\.)/.test(text)) return names;
  const matches = (form: RegExp) => Array.from(text.matchAll(form), ([, name = '']) => name);
  const ids = new Set(matches(prompts));
  const others = new Set(matches(variables));
  const used = new Set([...Array.from(ids, (id) => variableNameFrom(id)), ...others]);
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
  const free = new FreeNames(used);
  for (const id of ids) {
    const name = names.get(id) ?? variableNameFrom(id);
    if (isAvoided(name)) names.set(id, variableNameFrom(free.take(`MCP_${name}`)));
    else if (others.has(name)) names.set(id, variableNameFrom(free.take(name)));
  }
  return names;
}

/** The environment variables that a server needs, and what the agent makes of them. Only names are known, never values. */
import { tokenIn } from '../../common/secrets.ts';
import { usedVariables } from '../../common/variables.ts';
import { type Agent, isTableAgent } from '../agents/agent.ts';
import { expands, isEmptied, variablesOf } from '../agents/written-variables.ts';
import { liveMembers, memberValue, type StringNode } from '../config/json.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import type { DefinedServer } from '../config/source-file.ts';
import { hostVariables, isReadByShell } from '../config/variable-syntax.ts';

export interface NeededVariable {
  readonly name: string;
  /** As it's written in the file. */
  readonly text: string;
  readonly node: StringNode;
  /** What the server gets: the value, the text as it's written, or nothing. */
  readonly gets: 'value' | 'text' | 'nothing';
}

/** Returns the variables without a default, in the order of the fields. @param entry that of the definition */
export function neededVariables(
  agent: Agent,
  definition: DefinedServer,
  entry: ServerEntry,
): readonly NeededVariable[] {
  const { layout, dialect } = definition.source;
  if (layout === 'codex') return ofCodex(definition);
  // Where these facts don't apply, a variable is needed in any form.
  const { readsShared, variables } = agent.facts;
  const isKnown = variables.isUnknown !== true && (layout === 'own' || readsShared === false || !isTableAgent(agent));
  return entry.texts.flatMap((text) => {
    const { node, field } = text;
    if (isReadByShell(entry.launch, text)) return [];
    if (dialect === 'opencode')
      return usedVariables(node.value, () => undefined, 'env').map(
        ({ name, written }): NeededVariable => ({ name, text: written, node, gets: 'value' }),
      );
    return variablesOf(node.value).flatMap((variable): NeededVariable | readonly [] => {
      const { name, text: written, form } = variable;
      const isUsed = !isKnown || expands(variables, field, variable);
      if (hostVariables.has(name) || tokenIn(name) !== undefined || (form === 'default' && isUsed)) return [];
      // Without braces, it can be meant as text.
      if (form === 'dollar' && !isUsed) return [];
      const gets = !isUsed ? 'text' : isKnown && isEmptied(variables, field, variable) ? 'nothing' : 'value';
      return { name, text: form === 'default' ? `\${${name}:-…}` : written, node, gets };
    });
  });
}

/** Codex reads variables by name. It passes those in `env_vars` on only if they are set. */
function ofCodex({ node }: DefinedServer): readonly NeededVariable[] {
  const token = memberValue(node, 'bearer_token_env_var');
  const headers = Array.from(liveMembers(memberValue(node, 'env_http_headers')).values(), ({ value }) => value);
  return [token, ...headers].flatMap((value) =>
    value?.type === 'string' ? { name: value.value, text: value.value, node: value, gets: 'value' as const } : [],
  );
}

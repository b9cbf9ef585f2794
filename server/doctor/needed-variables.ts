/** The environment variables that a server needs, and what the agent makes of them. Only names are known, never values. */
import { tokenIn } from '../../common/text/secrets.ts';
import { type Agent, isTableAgent } from '../agents/agent.ts';
import type { TableSource } from '../agents/files/agent-files.ts';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import type { DefinedServer } from '../config/servers/source-file.ts';
import type { Source } from '../config/servers/sources.ts';
import { liveMembers, memberValue, type StringNode } from '../config/text/json.ts';
import { hostVariables, isReadByShell } from '../config/variables/variable-syntax.ts';
import { variablesOf } from '../config/variables/written-variables.ts';
import { opencodeVariables } from '../tools/opencode.ts';
import { noVariables, type VariableFacts, type VariableResult, variableResult } from '../tools/variable-facts.ts';

export interface NeededVariable {
  readonly name: string;
  /** As it's written in the file. */
  readonly text: string;
  readonly node: StringNode;
  /** What the server gets. */
  readonly gets: VariableResult;
}

/** Returns which variables an agent replaces in one of its files. */
export function variablesInFile(agent: Agent, source: Source): VariableFacts {
  if (isTableAgent(agent)) return (source as TableSource).file.variables ?? agent.table.variables;
  if (source.layout === 'opencode') return opencodeVariables;
  return source.layout === 'codex' ? noVariables : agent.facts.variables;
}

/** Returns the variables without a default, in the order of the fields. @param entry that of the definition */
export function neededVariables(
  agent: Agent,
  definition: DefinedServer,
  entry: ServerEntry,
): readonly NeededVariable[] {
  const facts = variablesInFile(agent, definition.source);
  const written = entry.texts.flatMap((text) => {
    const { node, field } = text;
    if (isReadByShell(entry.launch, text)) return [];
    return variablesOf(node.value).flatMap((variable): NeededVariable | readonly [] => {
      const { name, text: inFile, form } = variable;
      const gets = variableResult(facts, field, variable);
      if (hostVariables.has(name) || tokenIn(name) !== undefined || (form === 'default' && gets === 'value')) return [];
      // Without braces, it can be meant as text.
      if (form === 'dollar' && (gets === 'text' || (gets === 'unknown' && !/^[A-Z][A-Z\d_]+$/.test(name)))) return [];
      return { name, text: form === 'default' ? `\${${name}:-…}` : inFile, node, gets };
    });
  });
  const needed = [...written, ...tildesIn(facts, entry)];
  return definition.source.layout === 'codex' ? [...needed, ...ofCodex(definition)] : needed;
}

/** Only what the agent itself opens: a program can replace `~` in its arguments. */
const opened: ReadonlySet<string> = new Set(['command', 'cwd']);

/** Returns each `~` that an agent doesn't replace with the home folder. */
const tildesIn = ({ tilde }: VariableFacts, { texts }: ServerEntry): readonly NeededVariable[] =>
  texts.flatMap(({ node, field }): NeededVariable | readonly [] => {
    if (!opened.has(field) || !/^~(?:$|[\\/])/.test(node.value) || tilde?.includes(field) === true) return [];
    return { name: 'HOME', text: '~', node, gets: tilde === undefined ? 'unknown' : 'text' };
  });

/** Codex reads variables by name. It passes those in `env_vars` on only if they are set. */
function ofCodex({ node }: DefinedServer): readonly NeededVariable[] {
  const token = memberValue(node, 'bearer_token_env_var');
  const headers = Array.from(liveMembers(memberValue(node, 'env_http_headers')).values(), ({ value }) => value);
  return [token, ...headers].flatMap((value) =>
    value?.type === 'string' ? { name: value.value, text: value.value, node: value, gets: 'value' as const } : [],
  );
}

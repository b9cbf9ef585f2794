/** Why an agent reads no definition of a server: a file that it can't use, or that has the server elsewhere, or none. */
import * as l10n from '@vscode/l10n';
import { problemIn } from '../agents/file-problem.ts';
import { type JsonNode, liveMembers, memberValue, type Span } from '../config/json.ts';
import { quote } from '../config/language.ts';
import type { SourceFile } from '../config/source-file.ts';
import type { ChainContext } from './context.ts';
import { broken, type Link } from './link.ts';

type Context = Pick<ChainContext, 'agent' | 'place' | 'state' | 'rootOf'>;

export function undefinedLink(name: string, context: Context): Link {
  const { agent, place, state } = context;
  for (const file of state.files) {
    const found = unusable(name, file, context);
    if (found !== undefined) return found;
  }
  const files = [...new Set(agent.sources(place).flatMap(({ level, label }) => (level === 'project' ? label : [])))];
  const text =
    files.length === 0
      ? l10n.t('No file that {0} reads defines {1}.', agent.name, quote(name))
      : l10n.t(
          'No file that {0} reads defines {1}. In a project, it reads {2}.',
          agent.name,
          quote(name),
          shortList(files),
        );
  return broken('file', text, { text: l10n.t('Define {0} in {1}.', quote(name), files[0] ?? agent.name) });
}

/** The files in parent folders have the same names. */
const shortList = (labels: readonly string[]): string => labels.filter((label) => !label.startsWith('../')).join(', ');

/** Returns why a file, in which the server may be, has no definition for the agent. */
function unusable(name: string, file: SourceFile, { agent, rootOf }: Context): Link | undefined {
  const { uri, label, level } = file.source;
  const problem = problemIn(file);
  if (problem?.effect === 'refused')
    return broken(
      'file',
      l10n.t('{0} loads no servers because of {1}: {2}.', agent.name, label, problem.why),
      { text: l10n.t('Correct {0}.', label) },
      { uri, span: problem.at },
    );
  const other = definedElsewhere(rootOf(uri), name);
  if (other !== undefined)
    return broken(
      'file',
      other.under === undefined
        ? l10n.t("{0} has {1} at the top level, where {2} doesn't look for servers.", label, quote(name), agent.name)
        : l10n.t(
            "{0} has {1} under {2}, where {3} doesn't look for servers.",
            label,
            quote(name),
            quote(other.under),
            agent.name,
          ),
      { text: l10n.t('Correct {0}.', label) },
      { uri, span: other.at },
    );
  return problem === undefined || level !== 'project'
    ? undefined
    : broken(
        'file',
        l10n.t('{0} takes nothing from {1}: {2}.', agent.name, label, problem.why),
        { text: l10n.t('Correct {0}.', label) },
        { uri, span: problem.at },
      );
}

/** Returns where else in a file a server is defined, for another agent or by mistake. */
function definedElsewhere(
  root: JsonNode | undefined,
  name: string,
): { readonly under: string | undefined; readonly at: Span } | undefined {
  for (const path of [['servers'], ['mcpServers'], ['mcp', 'servers'], ['mcp'], []]) {
    const member = liveMembers(path.reduce<JsonNode | undefined>(memberValue, root)).get(name);
    if (member?.value?.type === 'object')
      return { under: path.length === 0 ? undefined : path.join('.'), at: member.key };
  }
  return undefined;
}

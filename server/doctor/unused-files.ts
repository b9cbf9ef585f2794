/** Files from which an agent takes nothing, or not all servers, although they exist. */
import * as l10n from '@vscode/l10n';
import { type Agent, isTableAgent } from '../agents/agent.ts';
import type { TableSource } from '../agents/agent-files.ts';
import { problemIn } from '../agents/file-problem.ts';
import { type MisplacedServers, misplacedServers } from '../agents/misplaced-servers.ts';
import type { PlaceState } from '../agents/states.ts';
import type { UnreadServers } from '../agents/unread-files.ts';
import type { JsonNode } from '../config/json.ts';
import { andList, quote } from '../config/language.ts';
import type { FileProblem, SourceFile } from '../config/source-file.ts';
import type { LinkPlace } from './link.ts';

/** One sentence about a file, what to do about it, and its place. */
export interface UnusedPart {
  readonly text: string;
  readonly step: string;
  readonly at: LinkPlace;
}

/** @param rootOf returns the content of a file */
export function unusedIn(
  agent: Agent,
  file: SourceFile,
  { effective }: Pick<PlaceState, 'effective'>,
  rootOf: (uri: string) => JsonNode | undefined,
): readonly UnusedPart[] {
  // Whether it's read depends on a setting.
  if (isTableAgent(agent) && (file.source as TableSource).file.onlyIf !== undefined) return [];
  const problem = problemIn(file);
  if (problem !== undefined)
    return [problemPart(agent, file, problem, effective.refusal?.source.uri === file.source.uri)];
  return misplacedServers(agent, file, rootOf(file.source.uri)).flatMap((each) =>
    each.isCertain
      ? misplacedPart(
          agent,
          file,
          each,
          each.members.map(({ key }) => key.value),
        )
      : [],
  );
}

/** @param names those that are meant @param target the file to which they belong */
export function unreadPart(
  agent: Agent,
  { uri, label, members }: UnreadServers,
  names: readonly string[],
  target: string,
): UnusedPart {
  const all = listedNames(names);
  return {
    text: l10n.t('{0} has {1}, but {2} reads no servers from this file.', label, all, agent.name),
    step: l10n.t('Move {0} to {1}.', all, target),
    at: { uri, span: members.find(({ key }) => names.includes(key.value))?.key ?? { offset: 0, length: 0 } },
  };
}

function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, nameLimit).map(quote);
  return andList(names.length > nameLimit ? [...shown, l10n.t('{0} more', names.length - nameLimit)] : shown);
}

/** @param isCause true if the agent loads no server at all because of it */
export function problemPart(
  { name }: Agent,
  { source: { uri, label } }: SourceFile,
  { why, step, at }: FileProblem,
  isCause: boolean,
): UnusedPart {
  const text = isCause
    ? l10n.t('{0} loads no servers because of {1}: {2}.', name, label, why)
    : l10n.t('{0} takes nothing from {1}: {2}.', name, label, why);
  return { text, step, at: { uri, span: at } };
}

/** More names of misplaced servers aren't listed. */
const nameLimit = 3;

/** @param names those that are meant */
export function misplacedPart(
  agent: Agent,
  { source: { uri, label } }: SourceFile,
  { under, root, members }: MisplacedServers,
  names: readonly string[],
): UnusedPart {
  const all = listedNames(names);
  const [first] = members.filter(({ key }) => names.includes(key.value));
  const isOnly = members.length === names.length;
  const [text, step] =
    under === undefined
      ? [
          l10n.t("{0} has {1} at the top level, where {2} doesn't look for servers.", label, all, agent.name),
          isOnly ? l10n.t('Wrap the servers in {0}.', quote(root)) : l10n.t('Move {0} to {1}.', all, quote(root)),
        ]
      : [
          l10n.t("{0} has {1} under {2}, where {3} doesn't look for servers.", label, all, quote(under), agent.name),
          isOnly
            ? l10n.t('Rename {0} to {1}.', quote(under), quote(root))
            : l10n.t('Move {0} to {1}.', all, quote(root)),
        ];
  return { text, step, at: { uri, span: first?.key ?? { offset: 0, length: 0 } } };
}

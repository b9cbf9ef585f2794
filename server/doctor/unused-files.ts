/** Files from which an agent takes nothing, or not all servers, although they exist. */
import * as l10n from '@vscode/l10n';
import { groupBy } from '../../common/group-by.ts';
import { type Agent, isTableAgent } from '../agents/agent.ts';
import { movedInTerminals } from '../agents/certainty.ts';
import type { TableSource } from '../agents/files/agent-files.ts';
import { type MisplacedServers, misplacedServers } from '../agents/files/misplaced-servers.ts';
import type { UnreadServers } from '../agents/files/unread-files.ts';
import { type AgentStep, unreadableStep } from '../agents/next-step.ts';
import { unseenPlugins } from '../agents/plugins/plugins.ts';
import type { PlaceState } from '../agents/states.ts';
import { problemIn } from '../agents/table/file-problem.ts';
import { isDotPath } from '../config/files/unread-places.ts';
import { andList, quote } from '../config/language.ts';
import type { FileProblem, SourceFile } from '../config/servers/source-file.ts';
import type { Source } from '../config/servers/sources.ts';
import type { JsonNode } from '../config/text/json.ts';
import { uriKey } from '../files/uris.ts';
import type { ChainContext } from './context.ts';
import type { LinkPlace } from './link.ts';
import { fileOfUser, targetFile } from './target-files.ts';

/** One sentence about a file, what to do about it, and its place. */
export interface UnusedPart {
  readonly text: string;
  readonly step: AgentStep;
  readonly at: LinkPlace;
}

export interface UnusedFilePart extends UnusedPart {
  readonly agent: Agent;
  /** Display path. */
  readonly label: string;
  readonly isOfProject: boolean;
  /** True if it's a file of the agent itself. */
  readonly isOwn: boolean;
  /** True if it isn't known whether servers are missing. */
  readonly isUnknown?: true;
}

/**
 * Returns what is wrong with files, by agent. A file that no agent reads is mentioned once.
 * @param isUsed true for an agent that is used here, so that servers that it reads are where they should be
 */
export function unusedFiles(
  contexts: readonly ChainContext[],
  isUsed: (context: ChainContext) => boolean = () => true,
): readonly UnusedFilePart[] {
  const read = new Set(contexts.filter(isUsed).flatMap(({ state: { sources } }) => sources.map(({ key }) => key)));
  const ofFiles = contexts.flatMap(({ agent, place, rootOf, state: { files, effective } }) => {
    const parts = files.flatMap((file) => {
      const { label, level, dialect } = file.source;
      if (level === 'user' && movedInTerminals(agent, place) !== undefined) return [];
      const about = { agent, label, isOfProject: level === 'project', isOwn: dialect === agent.id };
      return unusedIn(agent, file, { effective }, rootOf).map((part): UnusedFilePart => ({ ...about, ...part }));
    });
    // A file with several maps of servers is read once for each.
    return onePerPlace(parts);
  });
  const unread = contexts.flatMap(({ agent, place, state: { effective }, unread: { misplaced } }) =>
    misplaced.flatMap((servers): UnusedFilePart | readonly [] => {
      const { label, uri, isOfProject, isOwn } = servers;
      const names = servers.members.flatMap(({ key }) => (effective.withName(key.value).length > 0 ? [] : key.value));
      // Another agent that is used here reads it.
      if (names.length === 0 || read.has(uriKey(uri)) || !isDotPath(label)) return [];
      const target = isOfProject ? targetFile(agent, place) : fileOfUser(agent, place);
      const part = unreadPart(agent, servers, names, target);
      const text = isOwn ? part.text : l10n.t('No known agent reads the servers in {0}.', label);
      return { agent, label, isOfProject, isOwn, ...part, text };
    }),
  );
  return [...ofFiles, ...onePerPlace(unread), ...contexts.filter(isUsed).flatMap(unknownParts)];
}

/** Returns what isn't known about the servers of an agent: files that can't be read, and plugins that aren't looked at. */
const unknownParts = (context: Pick<ChainContext, 'agent' | 'place' | 'unreadable'>): readonly UnusedFilePart[] =>
  [context.unreadable.map((source) => unreadablePart(context.agent, source)), unseenPart(context) ?? []].flat();

export const unreadablePart = (agent: Agent, { uri, label, level, dialect }: Source): UnusedFilePart => ({
  ...{ agent, label, isOfProject: level === 'project', isOwn: dialect === agent.id, isUnknown: true },
  text: l10n.t("{0} can't be read here, so it isn't known which servers {1} finds in it.", label, agent.name),
  step: { text: unreadableStep(label) },
  at: { uri, span: { offset: 0, length: 0 } },
});

/** Returns which plugins, whose servers the agent loads, aren't looked at. */
export function unseenPart({ agent, place }: Pick<ChainContext, 'agent' | 'place'>): UnusedFilePart | undefined {
  const unseen = isTableAgent(agent) ? unseenPlugins(agent.table, place) : undefined;
  if (unseen === undefined) return undefined;
  const { names, store } = unseen;
  return {
    ...{ agent, label: store.label, isOfProject: false, isOwn: true, isUnknown: true },
    text: l10n.t('{0} also loads servers of plugins. Not looked at: {1}.', agent.name, listedNames(names)),
    step: { text: l10n.t('To see its servers, run {0}.', agent.facts.check[0] ?? agent.name), isElsewhere: true },
    at: { uri: store.uri, span: { offset: 0, length: 0 } },
  };
}

/** Returns the sentence about the agent whose file it is, or else the first. */
export const onePerPlace = (parts: readonly UnusedFilePart[]): readonly UnusedFilePart[] =>
  Array.from(
    groupBy(parts, ({ at }) => `${at.uri}#${at.span.offset}`).values(),
    (same) => same.find(({ isOwn }) => isOwn) ?? same[0],
  ).flatMap((part) => part ?? []);

/** @param rootOf returns the content of a file */
function unusedIn(
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

/** @param names those that are meant @param target the file to which they belong, if the agent has one */
export function unreadPart(
  agent: Agent,
  { uri, label, path, members }: UnreadServers,
  names: readonly string[],
  target: Source | undefined,
): UnusedPart {
  const all = listedNames(names);
  const relocates = target && { uri, path, names, into: target, label: target.label };
  return {
    text: l10n.t('{0} has {1}, but {2} reads no servers from this file.', label, all, agent.name),
    step: { text: l10n.t('Move {0} to {1}.', all, target?.label ?? agent.name), relocates },
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
  { source: { uri, label, fileLabel = label } }: SourceFile,
  { why, step, at }: FileProblem,
  isCause: boolean,
): UnusedPart {
  const text = isCause
    ? l10n.t('{0} loads no servers because of {1}: {2}.', name, fileLabel, why)
    : l10n.t('{0} takes nothing from {1}: {2}.', name, fileLabel, why);
  return { text, step: { text: step }, at: { uri, span: at } };
}

/** More names of misplaced servers aren't listed. */
const nameLimit = 3;

/** @param names those that are meant */
export function misplacedPart(
  agent: Agent,
  { source }: SourceFile,
  { path, root, members }: MisplacedServers,
  names: readonly string[],
): UnusedPart {
  const { uri, label } = source;
  const under = path.length === 0 ? undefined : path.join('.');
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
  const relocates = { uri, path, names, into: source, label: quote(root) };
  return { text, step: { text: step, relocates }, at: { uri, span: first?.key ?? { offset: 0, length: 0 } } };
}

/** Compares what an agent answered with the states that we show. */

import { pathToFileURL } from 'node:url';
import { lookUp } from '../../common/guards.ts';
import type { AgentId } from '../../common/messages/agents.ts';
import { defaultFolders } from '../../common/messages/config-place.ts';
import { readText } from '../../scripts/lib/repository.ts';
import { tableAgents } from '../../server/agents/all-agents.ts';
import { type AgentAnswer, closestToUse, listedUse, type ServerUse, useOf } from '../../server/agents/listed-use.ts';
import { stateInWords } from '../../server/config/oh-my-pi/state-text.ts';
import { type SwitchVariable, switchesOn } from '../../server/config/platform.ts';
import { loadToml } from '../../server/config/servers/source-file.ts';
import { diskFiles } from '../../server/files/disk.ts';
import type { Files } from '../../server/files/files.ts';
import { machine } from '../../server/workspace/machine.ts';
import { Policies } from '../../server/workspace/policies/policies.ts';
import { policySources } from '../../server/workspace/policies/policy-files.ts';
import { Workspace } from '../../server/workspace/workspace.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { type Folders, type OutsideCase, writeCase } from './cases.ts';

export interface Cell {
  readonly name: string;
  readonly theirs: ServerUse | 'refused';
  readonly ours: ServerUse;
  /** Our state in words. */
  readonly text: string;
}

/** The cells of one agent in one folder; none for an agent that we don't know. */
export interface Compared {
  readonly title: string;
  readonly agent: string;
  readonly cells: readonly Cell[];
}

/** Compares the recorded answers about one folder. @param answers by the ID of the agent */
export async function compareCase(
  each: OutsideCase,
  answers: Readonly<Record<string, AgentAnswer>>,
): Promise<readonly Compared[]> {
  const folder = new TemporaryFolder('outside');
  try {
    const workspace = await openCase(writeCase(each, folder.path));
    return Object.entries(answers).map(([agent, answer]) => {
      return { title: each.title, agent, cells: cellsOf(workspace, agent, answer) ?? [] };
    });
  } finally {
    folder.remove();
  }
}

/** Opens a folder as the agents of a case see it. */
export async function openCase({ home, etc, start, variables }: Folders): Promise<Workspace> {
  const outside = {
    ...machine,
    files: filesWith(etc),
    policySources: () =>
      policySources({ claude: `${etc}/claude-code`, copilot: `${etc}/github-copilot` }).map((source) =>
        source.map((uri) => uri.replace(`${pathToFileURL(etc).href}/`, systemFolder)),
      ),
    hasCommand: () => false,
    variables: () => Object.keys(variables),
    folderVariable: (name: string) => variables[name],
    contentVariable: (name: string) => variables[name],
    isSwitchedOn: (name: SwitchVariable) => switchesOn(name, variables[name]),
    installedOhMyPi: () => undefined,
  };
  const workspace = new Workspace(outside, { ...defaultFolders, home });
  workspace.places.roots = [pathToFileURL(start).href];
  workspace.isExclusive = true;
  workspace.setPolicy(new Policies(outside, home).read());
  await Promise.all([workspace.ready(), workspace.agents.load(), loadToml()]);
  return workspace;
}

/** Returns the files on disk, with this folder in place of `/etc`. */
function filesWith(etc: string): Files {
  const at = (uri: string): string =>
    uri.startsWith(systemFolder) ? `${pathToFileURL(etc).href}/${uri.slice(systemFolder.length)}` : uri;
  return {
    ...diskFiles,
    read: (uri) => diskFiles.read(at(uri)),
    stamp: (uri) => diskFiles.stamp(at(uri)),
    kind: (uri) => diskFiles.kind(at(uri)),
    real: (uri) => diskFiles.real?.(at(uri)),
    folders: (uri) => diskFiles.folders?.(at(uri)) ?? [],
    files: (uri) => diskFiles.files?.(at(uri)) ?? [],
  };
}

const systemFolder = 'file:///etc/';

/**
 * Returns one cell per name that either of us knows, except for those whose state isn't known here. Undefined for an agent
 * that we don't know.
 */
export function cellsOf(workspace: Workspace, id: string, answer: AgentAnswer): readonly Cell[] | undefined {
  const agent = tableAgents.find((each) => each.id === (id as AgentId));
  const [place] = workspace.places.all;
  if (agent === undefined || place === undefined) return undefined;
  const { effective } = workspace.placeState(place, agent);
  const listed = answer === 'refused' ? {} : answer;
  const names = new Set([...Object.keys(listed), ...effective.names]);
  return Array.from(names).flatMap((name): readonly Cell[] => {
    const best = closestToUse(effective.withName(name));
    const theirs = answer === 'refused' ? answer : listedUse(lookUp(listed, name));
    const ours = useOf(best?.state);
    return ours === undefined
      ? []
      : [{ name, theirs, ours, text: best === undefined ? 'Not read' : stateInWords(best) }];
  });
}

export const agree = ({ theirs, ours }: Cell): boolean =>
  theirs === ours || (theirs === 'refused' && ours === 'not used');

/** Why a cell differs and may: `case | agent | server | reason` in `test/fixtures/outside/reasons.txt`. */
export function reasons(): ReadonlyMap<string, string> {
  const lines = readText('test/fixtures/outside/reasons.txt')
    .split('\n')
    .slice(2)
    .filter((line) => line.includes(' | '));
  return new Map(
    lines.map((line) => {
      const [title = '', agent = '', name = '', reason = ''] = line.split(' | ');
      return [cellKey(title, agent, name), reason];
    }),
  );
}

export const cellKey = (title: string, agent: string, name: string): string => [title, agent, name].join('\n');

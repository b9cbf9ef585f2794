/** The files in a project that are each agent's own, and `.mcp.json`, which several agents read. */

import { type TargetFormat, targetNames } from '../../../common/generated/targets.ts';
import type { ToolId } from '../../../common/generated/tools.ts';
import type { AgentId } from '../../../common/messages/agents.ts';
import { allTools } from '../../tools/all-tools.ts';

export const sharedFile = '.mcp.json';

/** The files of one agent in the root of a project. */
export interface AgentFiles {
  readonly agent: AgentId;
  /** Paths in the project, highest precedence first. */
  readonly paths: readonly string[];
  /** The one to create if none exists. */
  readonly newPath: string;
  readonly dialect: ToolId;
  /** The format to write; undefined if it can't be written. */
  readonly to: Exclude<TargetFormat, 'command'> | undefined;
}

const isTarget = (id: string): id is NonNullable<AgentFiles['to']> =>
  id !== 'command' && Object.hasOwn(targetNames, id);

/** Returns the files that only this agent reads; for Claude Code, the shared one. Undefined if it has none in a project. */
export function filesOfAgent(agent: AgentId): AgentFiles | undefined {
  const tool = allTools.find(({ id }) => id === agent);
  if (tool === undefined) return undefined;
  const { newFile = '', agent: facts } = tool;
  if (facts === undefined)
    return { agent, paths: [newFile, '.omp/.mcp.json'], newPath: newFile, dialect: 'oh-my-pi', to: 'oh-my-pi' };
  const to = isTarget(agent) ? agent : undefined;
  if (newFile === sharedFile) return { agent, paths: [sharedFile], newPath: sharedFile, dialect: 'oh-my-pi', to };
  const files = facts.files.filter(
    ({ in: where, path: file, dialect }) =>
      where !== 'home' && where !== 'system' && dialect === agent && file !== sharedFile,
  );
  const [first] = files;
  if (first === undefined) return undefined;
  return { agent, paths: files.map((file) => file.path), newPath: newFile || first.path, dialect: first.dialect, to };
}

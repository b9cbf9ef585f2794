/** The files in a project that are each agent's own, and `.mcp.json`, which several agents read. */
import { type AgentId, agentName } from '../../common/agents.ts';
import type { TargetFormat } from '../../common/conversion.ts';
import type { Dialect } from '../../common/tool-files.ts';
import { tableAgents } from './all-agents.ts';

export const sharedFile = '.mcp.json';

/** The files of one agent in the root of a project. */
export interface AgentFiles {
  readonly agent: AgentId;
  /** Paths in the project, highest precedence first. */
  readonly paths: readonly string[];
  /** The one to create if none exists. */
  readonly newPath: string;
  readonly dialect: Dialect;
  /** The format to write; undefined if it can't be written. */
  readonly to: Exclude<TargetFormat, 'command'> | undefined;
}

const formats: Readonly<Partial<Record<Dialect, AgentFiles['to']>>> = {
  vscode: 'vscode',
  cursor: 'cursor',
  codex: 'codex',
  gemini: 'gemini',
  opencode: 'opencode',
};

/** Returns the files that only this agent reads; for Claude Code, the shared one. */
export function filesOfAgent(agent: AgentId): AgentFiles {
  if (agent === 'oh-my-pi') {
    const paths = ['.omp/mcp.json', '.omp/.mcp.json'];
    return { agent, paths, newPath: '.omp/mcp.json', dialect: 'agent', to: 'agent' };
  }
  if (agent === 'claude-code')
    return { agent, paths: [sharedFile], newPath: sharedFile, dialect: 'agent', to: 'claude-code' };
  const files = (tableAgents.find(({ id }) => id === agent)?.table.files ?? []).filter(
    ({ in: where, path: file, onlyIf }) =>
      where !== 'home' && where !== 'system' && onlyIf === undefined && file !== sharedFile,
  );
  const [first] = files;
  if (first === undefined) throw new Error(`${agentName(agent)} has no files of its own.`);
  const paths = files.map((file) => file.path);
  return {
    agent,
    paths,
    // What OpenCode's documentation names.
    newPath: (agent === 'opencode' ? paths.at(-1) : undefined) ?? first.path,
    dialect: first.dialect,
    to: formats[first.dialect],
  };
}

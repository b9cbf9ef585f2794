/** Messages about the lists of servers that agents themselves print. The language server starts nothing: its client does. */
import type { AgentId } from './agents.ts';
import type { AgentComparison } from './tool-servers.ts';

/** Custom requests about these lists: parameters and result by method. */
export interface ListingRequests {
  /** The commands that ask the agents that are installed on this computer. */
  'switchyard/agentCommands': [{ readonly folder: string | null }, AgentCommands];
  /** What every agent makes of the servers of a folder, beside what agents answered. */
  'switchyard/verifyAgents': [VerifyQuery, AgentComparison];
}

export interface AgentCommands {
  readonly commands: readonly AgentCommand[];
  /** Names of agents with a list that aren't installed. */
  readonly missing: readonly string[];
}

/** A command that only lists the servers of an agent. */
export interface AgentCommand {
  readonly agent: AgentId;
  readonly name: string;
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  /** What the agent does with the servers meanwhile. `urls`: it requests their URLs. `servers`: it also starts them. */
  readonly contacts: 'nothing' | 'urls' | 'servers';
}

export interface VerifyQuery {
  readonly folder: string | null;
  readonly answers: readonly AgentOutput[];
}

/** What an agent printed when it was asked. */
export interface AgentOutput {
  readonly agent: AgentId;
  /** Without escape codes. */
  readonly output: string;
  /** The first line that it prints for `--version`; empty if it wasn't asked, or fails. */
  readonly version: string;
  readonly end: 'exited' | 'timeout' | 'tooLong' | 'notStarted';
  /** Exit code; null if it was ended. */
  readonly code: number | null;
}

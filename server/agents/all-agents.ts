/** The agents whose use of tool servers is known, in the order in which they are offered. Loaded on first use. */

import type { Agent, TableAgent } from './agent.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { readersOf } from './differences.ts';
import { findAgent } from './found-agents.ts';
import { geminiCli } from './gemini-cli.ts';
import { ohMyPi } from './oh-my-pi.ts';
import { opencode } from './opencode.ts';
import { tableAgent } from './table-agent.ts';
import { vscode } from './vscode.ts';

export const tableAgents: readonly TableAgent[] = [
  claudeCode,
  vscode,
  copilotCli,
  cursor,
  codex,
  geminiCli,
  opencode,
].map(tableAgent);

export const agents: readonly Agent[] = [ohMyPi, ...tableAgents];

export { findAgent as find, readersOf };

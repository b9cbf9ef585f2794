/** Messages between the page that compares agents and its host. The host validates those of the page. */
import type { AgentComparison } from '../../../../common/messages/tool-servers.ts';
import { pageMessages } from '../../../shared/panels/messages.ts';
import { index, type Parsed, parsed, union } from '../../../shared/text/parse.ts';

const agentsMessage = union('kind', {
  ...pageMessages,
  /** Opens the file that decides what an agent makes of a server. */
  openCell: { row: index, column: index },
  /** Opens a file from which an agent takes nothing. */
  openUnused: { index },
  /** Asks the installed agents, after consent. */
  verify: {},
  /** Reports the difference in a cell. */
  report: { row: index, column: index },
});
export type AgentsMessage = Parsed<typeof agentsMessage>;

/** Returns undefined for a value that isn't a valid message. */
export const parseAgentsMessage = (value: unknown): AgentsMessage | undefined => parsed(agentsMessage, value);

/** The page formats it. */
export interface AgentsPage {
  readonly kind: 'agents';
  readonly title: string;
  readonly comparison: AgentComparison;
  /** True if the installed agents can be asked. */
  readonly canVerify: boolean;
}

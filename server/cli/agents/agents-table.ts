/** What agents make of the servers of a checkout, as a table for people. */
import { agentIds } from '../../../common/messages/agents.ts';
import type { AgentCell, AgentInfo, AskedAgent } from '../../../common/messages/tool-servers.ts';
import { ellipsize } from '../../../common/text/cut.ts';
import { visible } from '../../../common/text/escape.ts';
import { alignedRows, counted } from '../check/reports/report-text.ts';
import type { PlaceName } from '../files/place-names.ts';
import type { Paint, Style } from '../output/color.ts';
import { lowerFirst, stateWords } from '../output/state-words.ts';

/** Plain data, also the JSON format. */
export interface CheckoutAgents {
  readonly checkout: string;
  readonly agents: readonly AgentInfo[];
  /** Agents that weren't found, and are left out of a table. */
  readonly aside: readonly AgentInfo['id'][];
  readonly servers: readonly ServerRow[];
  /** Number of names that aren't listed. */
  readonly omitted: number;
  /** Files from which an agent takes nothing. */
  readonly unused: readonly (PlaceName & { readonly agent: AgentInfo['id']; readonly text: string })[];
  /** Present after agents were asked for their lists. */
  readonly asked?: readonly AskedAgent[];
  /** Names of agents with a list that aren't installed, then. */
  readonly notInstalled?: readonly string[];
}

interface ServerRow {
  readonly name: string;
  /** In the order of `CheckoutAgents.agents`. */
  readonly agents: readonly Cell[];
}

type Cell = Omit<AgentCell, 'location'> &
  PlaceName & {
    readonly agent: AgentInfo['id'];
    /** Where a difference can be reported; null if the package names no place for issues. */
    readonly reportUrl?: string | null;
  };

/** Longer names are truncated, so that a single one doesn't widen its column. */
const maxWidth = 40;

/** Returns a table of servers and agents, and the reason of each cell that isn't simply in effect or not read. */
export function agentsTable(compared: CheckoutAgents, paint: Paint): string {
  const { checkout, agents, aside, servers, omitted, unused } = compared;
  const heading = checkout === '.' ? [] : [paint('underline', visible(checkout))];
  // All agents are too many for a terminal; chosen ones are few.
  const isChoice = agents.length < agentIds.length;
  const reads = (index: number): boolean =>
    isChoice || servers.some(({ agents: cells }) => cells[index]?.state !== 'notRead' || cells[index].differs);
  const isAside = (index: number): boolean => reads(index) && aside.some((id) => id === agents[index]?.id);
  const columns = agents.flatMap((_, index) => (reads(index) && !isAside(index) ? [index] : []));
  const rows = [
    ['SERVER', ...columns.map((index) => agents[index]?.name.toUpperCase() ?? '')],
    ...servers.map((server) => [
      ellipsize(visible(server.name), maxWidth),
      ...columns.map((index) => cellText(server.agents[index])),
    ]),
  ];
  const [head = '', ...body] = alignedRows(rows);
  const isNamed = ({ id }: AgentInfo): boolean => unused.some(({ agent }) => agent === id);
  const others = agents
    .filter((agent, index) => !reads(index) && !isNamed(agent) && (isChoice || agent.found !== null))
    .map(({ name }) => name);
  const left = agents.flatMap(({ name }, index) => (isAside(index) ? [name] : []));
  const reasons = servers.flatMap((server) =>
    columns.flatMap((index) => reasonText(server.name, agents[index]?.name ?? '', server.agents[index], paint)),
  );
  // The same in each of an agent's cells.
  const unknown = new Set(
    columns.flatMap((index) =>
      servers.flatMap(({ agents: cells }) =>
        cells[index]?.state === 'unknown' ? `${agents[index]?.name}: ${visible(cells[index].text)}` : [],
      ),
    ),
  );
  const files = unused.map(
    ({ text, file, line }) => `${visible(text)}${file === null ? '' : ` (${visible(file)}:${line})`}`,
  );
  const lines = [
    ...heading,
    ...(columns.length === 0 ? [] : [paint('dim', head), ...body]),
    ...(omitted > 0 ? [`${counted(omitted, 'more server')} not shown.`] : []),
    ...(reasons.length + unknown.size === 0 ? [] : ['', ...reasons, ...unknown]),
    ...(files.length === 0 ? [] : [...(columns.length === 0 ? [] : ['']), ...files]),
    ...(left.length === 0 ? [] : ['', `Not found here: ${left.join(', ')}. To include them, use --agent.`]),
    ...(others.length === 0 ? [] : ['', `No files with servers for ${others.join(', ')}.`]),
    ...verifiedLines(compared, paint),
  ];
  return `${lines.join('\n')}\n\n`;
}

const cellText = (cell: Cell | undefined): string =>
  cell === undefined
    ? ''
    : `${stateWords[cell.state]}${cell.isProbable ? '?' : ''}${cell.isPartial ? '!' : ''}${cell.differs ? ' ≠' : ''}`;

/** Returns what the agents say, and where it differs. */
function verifiedLines({ agents, servers, asked, notInstalled = [] }: CheckoutAgents, paint: Paint): readonly string[] {
  if (asked === undefined) return [];
  const nameOf = (id: AgentInfo['id']): string => agents.find((agent) => agent.id === id)?.name ?? id;
  const different = servers.flatMap(({ name, agents: cells }) =>
    cells.flatMap(({ differs, state, reportUrl }) => {
      if (differs === undefined) return [];
      const line = `${paint('yellow', '≠')} ${visible(name)}: ${stateWords[state]} here. ${differs.text}`;
      return [reportUrl ? `${line} Report a wrong fact: ${reportUrl}` : line];
    }),
  );
  const answered = asked.filter((each) => each.answered).map(({ agent }) => nameOf(agent));
  const result =
    different.length === 0
      ? 'Their responses agree with this table.'
      : `${counted(different.length, 'cell')} ${different.length === 1 ? 'differs' : 'differ'}.`;
  return [
    '',
    ...different,
    ...asked.flatMap(({ problem }) => (problem === '' ? [] : [visible(problem)])),
    ...(answered.length === 0 ? [] : [`Asked: ${answered.join(', ')}. ${result}`]),
    ...(notInstalled.length === 0 ? [] : [`Not installed: ${notInstalled.join(', ')}.`]),
  ];
}

const styles: Readonly<Partial<Record<AgentCell['state'], Style>>> = { invalid: 'red', pending: 'yellow' };

/** Returns one line, unless there is nothing to explain. */
function reasonText(server: string, agent: string, cell: Cell | undefined, paint: Paint): readonly string[] {
  if (cell === undefined) return [];
  const { state, text, reason, isProbable, file, line } = cell;
  if (state === 'notRead' || state === 'unknown' || (state === 'inEffect' && reason === '')) return [];
  const style = styles[state];
  const stated = visible(isProbable ? `Probably ${lowerFirst(text)}` : text);
  const place = file === null ? '' : ` (${visible(file)}:${line})`;
  return [`${visible(server)}, ${agent}: ${style === undefined ? stated : paint(style, stated)}${place}`];
}

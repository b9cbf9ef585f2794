/** Our states beside the lists of servers that agents print. The client runs the commands, after consent. Nothing is run here. */
import * as l10n from '@vscode/l10n';
import { lookUp } from '../../common/guards.ts';
import type { AgentCommand, AgentCommands, AgentOutput, VerifyQuery } from '../../common/messages/agent-listing.ts';
import { pathOf } from '../../common/messages/config-place.ts';
import type { AgentCell, AgentComparison, AskedAgent } from '../../common/messages/tool-servers.ts';
import { ellipsize } from '../../common/text/cut.ts';
import { visible } from '../../common/text/escape.ts';
import { maskTokens } from '../../common/text/mask-secrets.ts';
import type { Agent } from '../agents/agent.ts';
import { type AgentAnswer, closestToUse, listedUse, useOf } from '../agents/listed-use.ts';
import { quote } from '../config/language.ts';
import type { Listing } from '../tools/listing.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { AgentsView, nameLimit } from './agents-view.ts';
import { type TheirWord, wrongFactReport } from './wrong-fact-report.ts';

interface Asked extends AskedAgent {
  /** Undefined if it gave no list. */
  readonly answer: AgentAnswer | undefined;
}

export class AgentVerification {
  readonly #workspace: Workspace;

  constructor({ workspace }: { readonly workspace: Workspace }) {
    this.#workspace = workspace;
  }

  /** Returns the commands of the installed agents. None in a folder that isn't trusted, because they start its servers. */
  async commands(): Promise<AgentCommands> {
    await this.#workspace.agents.load();
    const commands: AgentCommand[] = [];
    const missing: string[] = [];
    for (const { id, name, facts } of this.#workspace.agents.all) {
      const { list, traces } = facts;
      if (list === undefined || traces.command === undefined) continue;
      const file = this.#workspace.trusted ? this.#workspace.machine.programFile(traces.command) : undefined;
      if (file === undefined) missing.push(name);
      else commands.push({ agent: id, name, file, args: list.args, contacts: list.contacts });
    }
    return { commands, missing };
  }

  /** Compares the lists with the states. Names that only an agent lists come last. */
  async verify({ folder, answers }: VerifyQuery): Promise<AgentComparison> {
    const comparison = await new AgentsView({ workspace: this.#workspace }).compare({ folder });
    const asked = new Map(
      this.#workspace.agents.all.flatMap((agent) => {
        const output = answers.find((each) => each.agent === agent.id);
        const { list } = agent.facts;
        return output === undefined || list === undefined ? [] : [[agent.id, askedAgent(agent, list, output)] as const];
      }),
    );
    const known = new Set(comparison.rows.map(({ name }) => name));
    const others = [...asked.values()].flatMap(({ answer }) =>
      answer === undefined || answer === 'refused'
        ? []
        : Object.entries(answer).flatMap(([name, state]) => (known.has(name) || state === 'off' ? [] : [name])),
    );
    const added = comparison.omitted > 0 ? [] : [...new Set(others)].slice(0, nameLimit);
    const rows = [
      ...comparison.rows,
      ...added.map((name) => ({ name, cells: comparison.agents.map(() => AgentsView.notRead()) })),
    ];
    const place = this.#workspace.places.ofProject(folder ?? undefined);
    const folders = [pathOf(place.project ?? ''), pathOf(place.home ?? '')] as const;
    const columns = comparison.agents.map(({ id }) => {
      const agent = this.#workspace.agents.all.find((each) => each.id === id);
      const { answer, version = '' } = asked.get(id) ?? {};
      if (agent === undefined || answer === undefined) return undefined;
      return { agent, answer, version, effective: this.#workspace.placeState(place, agent).effective };
    });
    return {
      ...comparison,
      rows: rows.map(({ name, cells }) => ({
        name,
        cells: cells.map((cell, column): AgentCell => {
          const { agent, answer, version = '', effective } = columns[column] ?? {};
          const theirs = answer && differentAnswer(answer, name, cell);
          if (agent === undefined || theirs === undefined) return cell;
          const server = effective && closestToUse(effective.withName(name));
          const report = wrongFactReport({ agent, installed: version, server, cell, theirs, folders });
          return { ...cell, differs: { text: differenceTexts[theirs](agent.name), report } };
        }),
      })),
      asked: Array.from(asked.values(), ({ answer: _, ...agent }) => agent),
      notInstalled: (await this.commands()).missing,
    };
  }
}

const differenceTexts: Readonly<Record<TheirWord, (agent: string) => string>> = {
  used: (agent) => l10n.t('{0} lists it as used.', agent),
  pending: (agent) => l10n.t('{0} lists it as waiting for approval.', agent),
  off: (agent) => l10n.t('{0} lists it as off.', agent),
  missing: (agent) => l10n.t("{0} doesn't list it.", agent),
  refused: (agent) => l10n.t('{0} lists nothing: it reports an error in its configuration.', agent),
};

/** Returns undefined if the agent says the same, or if we say nothing. */
function differentAnswer(answer: AgentAnswer, name: string, { state }: AgentCell): TheirWord | undefined {
  const ours = useOf(state === 'notRead' ? undefined : state);
  if (ours === undefined) return undefined;
  if (answer === 'refused') return ours === 'not used' ? undefined : 'refused';
  const listed = lookUp(answer, name);
  return listedUse(listed) === ours ? undefined : (listed ?? 'missing');
}

function askedAgent({ id, name }: Agent, list: Listing, given: AgentOutput): Asked {
  const { output, end, code } = given;
  const agent = { agent: id, version: visible(maskTokens(given.version)) };
  const listed = end === 'exited' && (code === 0 || list.failsWithServers === true) ? list.read(output) : undefined;
  if (listed !== undefined) return { ...agent, problem: '', answered: true, answer: listed };
  const answered = end === 'exited' && linesOf(output).some(isAboutConfig);
  return { ...agent, problem: problemText(name, given), answered, answer: answered ? 'refused' : undefined };
}

/** Only the fixed part of what an agent prints is shown: the rest can contain anything. */
function problemText(name: string, { end, code, output }: AgentOutput): string {
  switch (end) {
    case 'timeout':
      return l10n.t("{0} didn't list its servers in time.", name);
    case 'tooLong':
      return l10n.t('{0} gave no list: its output is too long.', name);
    case 'notStarted':
      return l10n.t("{0} couldn't be started.", name);
    case 'exited': {
      const line = firstError(output);
      const why = l10n.t('exit code {0}', String(code));
      return line === ''
        ? l10n.t('{0} gave no list ({1}).', name, why)
        : l10n.t('{0} gave no list ({1}): {2}', name, why, quote(line));
    }
  }
}

/** Returns the line that most likely says why, without secrets and paths of this computer. */
function firstError(output: string): string {
  const lines = linesOf(output);
  const line = lines.find((each) => /^\w*error\b/i.test(each)) ?? lines[0] ?? '';
  const safe = line
    .split(/\s+/)
    .map((word) => (/[/\\]/.test(word) ? '…' : maskTokens(word)))
    .join(' ');
  return ellipsize(visible(safe), 200);
}

const linesOf = (output: string): readonly string[] =>
  output
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** True for an error in a file, unlike one of the program. */
const isAboutConfig = (line: string): boolean => /invalid|error/i.test(line) && /\bconfig|\bsettings\b/i.test(line);

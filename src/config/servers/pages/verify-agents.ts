/** Asks the installed agents for their lists of servers, after consent, and keeps the answers. Loaded on first use. */
import { env, l10n, Uri, workspace } from 'vscode';
import { issueAddress, reportText } from '../../../../common/issue-address.ts';
import type { AgentCommand, AgentOutput } from '../../../../common/messages/agent-listing.ts';
import type { AgentComparison, CellDifference } from '../../../../common/messages/tool-servers.ts';
import { verifyAgents } from '../../../../common/messages/verify-agents.ts';
import { withCancellableProgress } from '../../../shared/cancellable.ts';
import { choose, copyText } from '../../../shared/notifications.ts';
import { platform } from '../../../shared/platform.ts';
import { oneLine } from '../../../shared/text/format.ts';
import type { ConfigLanguage } from '../../client/index.ts';

/** Answers, and the states that they were compared with. */
interface Kept {
  readonly answers: readonly AgentOutput[];
  readonly states: string;
}

export class AgentVerifier {
  readonly #config: ConfigLanguage;
  /** By URI of the folder. */
  readonly #kept = new Map<string, Kept>();

  constructor(config: ConfigLanguage) {
    this.#config = config;
  }

  /** True where programs can be started in the folder, and may be. */
  static isOffered(folder: string | null): folder is string {
    return workspace.isTrusted && platform().agentPrograms !== undefined && folder?.startsWith('file:') === true;
  }

  /** Returns the comparison, with the answers as long as our states are the same. */
  async load(folder: string | null): Promise<AgentComparison> {
    const { answers, states } = this.#kept.get(folder ?? '') ?? {};
    if (answers !== undefined && folder !== null) {
      const comparison = await this.#config.sendRequest('switchyard/verifyAgents', { folder, answers });
      if (statesIn(comparison) === states) return comparison;
      this.#kept.delete(folder);
    }
    return this.#config.sendRequest('switchyard/compareAgents', { folder });
  }

  /** Returns false if nothing was run. */
  async ask(folder: string | null): Promise<boolean> {
    if (!AgentVerifier.isOffered(folder))
      throw new Error(l10n.t('Agents can be asked only in a trusted folder on this computer.'));
    const { commands, missing } = await this.#config.sendRequest('switchyard/agentCommands', { folder });
    if (commands.length === 0) throw new Error(l10n.t('None of these agents is installed: {0}.', missing.join(', ')));
    const cwd = Uri.parse(folder).fsPath;
    const agreed = await consent(commands, cwd);
    if (agreed.length === 0) return false;
    const answers = await withCancellableProgress(l10n.t('Asking agents'), async (signal, report) => {
      const programs = await platform().agentPrograms?.(cwd, signal);
      if (programs === undefined) return undefined;
      let latest: readonly AgentOutput[] = [];
      await verifyAgents(
        agreed,
        programs,
        (given) => {
          latest = given;
          return this.#config.sendRequest('switchyard/verifyAgents', { folder, answers: given });
        },
        (agent) =>
          report(
            agent,
            agreed.findIndex(({ name }) => name === agent),
            agreed.length,
          ),
      ).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        latest = [];
      });
      return latest;
    });
    if (answers === undefined || answers.length === 0) return false;
    // The states may have changed meanwhile.
    const comparison = await this.#config.sendRequest('switchyard/verifyAgents', { folder, answers });
    this.#kept.set(folder, { answers, states: statesIn(comparison) });
    return true;
  }
}

const statesIn = ({ rows }: AgentComparison): string =>
  JSON.stringify(rows.map(({ name, cells }) => [name, cells.map(({ state }) => state)]));

/** Shows the commands. Returns those that the user agrees to. */
async function consent(commands: readonly AgentCommand[], cwd: string): Promise<readonly AgentCommand[]> {
  const reading = commands.filter(({ contacts }) => contacts === 'nothing');
  const { home } = platform();
  const shown = (path: string): string => {
    const isInHome = home !== undefined && path.startsWith(home) && /^[\\/]/.test(path.slice(home.length));
    return oneLine(isInHome ? `~${path.slice(home.length)}` : path, 200);
  };
  const effects: Readonly<Record<AgentCommand['contacts'], string>> = {
    nothing: l10n.t('Reads files only'),
    urls: l10n.t('Requests the URLs of servers'),
    servers: l10n.t('Starts and contacts the servers that it uses'),
  };
  const lines = commands.map(
    ({ name, file, args, contacts }) => `${name}: ${effects[contacts]}\n${shown(file)} ${args.join(' ')}`,
  );
  const detail = [
    ...lines,
    l10n.t('In {0}. The version of agents that say something else is asked with --version.', shown(cwd)),
  ].join('\n\n');
  const [all, some] = [l10n.t('Run All'), l10n.t('Run Those That Only Read Files')];
  const actions = reading.length > 0 && reading.length < commands.length ? [all, some] : [all];
  const question = l10n.t('Run these commands to verify with installed agents?');
  const answer = await choose(question, actions, detail);
  if (answer === undefined) return [];
  return answer === some ? reading : commands;
}

/** Opens the report of a wrong fact as a new issue, for the user to send; copies it if there is no place for issues. */
export async function reportWrongFact(
  { report }: CellDifference,
  manifest: { readonly version: string },
): Promise<void> {
  const address = issueAddress(manifest, report);
  // As a text, because a `Uri` would encode the parameters once more.
  if (address !== undefined) return void (await env.openExternal(address as unknown as Uri));
  await copyText(reportText(report, manifest.version), l10n.t('Report copied.'));
}

/** Suggestions for `#` in the composer and their attachments. Reads only suggested items and files in the workspace. */
import { l10n, type Uri, workspace } from 'vscode';
import { log } from '../../../shared/log.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { compareNames, dayName, oneLine } from '../../../shared/text/format.ts';
import type { Accounts } from '../../session/accounts/accounts.ts';
import { runDescription, statusIcon, statusText } from '../../session/runs/run-appearance.ts';
import type { ServiceSession } from '../../session/session.ts';
import type { Mention, MentionKind, Mentions } from '../messages.ts';
import type { Attachment } from '../record.ts';
import { findFiles, fromUris, nameOf, openFiles } from './collect.ts';
import { fromRun, fromWorkflow } from './service-attachments.ts';

/** Maximum number of suggestions in the list; typing narrows them down. */
const maxSuggestions = 50;

/** Kinds with more than one item. */
type ListedKind = Exclude<MentionKind, 'selection' | 'problems'>;

export class MentionProvider {
  readonly #accounts: Accounts;
  /** Files of the workspace by name, cached while a mention is typed. */
  #files: Promise<readonly Mention[]> | undefined;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** Returns the items of a kind that match the query; names that start with it come first. */
  async find(of: MentionKind, query: string): Promise<Mentions> {
    const all = await this.#all(of, query);
    const wanted = query.toLowerCase();
    const rank = ({ label, description }: Mention): number => {
      const name = label.toLowerCase();
      // A path also starts with the name of each of its folders and of its file.
      if (`/${name}`.includes(`/${wanted}`)) return 0;
      if (name.includes(wanted)) return 1;
      return description.toLowerCase().includes(wanted) ? 2 : 3;
    };
    const byRank = Map.groupBy(all.items, rank);
    const items = [0, 1, 2].flatMap((at) => byRank.get(at) ?? []);
    return { ...all, items: items.slice(0, maxSuggestions) };
  }

  /** @param key key of a suggestion */
  async attach(of: ListedKind, key: string): Promise<readonly Attachment[]> {
    if (of === 'file') return fromUris([key]);
    const { session } = this.#accounts;
    if (of === 'run') return session?.runs.get(key) ? [await fromRun(session, key)] : [];
    return session?.workflows.get(key) ? [await fromWorkflow(session, key)] : [];
  }

  async #all(of: MentionKind, query: string): Promise<Mentions> {
    if (of === 'file') return this.#fileMentions(query);
    if (of === 'selection' || of === 'problems') return { items: [] };
    try {
      const session = await this.#accounts.require();
      const { runs, workflows } = session;
      await Promise.all([of === 'run' ? runs.ensure() : undefined, workflows.ensure()]);
      const items = of === 'run' ? runMentions(session) : workflowMentions(session);
      const { failure } = of === 'run' ? runs : workflows;
      if (failure !== undefined && items.length === 0) throw failure;
      return { items };
    } catch (error) {
      return { items: [], note: oneLine(describeFailure(error), 300) };
    }
  }

  /** Lists open editors first. They are listed even if the workspace can't be searched. */
  async #fileMentions(query: string): Promise<Mentions> {
    if (query === '') this.#files = undefined;
    this.#files ??= sortedFiles();
    const open = openFiles().filter((uri) => workspace.getWorkspaceFolder(uri) !== undefined);
    const items = open.map(fileMention);
    try {
      const known = new Set(items.map(({ key }) => key));
      return { items: [...items, ...(await this.#files).filter(({ key }) => !known.has(key))] };
    } catch (error) {
      this.#files = undefined;
      log().warn('The files of the workspace could not be searched.', error);
      return { items, note: l10n.t("Couldn't search the workspace. Only open files are listed.") };
    }
  }
}

/** Sorting thousands of names takes longer than a key may. */
async function sortedFiles(): Promise<readonly Mention[]> {
  return (await findFiles()).map(fileMention).sort((a, b) => compareNames(a.label, b.label));
}

function runMentions({ runs, workflows }: ServiceSession): Mention[] {
  return runs.runs.map((run) => ({
    key: run.id,
    label: workflows.nameOf(run.workflow_id, 60),
    description: `${dayName(runs.byDay.keyOfRun(run.id) ?? '', Date.now())} ${runDescription(run)} · ${statusText(run.status)}`,
    icon: statusIcon(run.status).id.replace('~spin', ''),
  }));
}

function workflowMentions({ workflows }: ServiceSession): Mention[] {
  return workflows.entries.map(({ workflow }) => ({
    key: workflow.id,
    label: oneLine(workflow.name, 60),
    description: oneLine(workflow.id, 60),
  }));
}

function fileMention(uri: Uri): Mention {
  return { key: uri.toString(), label: oneLine(nameOf(uri), 200), description: '' };
}

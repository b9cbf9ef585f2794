/** Runs: their view, commands, and documents, and the workflows that are watched. */
import { Disposable, type Memento } from 'vscode';
import { idsExcept, registerLazily } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { commands } from '../../shared/generated/names.ts';
import { log } from '../../shared/log.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import type { Workflows } from '../workflows/index.ts';
import { RunDocuments } from './documents.ts';
import { RunViewPreferences } from './filter.ts';
import type * as pick from './pick.ts';
import { refreshRuns } from './run-refresher.ts';
import { RunTree } from './tree.ts';
import { failureBadge } from './watching/badge.ts';
import { Notifier } from './watching/notifier.ts';
import { PinnedWorkflowStatus } from './watching/pinned.ts';
import { WatchList } from './watching/watch-list.ts';

export { runOf } from './rows.ts';

/** Loaded on first use. */
export const pickRun = async (...args: Parameters<typeof pick.pickRun>) => (await import('./pick.ts')).pickRun(...args);

export class Runs extends DisposableStore {
  readonly tree: RunTree;
  readonly documents: RunDocuments;
  readonly watched: WatchList;
  readonly pinned: PinnedWorkflowStatus;
  readonly notifier: Notifier;
  readonly #workflows: Workflows;

  /** @param memory workspace state: stores the filter, the watched workflows, and when failures were last seen */
  constructor(accounts: Accounts, workflows: Workflows, memory: Memento) {
    super();
    this.#workflows = workflows;
    const preferences = this.own(new RunViewPreferences(memory));
    this.own(accounts.forEachSession(({ runs }) => preferences.applyTo(runs)));
    this.tree = this.own(new RunTree(accounts));
    this.documents = this.own(new RunDocuments(accounts));
    this.watched = this.own(new WatchList(memory));
    this.notifier = this.own(new Notifier(accounts, this.watched));
    this.pinned = this.own(new PinnedWorkflowStatus(accounts, this.watched));
    const { tree, watched, notifier } = this;
    // Credentials are read at activation only if a workflow is watched or pinned.
    const openIfWatched = () => {
      if (!watched.isEmpty) accounts.open().catch((error) => log().warn('No account.', error));
    };
    this.ownAll(
      accounts.forEachSession((session) =>
        Disposable.from(
          failureBadge(tree.view, session, memory),
          refreshRuns({ session, runsTree: tree, workflowsView: workflows.tree.view, watched, notifier }),
        ),
      ),
      watched.onDidChange(openIfWatched),
    );
    openIfWatched();
    const watches = {
      isWatched: (id: string) => watched.modeOf(id) !== undefined,
      isPinned: (id: string) => watched.pinned === id,
    };
    workflows.tree.showWatched(watches, watched.onDidChange);
    const { watch, pin, unpin } = commands.workflows;
    this.own(
      registerLazily([...idsExcept(commands.runs, 'compare', 'copyLink', 'openPanel'), watch, pin, unpin], async () =>
        (await import('./commands.ts')).runCommands(accounts, this, workflows, preferences),
      ),
    );
  }

  /** The selected row of the Runs view or, of the runs of a workflow, of the Workflows view. */
  get selectedRow(): unknown {
    return this.tree.selectedRow ?? this.#workflows.tree.selectedRow;
  }
}

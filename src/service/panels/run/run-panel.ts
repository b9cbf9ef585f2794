/** The page of a run: why it failed, what differs, and its timeline. An active run refreshes while the page is visible. */

import { l10n, commands as registry } from 'vscode';
import { withCancellableProgress } from '../../../shared/cancellable.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { commands } from '../../../shared/generated/names.ts';
import { knownRow } from '../../../shared/list/row-commands.ts';
import { copyText } from '../../../shared/notifications.ts';
import type { OpenPanels } from '../../../shared/panels/open-panels.ts';
import type { Panel, PanelContent } from '../../../shared/panels/panel.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { oneLine, shortTime } from '../../../shared/text/format.ts';
import { unlistedCommands } from '../../../shared/unlisted-commands.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import type { Reference } from '../../session/references.ts';
import type { RunDetail } from '../../session/runs/run-detail.ts';
import { parseMessage, type RunAction, type RunMessage, type RunViewModel } from '../messages.ts';
import type { PanelServices } from '../services.ts';
import { RunFollower } from './follow-run.ts';
import { completeRun, type LoadedRun, listedRuns } from './load-changes.ts';
import { type LoadedHistories, relatedRun } from './run-history.ts';
import { payloadOfRun } from './run-payload.ts';
import { runPageText } from './run-text.ts';
import { runViewModel } from './run-view-model.ts';
import { timelineOf } from './timeline.ts';
import { changedSteps } from './what-changed.ts';
import { replacedVersion } from './what-changed-view-model.ts';

type RunPanel = Panel<LoadedRun, RunViewModel, RunMessage>;

/** The open pages of runs, one for each run. */
export class RunPages {
  readonly #panels: OpenPanels;
  readonly #pages = new Set<RunContent>();

  constructor(panels: OpenPanels) {
    this.#panels = panels;
  }

  /**
   * Opens the page of a run, or continues on the page of the run that it's compared with.
   * @param before the run to compare with, instead of the last success of a failed run @throws ApiFailure
   */
  async open(services: PanelServices, id: string, before?: string): Promise<void> {
    const idOfPage = (run: string | undefined) => [...this.#pages].find((page) => page.run === run);
    const page = idOfPage(id) ?? idOfPage(before);
    if (page !== undefined && before !== undefined) return page.go(id, before);
    const known = services.session.runs.get(id);
    const title = known === undefined ? l10n.t('Workflow Run') : titleOf(services, known);
    await this.#panels.open<LoadedRun, RunViewModel, RunMessage>(
      { id: idOf(id), title, icon: 'pulse', bundle: 'panels', parse: parseMessage.run, end: services.session.token },
      (panel) => {
        const content = new RunContent(panel, services, id, before);
        this.#pages.add(content);
        panel.onDidDispose(() => this.#pages.delete(content));
        return content;
      },
    );
  }
}

/** The other actions are those of the run's row, or of its payload. */
const commandOf = {
  copyId: commands.runs.copyId,
  compare: commands.runs.compare,
  openJson: commands.runs.openDetails,
  sendAgain: unlistedCommands.sendPayloadAgain,
  editPayload: unlistedCommands.editPayload,
  savePayload: unlistedCommands.savePayload,
} as const;

const idOf = (run: string) => `run ${run}`;

class RunContent extends DisposableStore implements PanelContent<LoadedRun, RunViewModel, RunMessage> {
  readonly #panel: RunPanel;
  readonly #services: PanelServices;
  #run: string;
  /** The run to compare with, if it was given. */
  #before: string | undefined;
  #includesPayload = false;
  /** The search for the last success, which the user can stop, and how many runs it has seen. */
  #search = new AbortController();
  #searched: number | undefined;
  readonly #follower: RunFollower;
  readonly #histories: LoadedHistories = new Map();

  constructor(panel: RunPanel, services: PanelServices, run: string, before: string | undefined) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#run = run;
    this.#before = before;
    const followed = { id: () => this.#run, shown: () => panel.data?.run };
    this.#follower = this.register(new RunFollower(services.session, panel, followed));
  }

  get id(): string {
    return idOf(this.#run);
  }

  get run(): string {
    return this.#run;
  }

  title({ run }: LoadedRun): string {
    return titleOf(this.#services, run);
  }

  load(): Promise<LoadedRun> {
    return this.#load(this.#run, this.#before);
  }

  async #load(id: string, before: string | undefined): Promise<LoadedRun> {
    const shown = this.#panel.data?.run.id === id && before === this.#before ? this.#panel.data : undefined;
    // Looked for once a run, because all kept payloads are read for it, and an active run is loaded every few seconds.
    const kept = shown ? shown.payload : payloadOfRun(this.#services, id);
    const [run, payload] = await Promise.all([this.#services.session.feed.run(id), kept]);
    return { run, payload, changes: shown?.changes };
  }

  view(loaded: LoadedRun): RunViewModel {
    const { client, workflows } = this.#services.session;
    const { stale, loadedAt } = this.#panel;
    const now = (client.serviceNow() ?? Date.now()) - (stale === '' ? 0 : Date.now() - loadedAt);
    const state = { includesPayload: this.#includesPayload, searched: this.#searched };
    return runViewModel(loaded, workflows.nameOf(loaded.run.workflow_id), now, state);
  }

  /** What the run is compared with needs several requests, so the page shows the run without waiting for them. */
  async update(loaded: LoadedRun): Promise<void> {
    this.#follower.loaded();
    this.#panel.show();
    let latest = loaded;
    const { closed } = this.#panel;
    const search = new AbortController();
    this.#search = search;
    this.#searched = undefined;
    const report = (searched: number) => {
      if (this.#search !== search || this.#panel.data !== loaded) return;
      this.#searched = searched;
      this.#panel.show();
    };
    const stopped = { signal: AbortSignal.any([search.signal, closed]), report };
    for await (const next of completeRun(this.#services, loaded, this.#before, closed, stopped)) {
      // A refresh may have loaded other data meanwhile.
      if (closed.aborted || this.#panel.data !== latest) return;
      latest = next;
      this.#panel.change(next);
      this.#panel.show();
    }
  }

  handle(message: RunMessage, loaded: LoadedRun): unknown {
    switch (message.kind) {
      case 'action':
        return this.#act(message.action, loaded);
      case 'includePayload':
        this.#includesPayload = message.isIncluded;
        return this.#panel.show();
      case 'openRun': {
        const run = loaded.changes && listedRuns(loaded.changes)[message.run];
        return run && registry.executeCommand(commands.runs.openPanel, { kind: 'run', id: run.id });
      }
      case 'openError':
        return this.#openError(message.step, message.of, loaded);
      default:
        return message satisfies never;
    }
  }

  #openError(index: number, of: 'timeline' | 'before' | 'after', { run, changes }: LoadedRun): unknown {
    const side = of === 'before' ? changes?.before : run;
    const step =
      of === 'timeline'
        ? timelineOf(run, this.#panel.loadedAt).spans[index]?.step
        : changedSteps(run, changes?.before)[index]?.[of].at(-1);
    return side && step?.error && this.#services.runs.documents.openError(side.id, step);
  }

  #act(action: RunAction, loaded: LoadedRun): unknown {
    const { run } = loaded;
    const row: Reference = { kind: 'run', id: this.#run };
    switch (action) {
      case 'explain': {
        const text = runPageText(this.view(loaded));
        const isFailed = run.status === 'FAILED';
        return registry.executeCommand(unlistedCommands.explainPage, {
          title: oneLine(this.title(loaded)),
          text,
          isFailed,
        });
      }
      case 'copyText':
        return copyText(runPageText(this.view(loaded)), l10n.t('Page copied as text.'));
      case 'publishBefore': {
        const version = loaded.changes && replacedVersion(run, loaded.changes)?.id;
        const reference = { kind: 'version', workflow: run.workflow_id, version: version ?? '' } as const;
        return version && registry.executeCommand(commands.versions.publish, knownRow<Reference>(reference));
      }
      case 'stopSearch':
        return this.#search.abort();
      case 'previousRun':
        return this.#find(run, 'previous', l10n.t('This is the oldest run of the workflow.'));
      case 'nextRun':
        return this.#find(run, 'next', l10n.t('This is the newest run of the workflow.'));
      default:
        return registry.executeCommand(commandOf[action], row);
    }
  }

  /** Goes to a related run, or shows why none was found. */
  async #find(run: RunDetail, which: Parameters<typeof relatedRun>[2], none: string): Promise<void> {
    const { id } = run;
    try {
      const title = l10n.t('Loading runs of {0}', this.#services.session.workflows.nameOf(run.workflow_id, 40));
      const { run: found, isCertain } = await withCancellableProgress(title, (signal) =>
        relatedRun(
          this.#services.session.feed,
          run,
          which,
          AbortSignal.any([signal, this.#panel.closed]),
          this.#histories,
        ),
      );
      // The user may have moved to another run or closed the panel in the meantime.
      if (this.#run !== id || this.#panel.closed.aborted) return;
      if (found !== undefined) await this.go(found.id);
      else this.#panel.show(isCertain ? none : l10n.t('No such run among the latest runs of the workflow.'));
    } catch (error) {
      if (this.#run === id) this.#panel.show(describeFailure(error));
    }
  }

  /** Shows another run on this page. @param before the run to compare with @throws ApiFailure */
  async go(id: string, before?: string): Promise<void> {
    this.#panel.bringToFront();
    const loaded = await this.#load(id, before);
    if (this.#panel.closed.aborted) return;
    this.#run = id;
    this.#before = before;
    this.#includesPayload = false;
    await this.#panel.replace(loaded);
  }
}

/** With the time, because several runs of a workflow can be open. Short, because tabs are narrow. */
function titleOf({ session }: PanelServices, { workflow_id, created_at }: WorkflowRunMetadata): string {
  return `${session.workflows.nameOf(workflow_id, 24)} · ${shortTime(created_at, Date.now())}`;
}

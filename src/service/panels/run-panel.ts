/** Panel with the timeline of a run. An active run refreshes while the panel is visible. */

import { l10n, commands as registry } from 'vscode';
import { withCancellableProgress } from '../../shared/cancellable.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { describeFailure } from '../../shared/failure-text.ts';
import { shortTime } from '../../shared/format.ts';
import { commands } from '../../shared/generated/names.ts';
import type { OpenPanels } from '../../shared/panels/open-panels.ts';
import type { Panel, PanelContent } from '../../shared/panels/panel.ts';
import type { WorkflowRunMetadata } from '../api/index.ts';
import type { Reference } from '../session/references.ts';
import type { RunDetail } from '../session/run-detail.ts';
import type { PanelContext } from './context.ts';
import { RunFollower } from './follow-run.ts';
import { parseMessage, type RunAction, type RunMessage, type RunViewModel } from './messages.ts';
import { type LoadedHistories, relatedRun } from './run-history.ts';
import { payloadOfRun, type RunPayload, runPayloadAction } from './run-payload.ts';
import { runViewModel } from './run-view-model.ts';
import { timelineOf } from './timeline.ts';

interface LoadedRun {
  readonly run: RunDetail;
  /** The kept payload that started it. */
  readonly payload: RunPayload | undefined;
}

/** @throws ApiFailure */
export function openRun(panels: OpenPanels, context: PanelContext, id: string): Promise<void> {
  const known = context.session.runs.get(id);
  const title = known === undefined ? l10n.t('Run Timeline') : titleOf(context, known);
  return panels.open<LoadedRun, RunViewModel, RunMessage>(
    { id: idOf(id), title, icon: 'pulse', bundle: 'panels', parse: parseMessage.run, end: context.session.token },
    (panel) => new RunContent(panel, context, id),
  );
}

const idOf = (run: string) => `run ${run}`;

class RunContent extends DisposableStore implements PanelContent<LoadedRun, RunViewModel, RunMessage> {
  readonly #panel: Panel<LoadedRun, RunViewModel, RunMessage>;
  readonly #context: PanelContext;
  #run: string;
  readonly #follower: RunFollower;
  readonly #histories: LoadedHistories = new Map();

  constructor(panel: Panel<LoadedRun, RunViewModel, RunMessage>, context: PanelContext, run: string) {
    super();
    this.#panel = panel;
    this.#context = context;
    this.#run = run;
    const followed = { id: () => this.#run, shown: () => panel.data?.run };
    this.#follower = this.own(new RunFollower(context.session, panel, followed));
  }

  get id(): string {
    return idOf(this.#run);
  }

  title({ run }: LoadedRun): string {
    return titleOf(this.#context, run);
  }

  load(): Promise<LoadedRun> {
    return this.#load(this.#run);
  }

  async #load(id: string): Promise<LoadedRun> {
    const shown = this.#panel.data;
    // Looked for once a run, because all kept payloads are read for it, and an active run is loaded every few seconds.
    const kept = shown?.run.id === id ? shown.payload : payloadOfRun(this.#context, id);
    const [run, payload] = await Promise.all([this.#context.session.feed.run(id), kept]);
    return { run, payload };
  }

  view({ run, payload }: LoadedRun): RunViewModel {
    const { client, workflows } = this.#context.session;
    const { stale, loadedAt } = this.#panel;
    const now = (client.serviceNow() ?? Date.now()) - (stale === '' ? 0 : Date.now() - loadedAt);
    return runViewModel(run, workflows.nameOf(run.workflow_id), now, payload);
  }

  update(): void {
    this.#panel.show();
    this.#follower.loaded();
  }

  handle(message: RunMessage, { run }: LoadedRun): unknown {
    switch (message.kind) {
      case 'action':
        return this.#act(message.action, run);
      case 'openError': {
        const step = timelineOf(run, this.#panel.loadedAt).spans[message.step]?.step;
        return step?.error && this.#context.runs.documents.openError(this.#run, step);
      }
      default:
        return message satisfies never;
    }
  }

  #act(action: RunAction, run: RunDetail): unknown {
    const row: Reference = { kind: 'run', id: this.#run };
    switch (action) {
      case 'explain':
        return registry.executeCommand(commands.chat.explainRun, row);
      case 'copyId':
        return registry.executeCommand(commands.runs.copyId, row);
      case 'whatChanged':
        return registry.executeCommand(commands.runs.whatChanged, row);
      case 'sendAgain':
      case 'editPayload':
      case 'savePayload':
        return runPayloadAction(action, row);
      case 'previousRun':
        return this.#find(run, 'previous', l10n.t('This is the oldest run of the workflow.'), (id) => this.#go(id));
      case 'nextRun':
        return this.#find(run, 'next', l10n.t('This is the newest run of the workflow.'), (id) => this.#go(id));
      default:
        return action satisfies never;
    }
  }

  /** Finds a related run and calls `use` with its ID, or shows why none was found. */
  async #find(
    run: RunDetail,
    which: Parameters<typeof relatedRun>[2],
    none: string,
    use: (id: string) => unknown,
  ): Promise<void> {
    const { id } = run;
    try {
      const title = l10n.t('Loading runs of {0}', this.#context.session.workflows.nameOf(run.workflow_id, 40));
      const { run: found, isCertain } = await withCancellableProgress(title, (signal) =>
        relatedRun(
          this.#context.session.feed,
          run,
          which,
          AbortSignal.any([signal, this.#panel.closed]),
          this.#histories,
        ),
      );
      // The user may have moved to another run or closed the panel in the meantime.
      if (this.#run !== id || this.#panel.closed.aborted) return;
      if (found !== undefined) await use(found.id);
      else this.#panel.show(isCertain ? none : l10n.t('No such run among the latest runs of the workflow.'));
    } catch (error) {
      if (this.#run === id) this.#panel.show(describeFailure(error));
    }
  }

  async #go(id: string): Promise<void> {
    const loaded = await this.#load(id);
    if (this.#panel.closed.aborted) return;
    this.#run = id;
    await this.#panel.replace(loaded);
  }
}

/** With the time, because several runs of a workflow can be open. Short, because tabs are narrow. */
function titleOf({ session }: PanelContext, { workflow_id, created_at }: WorkflowRunMetadata): string {
  return `${session.workflows.nameOf(workflow_id, 24)} · ${shortTime(created_at, Date.now())}`;
}

/** Panel that shows what changed since the last success of a workflow, for a failed run. */
import { l10n, commands as registry } from 'vscode';
import { DisposableStore } from '../../shared/disposable.ts';
import { oneLine } from '../../shared/format.ts';
import { commands } from '../../shared/generated/names.ts';
import { copyText } from '../../shared/notifications.ts';
import type { OpenPanels } from '../../shared/panels/open-panels.ts';
import type { Panel, PanelContent } from '../../shared/panels/panel.ts';
import type { Reference } from '../session/references.ts';
import { changesPageText } from './changes-text.ts';
import type { PanelContext } from './context.ts';
import { earlierRuns } from './earlier-runs.ts';
import { RunFollower } from './follow-run.ts';
import { type LoadedChanges, loadChanges } from './load-changes.ts';
import { type ChangesAction, type ChangesMessage, type ChangesViewModel, parseMessage } from './messages.ts';
import { payloadOfRun, runPayloadAction } from './run-payload.ts';
import { changedSteps } from './what-changed.ts';
import { changesViewModel } from './what-changed-view-model.ts';

/** @param before the run to compare with, instead of the last success @throws ApiFailure */
export function openChanges(panels: OpenPanels, context: PanelContext, id: string, before?: string): Promise<void> {
  const title = l10n.t('What Changed');
  const tab = before === undefined ? `changes ${id}` : `changes ${id} ${before}`;
  return panels.open<LoadedChanges, ChangesViewModel, ChangesMessage>(
    { id: tab, title, icon: 'git-compare', bundle: 'panels', parse: parseMessage.changes, end: context.session.token },
    (panel) => new ChangesContent(panel, context, id, before),
  );
}

class ChangesContent extends DisposableStore implements PanelContent<LoadedChanges, ChangesViewModel, ChangesMessage> {
  readonly #panel: Panel<LoadedChanges, ChangesViewModel, ChangesMessage>;
  readonly #context: PanelContext;
  readonly #run: string;
  readonly #before: string | undefined;
  readonly #follower: RunFollower;

  constructor(
    panel: Panel<LoadedChanges, ChangesViewModel, ChangesMessage>,
    context: PanelContext,
    run: string,
    before: string | undefined,
  ) {
    super();
    this.#panel = panel;
    this.#context = context;
    this.#run = run;
    this.#before = before;
    this.#follower = this.own(new RunFollower(context.session, panel, { id: () => run, shown: () => panel.data?.run }));
  }

  title({ run }: LoadedChanges): string {
    return l10n.t('{0}: What Changed', this.#context.session.workflows.nameOf(run.workflow_id, 30));
  }

  async load(): Promise<LoadedChanges> {
    const { session } = this.#context;
    const [loaded, payload] = await Promise.all([
      loadChanges(session, this.#run, this.#before, this.#panel.data, this.#panel.closed),
      payloadOfRun(this.#context, this.#run),
    ]);
    return payload === undefined ? loaded : { ...loaded, payload };
  }

  view(loaded: LoadedChanges): ChangesViewModel {
    return changesViewModel(loaded, this.#context.session.workflows.nameOf(loaded.run.workflow_id), Date.now());
  }

  /** The runs before need several requests, so the page doesn't wait for them. */
  async update(loaded: LoadedChanges): Promise<void> {
    this.#follower.loaded();
    this.#panel.show();
    const { run, before } = loaded;
    if (run.status !== 'FAILED' || this.#before !== undefined) return;
    const { feed } = this.#context.session;
    const earlier = await earlierRuns(feed, run, before, this.#panel.closed);
    // A refresh may have loaded other data meanwhile.
    if (this.#panel.closed.aborted || this.#panel.data !== loaded) return;
    this.#panel.change({ ...loaded, earlier });
    this.#panel.show();
  }

  handle(message: ChangesMessage, loaded: LoadedChanges): unknown {
    switch (message.kind) {
      case 'action':
        return this.#act(message.action, loaded);
      case 'openError': {
        const changed = changedSteps(loaded.run, loaded.before)[message.step];
        const step = changed?.[message.side].at(-1);
        const run = message.side === 'after' ? loaded.run : loaded.before;
        return step?.error && run && this.#context.runs.documents.openError(run.id, step);
      }
      default:
        return message satisfies never;
    }
  }

  #act(action: ChangesAction, loaded: LoadedChanges): unknown {
    const { run, before, versions } = loaded;
    const row: Reference = { kind: 'run', id: run.id };
    const text = () => changesPageText(this.view(loaded));
    switch (action) {
      case 'explain': {
        const title = oneLine(this.title(loaded));
        return registry.executeCommand(commands.chat.explainPage, { title, text: text() });
      }
      case 'openRun':
        return registry.executeCommand(commands.runs.openPanel, row);
      case 'compare':
        return before && registry.executeCommand(commands.runs.compare, row, [row, { kind: 'run', id: before.id }]);
      case 'compareVersions':
        return (
          versions.before &&
          versions.after &&
          this.#context.workflows.documents.compareVersions(versions.before, versions.after)
        );
      case 'sendAgain':
      case 'editPayload':
      case 'savePayload':
        return runPayloadAction(action, row);
      case 'copyText':
        return copyText(text(), l10n.t('Page copied as text.'));
      default:
        return action satisfies never;
    }
  }
}

/** Panel with the details of a workflow. Updates when the workflow changes in the store. */
import { l10n, commands as registry, ThemeIcon } from 'vscode';
import type { WorkflowDetails } from '../api/index.ts';
import { copyText } from '../shared/clipboard.ts';
import { commands } from '../shared/contract.ts';
import { oneLine } from '../shared/format.ts';
import { detailsViewModel, type LoadedDetails, readDetails } from './details-view-model.ts';
import type { Action } from './messages.ts';
import { type PanelContext, type PanelMessage, staleNote, ViewPanel } from './panel.ts';

export const detailsKey = (workflow: string) => `details ${workflow}`;

export class DetailsPanel extends ViewPanel {
  readonly key: string;
  readonly #context: PanelContext;
  #loaded: LoadedDetails;
  #loadedAt = Date.now();
  #isRefreshing = false;

  constructor(loaded: LoadedDetails, context: PanelContext) {
    const { details } = loaded;
    super(context, {
      title: l10n.t('{0}: Details', oneLine(details.name, 40)),
      icon: new ThemeIcon('info'),
      view: detailsViewModel(loaded, Date.now()),
    });
    this.key = detailsKey(details.id);
    this.#context = context;
    this.#loaded = loaded;
    const { store } = context.workflows;
    this.own(store.onDidChange((changed) => changed === details.id && this.#follow(store.get(changed)?.details)));
  }

  /** Shows a changed record immediately. A new schedule or active version also needs data that isn't in the record. */
  #follow(details: WorkflowDetails | undefined): void {
    const { details: shown } = this.#loaded;
    if (details === undefined || details === shown || this.#isRefreshing) return;
    this.#show({ ...this.#loaded, details });
    const isOther =
      details.active_version_id !== shown.active_version_id || details.schedule_options !== shown.schedule_options;
    if (isOther) void this.refresh();
  }

  protected override async handle(message: PanelMessage): Promise<unknown> {
    if (message.kind === 'action') return this.#act(message.action);
    if (message.kind !== 'openRun') return undefined;
    const run = this.#loaded.runs[message.run];
    return run && registry.executeCommand(commands.openRunPanel, { kind: 'run', id: run.id });
  }

  async #act(action: Action): Promise<unknown> {
    const { details, version } = this.#loaded;
    const row = { kind: 'workflow', id: details.id };
    switch (action) {
      case 'copyWebhook':
        return copyText(details.webhook_url, l10n.t('Webhook URL copied.'));
      case 'copyId':
        return copyText(details.id, l10n.t('Workflow ID copied.'));
      case 'sendWebhook':
        return registry.executeCommand(commands.editWebhookBody, row);
      case 'openStatistics':
        return registry.executeCommand(commands.openWorkflowPanel, row);
      case 'openVersion':
        return version && this.#context.workflows.documents.openVersion(version);
      default:
        return undefined;
    }
  }

  /** If the request fails, the last state stays, with a note on when it was loaded. */
  protected override async refresh(): Promise<void> {
    this.#isRefreshing = true;
    try {
      this.#show(await readDetails(this.#context.workflows, this.#loaded.details.id));
      this.#loadedAt = Date.now();
    } catch (error) {
      this.show(detailsViewModel(this.#loaded, Date.now(), staleNote(this.#loadedAt, error)));
    } finally {
      this.#isRefreshing = false;
    }
  }

  #show(loaded: LoadedDetails): void {
    this.#loaded = loaded;
    this.show(detailsViewModel(loaded, Date.now()));
  }
}

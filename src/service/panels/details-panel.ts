/** Panel with the details of a workflow. Updates when the workflow changes in the store. */
import { l10n, commands as registry } from 'vscode';
import { oneLine } from '../../shared/format.ts';
import { commands } from '../../shared/generated/names.ts';
import { copyText } from '../../shared/notifications.ts';
import { ownRow } from '../../shared/row-commands.ts';
import type { WorkflowDetails } from '../api/index.ts';
import { detailsViewModel, type LoadedDetails, readDetails } from './details-view-model.ts';
import type { Action } from './messages.ts';
import { type PanelContext, type PanelMessage, SessionPanel } from './panel.ts';

export class DetailsPanel extends SessionPanel<LoadedDetails> {
  readonly id: string;
  #isLoading = false;

  /** @param id of a workflow, which may be missing from the list */
  constructor(context: PanelContext, id: string) {
    const { workflows } = context.session;
    super(context, titleOf(workflows.nameOf(id)), 'info');
    this.id = id;
    this.own(workflows.onDidChange((changed) => changed === id && this.#follow(workflows.get(id)?.details)));
  }

  /** Shows a changed record immediately. A new schedule or active version also needs data that isn't in the record. */
  #follow(details: WorkflowDetails | undefined): void {
    const { data } = this;
    if (data === undefined || details === undefined || details === data.details || this.#isLoading) return;
    const shown = data.details;
    this.data = { ...data, details };
    this.show();
    const isOther =
      details.active_version_id !== shown.active_version_id || details.schedule_options !== shown.schedule_options;
    if (isOther) void this.refresh();
  }

  protected override async load(): Promise<LoadedDetails> {
    this.#isLoading = true;
    try {
      return await readDetails(this.context.session, this.id);
    } finally {
      this.#isLoading = false;
    }
  }

  protected override async update(loaded: LoadedDetails): Promise<void> {
    this.place.title = titleOf(loaded.details.name);
    await super.update(loaded);
  }

  protected override view(loaded: LoadedDetails) {
    return detailsViewModel(loaded, Date.now());
  }

  protected override async handle(message: PanelMessage, loaded: LoadedDetails): Promise<unknown> {
    if (message.kind === 'action') return this.#act(message.action, loaded);
    if (message.kind !== 'openRun') return undefined;
    const run = loaded.runs[message.run];
    return run && registry.executeCommand(commands.runs.openPanel, { kind: 'run', id: run.id });
  }

  async #act(action: Action, { details, version }: LoadedDetails): Promise<unknown> {
    const row = ownRow({ kind: 'workflow', id: details.id });
    switch (action) {
      case 'copyWebhook':
        return copyText(details.webhook_url, l10n.t('Webhook URL copied.'));
      case 'copyId':
        return copyText(details.id, l10n.t('Workflow ID copied.'));
      case 'sendWebhook':
        return registry.executeCommand(commands.workflows.editWebhookBody, row);
      case 'openStatistics':
        return registry.executeCommand(commands.workflows.openPanel, row);
      case 'publish':
        return registry.executeCommand(commands.versions.publish, row);
      case 'enable':
        return registry.executeCommand(commands.workflows.enable, row);
      case 'disable':
        return registry.executeCommand(commands.workflows.disable, row);
      case 'watch':
        return registry.executeCommand(commands.workflows.watch, row);
      case 'openVersion':
        return version && this.context.workflows.documents.openVersion(version);
      default:
        return undefined;
    }
  }
}

function titleOf(name: string): string {
  return l10n.t('{0}: Details', oneLine(name, 40));
}

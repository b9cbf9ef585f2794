/** Panel with the details of a workflow. Updates when the workflow changes in the store. */

import { l10n, commands as registry } from 'vscode';
import { DisposableStore } from '../../../shared/disposable.ts';
import { commands } from '../../../shared/generated/names.ts';
import { knownRow } from '../../../shared/list/row-commands.ts';
import { copyText } from '../../../shared/notifications.ts';
import type { OpenPanels } from '../../../shared/panels/open-panels.ts';
import type { Panel, PanelContent } from '../../../shared/panels/panel.ts';
import { oneLine } from '../../../shared/text/format.ts';
import type { WorkflowDetails } from '../../api/index.ts';
import type { Reference } from '../../session/references.ts';
import { type DetailsMessage, type DetailsViewModel, parseMessage, type WorkflowAction } from '../messages.ts';
import type { PanelServices } from '../services.ts';
import { detailsViewModel, type LoadedDetails, readDetails } from './details-view-model.ts';

/** @param id of a workflow, which may be missing from the list @throws ApiFailure */
export function openDetails(panels: OpenPanels, services: PanelServices, id: string): Promise<void> {
  const { token, workflows } = services.session;
  const title = titleOf(workflows.nameOf(id));
  return panels.open<LoadedDetails, DetailsViewModel, DetailsMessage>(
    { id: `details ${id}`, title, icon: 'info', bundle: 'panels', parse: parseMessage.details, end: token },
    (panel) => new DetailsContent(panel, services, id),
  );
}

class DetailsContent extends DisposableStore implements PanelContent<LoadedDetails, DetailsViewModel, DetailsMessage> {
  readonly #panel: Panel<LoadedDetails, DetailsViewModel, DetailsMessage>;
  readonly #services: PanelServices;
  readonly #workflow: string;
  #isLoading = false;

  constructor(
    panel: Panel<LoadedDetails, DetailsViewModel, DetailsMessage>,
    services: PanelServices,
    workflow: string,
  ) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#workflow = workflow;
    const { workflows } = services.session;
    this.register(workflows.onDidChange((id) => id === workflow && this.#follow(workflows.get(id)?.details)));
  }

  /** Shows a changed record immediately. A new schedule or active version also needs data that isn't in the record. */
  #follow(details: WorkflowDetails | undefined): void {
    const { data } = this.#panel;
    if (data === undefined || details === undefined || details === data.details || this.#isLoading) return;
    const shown = data.details;
    this.#panel.change({ ...data, details });
    this.#panel.show();
    const isOther =
      details.active_version_id !== shown.active_version_id || details.schedule_options !== shown.schedule_options;
    if (isOther) void this.#panel.refresh();
  }

  async load(): Promise<LoadedDetails> {
    this.#isLoading = true;
    try {
      return await readDetails(this.#services.session, this.#workflow);
    } finally {
      this.#isLoading = false;
    }
  }

  title({ details }: LoadedDetails): string {
    return titleOf(details.name);
  }

  view(loaded: LoadedDetails): DetailsViewModel {
    return detailsViewModel(loaded, Date.now());
  }

  handle(message: DetailsMessage, loaded: LoadedDetails): unknown {
    switch (message.kind) {
      case 'action':
        return this.#act(message.action, loaded);
      case 'openRun': {
        const run = loaded.runs[message.run];
        return run && registry.executeCommand(commands.runs.openPanel, { kind: 'run', id: run.id });
      }
      default:
        return message satisfies never;
    }
  }

  #act(action: WorkflowAction, { details, version }: LoadedDetails): unknown {
    const row = knownRow<Reference>({ kind: 'workflow', id: details.id });
    switch (action) {
      case 'copyWebhook':
        return copyText(details.webhook_url, l10n.t('Webhook URL copied.'));
      case 'copyId':
        return copyText(details.id, l10n.t('Workflow ID copied.'));
      case 'openVersion':
        return version && this.#services.workflows.documents.openVersion(version);
      default:
        return registry.executeCommand(commandOf[action], row);
    }
  }
}

/** The other actions are those of the workflow's row. */
const commandOf = {
  sendWebhook: commands.workflows.editWebhookBody,
  openStatistics: commands.workflows.openPanel,
  publish: commands.versions.publish,
  enable: commands.workflows.enable,
  disable: commands.workflows.disable,
  watch: commands.workflows.watch,
} as const;

function titleOf(name: string): string {
  return l10n.t('{0}: Details', oneLine(name, 40));
}

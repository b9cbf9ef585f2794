/** Panel with what requests have used and cost, from the records on this computer. */
import { l10n, commands as registry, window, workspace } from 'vscode';
import { inWorkspace } from '../../../shared/editing/files.ts';
import { offerUndo } from '../../../shared/editing/undo.ts';
import { commands } from '../../../shared/generated/names.ts';
import { showInformation, showStatus, showWarning } from '../../../shared/notifications.ts';
import type { OpenPanels } from '../../../shared/panels/open-panels.ts';
import type { Panel, PanelContent } from '../../../shared/panels/panel.ts';
import type { FolderFiles } from '../../../shared/platform.ts';
import { setting } from '../../../shared/settings.ts';
import { csvText } from '../../../shared/text/csv.ts';
import { formatNumber } from '../../../shared/text/format.ts';
import type { ServiceSession } from '../../session/session.ts';
import { forgetUsage, type LoadedUsage, type UsageLog, type UsageRecord } from '../../session/usage-log.ts';
import { parseMessage, type UsageAction, type UsageMessage, type UsageViewModel } from '../messages.ts';
import { firstMonth, type UsageChoice, usageTitle, usageViewModel } from './usage-view-model.ts';

/** The open panels, which show at once that the usage was forgotten. */
const open = new Set<Panel<LoadedUsage, UsageViewModel, UsageMessage>>();

/** @throws file system errors */
export function openUsage(panels: OpenPanels, session: ServiceSession): Promise<void> {
  const tab = { id: 'usage', title: l10n.t('Usage'), icon: 'graph', bundle: 'panels' } as const;
  return panels.open<LoadedUsage, UsageViewModel, UsageMessage>(
    { ...tab, parse: parseMessage.usage, end: session.token },
    (panel) => new UsageContent(panel, session),
  );
}

class UsageContent implements PanelContent<LoadedUsage, UsageViewModel, UsageMessage> {
  readonly #panel: Panel<LoadedUsage, UsageViewModel, UsageMessage>;
  readonly #session: ServiceSession;
  #choice: UsageChoice = { group: 'day', period: 'month' };

  constructor(panel: Panel<LoadedUsage, UsageViewModel, UsageMessage>, session: ServiceSession) {
    this.#panel = panel;
    this.#session = session;
    open.add(panel);
  }

  title(): string {
    return usageTitle(this.#session.name);
  }

  load(): Promise<LoadedUsage> {
    return this.#session.usage.load(firstMonth(this.#choice.period, Date.now()));
  }

  view(loaded: LoadedUsage): UsageViewModel {
    return usageViewModel(this.#session.name, loaded, this.#choice, setting('switchyard.usage.budget'), Date.now());
  }

  handle(message: UsageMessage): unknown {
    switch (message.kind) {
      case 'action':
        return act(message.action, this.#session);
      case 'group':
        this.#choice = { ...this.#choice, group: message.group };
        return this.#panel.show();
      case 'period':
        this.#choice = { ...this.#choice, period: message.period };
        return this.#panel.refresh();
      default:
        return message satisfies never;
    }
  }

  dispose(): void {
    open.delete(this.#panel);
  }
}

function act(action: UsageAction, { usage }: ServiceSession): unknown {
  switch (action) {
    case 'exportCsv':
      return exportCsv(usage);
    case 'forget':
      return registry.executeCommand(commands.usage.forget);
    case 'changeBudget':
      return registry.executeCommand('workbench.action.openSettings', 'switchyard.usage.budget');
    default:
      return action satisfies never;
  }
}

const columns = [
  ...['time', 'model', 'feature', 'workspace', 'input_tokens', 'output_tokens', 'estimated'],
  ...['images', 'characters', 'minutes', 'cost', 'currency'],
];

/** Returns all records as CSV, oldest first. */
export function usageCsv(records: readonly UsageRecord[]): string {
  const rows = records.map((one) => [
    ...[new Date(one.at).toISOString(), one.model, one.feature, one.workspace],
    ...[one.input, one.output, one.estimated, one.images, one.characters, one.minutes, one.cost, one.currency],
  ]);
  return csvText(columns, rows);
}

/** Exports all records, whatever the page shows. */
export async function exportCsv(usage: Pick<UsageLog, 'load'>): Promise<void> {
  const target = await window.showSaveDialog({
    title: l10n.t('Export Usage'),
    filters: { CSV: ['csv'] },
    ...inWorkspace('usage.csv'),
  });
  if (!target) return;
  const { records, skipped } = await usage.load();
  await workspace.fs.writeFile(target, new TextEncoder().encode(usageCsv(records)));
  if (skipped === 0) showStatus(l10n.t('Usage exported.'));
  else
    void showWarning(l10n.t("Usage exported without the records that couldn't be read: {0}.", formatNumber(skipped)));
}

/** Deletes the records of all connections, also while signed out. Undo brings them back. */
export async function forgetAllUsage(files: FolderFiles): Promise<void> {
  const refresh = () => Promise.all([...open].map((panel) => panel.refresh()));
  const restore = await forgetUsage(files);
  if (restore === undefined) return void showInformation(l10n.t('No usage is recorded.'));
  await refresh();
  void offerUndo(l10n.t('Usage of all connections deleted from this computer.'), async () => {
    restore();
    await refresh();
  });
}

/** Tells once a month that the usage of a connection has reached the budget. */
import { l10n, commands as registry } from 'vscode';
import { commands } from '../../shared/generated/names.ts';
import { showInformation } from '../../shared/notifications.ts';
import type { FolderFiles } from '../../shared/platform.ts';
import { formatCost } from '../../shared/text/format-cost.ts';

interface Priced {
  readonly cost?: number;
  readonly currency?: string;
}

/** Adds a cost to the sums. */
export function addCost(costs: Map<string, number>, { cost = 0, currency = '' }: Priced): void {
  costs.set(currency, (costs.get(currency) ?? 0) + cost);
}

/**
 * @param costs sums by currency
 * @param mark name of the file that says that the user was told, which only one window creates
 * @returns false if the budget isn't reached @throws file system errors
 */
export async function checkBudget(
  costs: ReadonlyMap<string, number>,
  budget: number,
  files: FolderFiles,
  mark: string,
): Promise<boolean> {
  // Each currency alone: they can't be added.
  const [currency, cost] = [...costs].find((one) => one[1] >= budget) ?? [];
  if (cost === undefined) return false;
  if (await files.writeNew(mark, new Uint8Array()))
    void notify(formatCost(cost, currency), formatCost(budget, currency));
  return true;
}

async function notify(cost: string, budget: string): Promise<void> {
  const [show, change] = [l10n.t('Show Usage'), l10n.t('Change Budget')];
  const text = l10n.t('This month, requests have cost {0} with this connection. Your budget is {1}.', cost, budget);
  const chosen = await showInformation(text, show, change);
  if (chosen === show) await registry.executeCommand(commands.usage.show);
  if (chosen === change) await registry.executeCommand('workbench.action.openSettings', 'switchyard.usage.budget');
}

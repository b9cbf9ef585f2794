/** Tree items of the Workflows view. Text from the service is plain text, never markup. */
import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { WorkflowRunMetadata, WorkflowVersion } from '../api/index.ts';
import { commands } from '../shared/contract.ts';
import { oneLine } from '../shared/format.ts';
import { runLabel, runStatusAndAge, runTimes, statusIcon } from '../shared/run-appearance.ts';
import {
  fullVersionDescription,
  versionDescription,
  versionIcon,
  versionLabel,
  workflowAccessibleText,
  workflowDescription,
  workflowIcon,
} from './appearance.ts';
import type { WorkflowNode } from './nodes.ts';
import type { WorkflowEntry } from './store.ts';

interface RowFlags {
  readonly favorite: boolean;
  readonly watched: boolean;
  /** True while its details, including the status, are loading. */
  readonly loading: boolean;
}

export function workflowItem(
  entry: WorkflowEntry,
  latest: WorkflowRunMetadata | undefined,
  { favorite, watched, loading }: RowFlags,
): TreeItem {
  const status = entry.details?.status;
  const name = oneLine(entry.workflow.name);
  const item = new TreeItem(name, TreeItemCollapsibleState.Collapsed);
  item.iconPath = loading && status === undefined ? new ThemeIcon('loading~spin') : workflowIcon(status, latest);
  const marks = watched ? [l10n.t('watched')] : [];
  const description = [workflowDescription(entry, latest), ...marks].join(' · ');
  item.description = `${favorite ? '★ ' : ''}${description}`;
  item.contextValue = ['workflow', status ?? 'unknown', ...(favorite ? ['favorite'] : [])].join(' ');
  const spoken = [name, ...(favorite ? [l10n.t('favorite')] : []), workflowAccessibleText(entry, latest), ...marks];
  item.accessibilityInformation = { label: spoken.join(', ') };
  return item;
}

/** @param run a run of this version, which has its name if the versions aren't loaded */
export function activeItem(
  node: WorkflowNode & { kind: 'active' },
  known: WorkflowVersion | undefined,
  run: WorkflowRunMetadata | undefined,
): TreeItem {
  const item = new TreeItem(l10n.t('Active version'));
  item.iconPath = new ThemeIcon('pass-filled', new ThemeColor('charts.green'));
  const name = oneLine(known?.display_name ?? run?.version_display_name ?? node.version);
  item.description = known ? `${name} · r${known.revision}` : name;
  item.contextValue = 'active';
  item.command = { command: commands.openVersion, title: l10n.t('Open Version'), arguments: [node] };
  return item;
}

/** @param message its commit message, if loaded */
export function versionItem(
  node: WorkflowNode & { kind: 'version' },
  active: boolean,
  message: string | null | undefined,
): TreeItem {
  const { version } = node;
  const item = new TreeItem(versionLabel(version));
  item.iconPath = versionIcon(version, active);
  item.description = versionDescription(version, message);
  item.contextValue = active ? 'version active' : 'version';
  item.accessibilityInformation = {
    label: `${versionLabel(version)}, ${fullVersionDescription(version, active, message)}`,
  };
  item.command = { command: commands.openVersion, title: l10n.t('Open Version'), arguments: [node] };
  return item;
}

/** @param total number of versions that the service has; undefined before they are loaded */
export function versionsItem(total: number | undefined): TreeItem {
  const item = new TreeItem(l10n.t('Versions'), TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon('versions');
  if (total !== undefined) item.description = String(total);
  item.contextValue = 'versions';
  return item;
}

export function runsItem(): TreeItem {
  const item = new TreeItem(l10n.t('Recent runs'), TreeItemCollapsibleState.Expanded);
  item.iconPath = new ThemeIcon('history');
  item.contextValue = 'recentRuns';
  return item;
}

export function runItem(node: WorkflowNode & { kind: 'run' }, run: WorkflowRunMetadata): TreeItem {
  const item = new TreeItem(runLabel(run, Date.now()));
  item.iconPath = statusIcon(run.status);
  item.description = runTimes(run);
  item.contextValue = 'run';
  item.accessibilityInformation = { label: `${runStatusAndAge(run, Date.now())}, ${item.description}` };
  item.command = { command: commands.openRun, title: l10n.t('Open Run'), arguments: [node] };
  return item;
}

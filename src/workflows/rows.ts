/** Tree items of the Workflows view. Text from the service is plain text, never markup. */
import { l10n, ThemeColor, ThemeIcon, type TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { WorkflowRunMetadata, WorkflowVersion } from '../api/index.ts';
import type { WorkflowEntry } from '../service/workflow-store.ts';
import { oneLine } from '../shared/format.ts';
import { commands } from '../shared/generated/names.ts';
import { rowItem } from '../shared/list-tree.ts';
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

/** @param flags `loading` is true while the details, including the status, are loading */
export function workflowItem(
  entry: WorkflowEntry,
  latest: WorkflowRunMetadata | undefined,
  flags: Readonly<Record<'favorite' | 'watched' | 'loading', boolean>>,
): TreeItem {
  const { favorite, watched, loading } = flags;
  const status = entry.details?.status;
  const name = oneLine(entry.workflow.name);
  const marks = watched ? [l10n.t('watched')] : [];
  const description = [workflowDescription(entry, latest), ...marks].join(' · ');
  const spoken = [name, ...(favorite ? [l10n.t('favorite')] : []), workflowAccessibleText(entry, latest), ...marks];
  return rowItem(name, {
    collapsibleState: TreeItemCollapsibleState.Collapsed,
    iconPath: loading && status === undefined ? new ThemeIcon('loading~spin') : workflowIcon(status, latest),
    description: `${favorite ? '★ ' : ''}${description}`,
    contextValue: ['workflow', status ?? 'unknown', ...(favorite ? ['favorite'] : [])].join(' '),
    accessibilityInformation: { label: spoken.join(', ') },
  });
}

/** @param run a run of this version, which has its name if the versions aren't loaded */
export function activeItem(
  node: WorkflowNode & { kind: 'active' },
  known: WorkflowVersion | undefined,
  run: WorkflowRunMetadata | undefined,
): TreeItem {
  const name = oneLine(known?.display_name ?? run?.version_display_name ?? node.version);
  return rowItem(l10n.t('Active version'), {
    iconPath: new ThemeIcon('pass-filled', new ThemeColor('charts.green')),
    description: known ? `${name} · r${known.revision}` : name,
    contextValue: 'active',
    command: { command: commands.versions.open, title: l10n.t('Open Version'), arguments: [node] },
  });
}

/** @param message its commit message, if loaded */
export function versionItem(
  node: WorkflowNode & { kind: 'version' },
  active: boolean,
  message: string | null | undefined,
): TreeItem {
  const { version } = node;
  const name = versionLabel(version);
  return rowItem(name, {
    iconPath: versionIcon(version, active),
    description: versionDescription(version, message),
    contextValue: active ? 'version active' : 'version',
    accessibilityInformation: { label: `${name}, ${fullVersionDescription(version, active, message)}` },
    command: { command: commands.versions.open, title: l10n.t('Open Version'), arguments: [node] },
  });
}

/** @param total number of versions that the service has; undefined before they are loaded */
export function versionsItem(total: number | undefined): TreeItem {
  return rowItem(l10n.t('Versions'), {
    collapsibleState: TreeItemCollapsibleState.Collapsed,
    iconPath: new ThemeIcon('versions'),
    contextValue: 'versions',
    ...(total !== undefined && { description: String(total) }),
  });
}

export function runsItem(): TreeItem {
  return rowItem(l10n.t('Recent runs'), {
    collapsibleState: TreeItemCollapsibleState.Expanded,
    iconPath: new ThemeIcon('history'),
    contextValue: 'recentRuns',
  });
}

export function runItem(node: WorkflowNode & { kind: 'run' }, run: WorkflowRunMetadata): TreeItem {
  const description = runTimes(run);
  return rowItem(runLabel(run, Date.now()), {
    iconPath: statusIcon(run.status),
    description,
    contextValue: 'run',
    accessibilityInformation: { label: `${runStatusAndAge(run, Date.now())}, ${description}` },
    command: { command: commands.runs.openDetails, title: l10n.t('Open Run'), arguments: [node] },
  });
}

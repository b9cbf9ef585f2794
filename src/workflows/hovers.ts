/** Hovers of the rows in the Workflows view: all known details, and links to related commands. */
import { l10n, type MarkdownString } from 'vscode';
import type { ServiceSession } from '../service/session.ts';
import { commands } from '../shared/generated/names.ts';
import { hover } from '../shared/hover.ts';
import { log } from '../shared/log.ts';
import { describeFailure, failureFacts } from '../shared/messages.ts';
import { runTooltip } from '../shared/run-appearance.ts';
import { versionTooltip, workflowTooltip } from './appearance.ts';
import type { WorkflowNode } from './nodes.ts';

/** Loads the data for the hover of a row; never rejects. @returns undefined for rows without a hover */
export async function hoverOf(from: ServiceSession, node: WorkflowNode): Promise<MarkdownString | undefined> {
  switch (node.kind) {
    case 'workflow':
      return workflowHover(from, node);
    case 'version':
    case 'active':
      return versionHover(from, node);
    case 'run':
      return runHover(from, node);
    default:
      return undefined;
  }
}

async function workflowHover(
  { workflows: store, versions, latest }: ServiceSession,
  node: WorkflowNode & { kind: 'workflow' },
): Promise<MarkdownString | undefined> {
  // The hover shows a failure.
  if (store.get(node.id)?.problem === undefined) await store.detail(node.id).catch(() => undefined);
  const entry = store.get(node.id);
  if (!entry) return undefined;
  const { schedule_options: schedule, active_version_id: active } = entry.details ?? {};
  // Without the name, the hover shows the ID.
  if (active && !versions.known(active)) await versions.detail(active).catch(() => undefined);
  const text = workflowTooltip(entry, {
    latest: latest.latest(node.id),
    isNewestKnown: latest.isNewestKnown,
    activeVersion: active ? versions.known(active) : undefined,
    // The library that explains schedules is loaded only if it's needed.
    schedule: schedule ? (await import('./schedule.ts')).interpretSchedule(schedule) : undefined,
  });
  return hover(text, [
    { title: l10n.t('Open Details'), command: commands.workflows.openDetails, argument: node },
    { title: l10n.t('Show Statistics'), command: commands.workflows.openPanel, argument: node },
    { title: l10n.t('Show Runs'), command: commands.runs.showForWorkflow, argument: node },
    { title: l10n.t('Copy Webhook URL'), command: commands.workflows.copyWebhookUrl, argument: node },
  ]);
}

/** The list of versions doesn't include the commit message and the parent, so they're loaded for the hover. */
async function versionHover(
  { versions, workflows: store }: ServiceSession,
  node: WorkflowNode & { kind: 'version' | 'active' },
): Promise<MarkdownString | undefined> {
  const id = node.kind === 'version' ? node.version.id : node.version;
  const isActive = id === store.get(node.workflow)?.details?.active_version_id;
  const links = [
    { title: l10n.t('Open Version'), command: commands.versions.open, argument: node },
    ...(node.kind === 'version'
      ? [{ title: l10n.t('Compare…'), command: commands.versions.compare, argument: node }]
      : []),
    { title: l10n.t('Copy ID'), command: commands.versions.copyId, argument: node },
  ];
  try {
    const details = await versions.knownDetail(id);
    return hover(versionTooltip(details, isActive, details), links);
  } catch (error) {
    log().warn(`Details of version ${id} could not be loaded. ${failureFacts(error)}`);
    const known = versions.versions(node.workflow).find((one) => one.id === id);
    return known && hover(`${versionTooltip(known, isActive)}\n${describeFailure(error)}`, links);
  }
}

function runHover(
  { workflows: store, latest }: ServiceSession,
  { workflow, id }: WorkflowNode & { kind: 'run' },
): MarkdownString | undefined {
  const run = latest.of(workflow).find((one) => one.id === id);
  if (!run) return undefined;
  const argument = { kind: 'run', id };
  return hover(runTooltip(run, store.nameOf(workflow)), [
    { title: l10n.t('Show Timeline'), command: commands.runs.openPanel, argument },
    { title: l10n.t('Copy ID'), command: commands.runs.copyId, argument },
  ]);
}

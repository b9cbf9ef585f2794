/** Finds the workflow or version for a command: from the row, or with a Quick Pick if run from the Command Palette. */

import { l10n, type QuickPickItem, window } from 'vscode';
import { knownValue } from '../../shared/knowledge.ts';
import { pickItem } from '../../shared/list/pick-item.ts';
import { AskForRow } from '../../shared/list/row-commands.ts';
import { whyMissing } from '../../shared/list/unreadable.ts';
import { showInformation } from '../../shared/notifications.ts';
import { inert, oneLine } from '../../shared/text/format.ts';
import type { WorkflowVersion } from '../api/index.ts';
import { referenceOf } from '../session/references.ts';
import type { ServiceSession } from '../session/session.ts';
import type { WorkflowEntry } from '../session/workflows/workflow-store.ts';
import { fullVersionDescription, versionLabel, workflowStatusText } from './appearance.ts';
import { workflowOf } from './rows.ts';
import { VersionRow, versionOf } from './version-rows.ts';

export async function pickWorkflow(
  session: ServiceSession,
  argument: unknown,
  placeHolder: string,
  filter: (entry: WorkflowEntry) => boolean = () => true,
): Promise<WorkflowEntry | undefined> {
  const known = workflowOf(argument);
  if (known !== undefined) return findWorkflow(session, known);
  const store = session.workflows;
  await store.ensure();
  const items = store.entries.filter(filter).map((entry): QuickPickItem & { entry: WorkflowEntry } => ({
    label: inert(oneLine(entry.workflow.name)),
    description: entry.details ? inert(workflowStatusText(entry.details.status)) : '',
    detail: inert(oneLine(entry.workflow.id)),
    entry,
  }));
  const isRow = ({ entry }: { entry: WorkflowEntry }, row: unknown) => workflowOf(row) === entry.workflow.id;
  return (await pickItem(items, placeHolder, store, l10n.t('No workflows found.'), argument, isRow, session.token))
    ?.entry;
}

/** Returns the workflow of a row. The row may be outside of the view, which then hasn't loaded the list. */
async function findWorkflow({ workflows: store }: ServiceSession, id: string): Promise<WorkflowEntry | undefined> {
  await store.ensure();
  const entry = store.get(id);
  if (!entry) {
    const missing = l10n.t("The workflow doesn't exist or belongs to another account. Refresh the list.");
    void showInformation(whyMissing(store, missing));
  }
  return entry;
}

/** Like `pickWorkflow`, for commands that also accept a workflow that isn't in the list. */
export async function pickWorkflowId(
  session: ServiceSession,
  argument: unknown,
  placeHolder: string,
): Promise<string | undefined> {
  return workflowOf(argument) ?? (await pickWorkflow(session, argument, placeHolder))?.workflow.id;
}

export interface PickedVersion {
  readonly entry: WorkflowEntry;
  readonly version: WorkflowVersion;
}

/** Asks for the workflow first, then for one of its versions. @param withActive whether the active version is offered */
export async function pickVersion(
  session: ServiceSession,
  argument: unknown,
  placeHolder: string,
  withActive = true,
): Promise<PickedVersion | undefined> {
  const selected = argument instanceof AskForRow ? argument.first : undefined;
  // The selected version says which workflow is meant; only the version is asked for.
  const first = isVersion(selected) ? versionOf(selected) : undefined;
  const entry = await pickWorkflow(session, first === undefined ? argument : selected, l10n.t('Select a workflow'));
  if (!entry) return undefined;
  const known = isVersion(argument) ? versionOf(argument) : undefined;
  if (known !== undefined) return { entry, version: await loadVersion(session, known) };
  const { id } = entry.workflow;
  await loadVersions(session, id);
  const store = session.workflows;
  const active = knownValue(store.activeVersion(id));
  const newestDraft = session.versions.versions(id).find(({ state }) => state === 'draft')?.id;
  const order = withActive ? { first } : { except: active, first: first ?? newestDraft };
  const version = await askForVersion(session, id, placeHolder, order);
  return version && { entry: store.get(id) ?? entry, version };
}

/** True for the row of a version, or a reference to one. The row of the active version stands for its workflow. */
function isVersion(argument: unknown): boolean {
  return argument instanceof VersionRow || referenceOf(argument)?.kind === 'version';
}

/** @throws ApiFailure */
async function loadVersion({ versions }: ServiceSession, id: string): Promise<WorkflowVersion> {
  return versions.known(id) ?? (await versions.detail(id));
}

/** Loads the versions of a workflow and the ID of its active version. @throws ApiFailure */
export async function loadVersions({ workflows, versions }: ServiceSession, id: string): Promise<void> {
  await Promise.all([versions.ensure(id), workflows.detail(id).catch(() => undefined)]);
}

/**
 * Asks for one of the loaded versions, the latest revision first. "Load More" is at the end if there are more.
 * @param except ID of a version to leave out @param first ID of the version to offer first
 */
export async function askForVersion(
  session: ServiceSession,
  id: string,
  placeHolder: string,
  { except, first }: { readonly except?: string | undefined; readonly first?: string | undefined } = {},
): Promise<WorkflowVersion | undefined> {
  const { workflows: store, versions, token } = session;
  const active = knownValue(store.activeVersion(id));
  for (;;) {
    await versions.loadMessages(id);
    const others = versions
      .versions(id)
      .filter((version) => version.id !== except)
      .toSorted((one, other) => Number(other.id === first) - Number(one.id === first));
    const items: (QuickPickItem & { version?: WorkflowVersion })[] = others.map((version) => ({
      label: inert(versionLabel(version)),
      description: inert(fullVersionDescription(version, version.id === active, versions.message(version.id))),
      detail: inert(oneLine(version.id)),
      version,
    }));
    if (versions.hasMore(id)) items.push({ label: l10n.t('$(unfold) Load More'), alwaysShow: true });
    const title = inert(store.nameOf(id, 60));
    const chosen = await window.showQuickPick(items, { title, placeHolder, matchOnDescription: true }, token);
    if (!chosen) return undefined;
    if (chosen.version) return chosen.version;
    await versions.loadMore(id);
  }
}

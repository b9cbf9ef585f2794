/** Copying a link to a workflow or a run: that of the row, or the one that the user picks. */
import { env, l10n, type QuickPickItem, window } from 'vscode';
import { copyText } from '../shared/clipboard.ts';
import { exactTime, inert, oneLine } from '../shared/format.ts';
import { linkTo } from './address.ts';
import type { Places, Target } from './places.ts';

/** @param node the row of the tree that the command was started from, if any @param extension its id */
export async function copyLink(places: Places, kind: Target['kind'], node: unknown, extension: string): Promise<void> {
  const id = idOf(kind, node) ?? (await pick(places, kind));
  if (id === undefined) return;
  const link = linkTo({ kind, id }, env.uriScheme, extension);
  if (link) await copyText(link, l10n.t('Link copied. It opens in an editor that is signed in to the same service.'));
  else void window.showWarningMessage(l10n.t('The ID {0} cannot stand in a link.', inert(oneLine(id))));
}

function idOf(kind: Target['kind'], node: unknown): string | undefined {
  const known = typeof node === 'object' && node !== null && 'kind' in node && 'id' in node && node.kind === kind;
  return known ? String(node.id) : undefined;
}

async function pick({ workflows, runs }: Places, kind: Target['kind']): Promise<string | undefined> {
  await Promise.all([workflows.store.ensure(), kind === 'run' && runs.store.ensure()]);
  const nameOfWorkflow = (id: string) => inert(oneLine(workflows.store.get(id)?.workflow.name ?? id));
  const items: (QuickPickItem & { id: string })[] =
    kind === 'workflow'
      ? workflows.store.entries.map(({ workflow: { id } }) => ({ label: nameOfWorkflow(id), detail: oneLine(id), id }))
      : runs.store.runs.map(({ id, workflow_id, created_at }) => ({
          label: nameOfWorkflow(workflow_id),
          description: exactTime(created_at, env.language),
          detail: oneLine(id),
          id,
        }));
  const placeHolder =
    kind === 'workflow' ? l10n.t('Copy the link to which workflow?') : l10n.t('Copy the link to which run?');
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true, matchOnDetail: true }))?.id;
}

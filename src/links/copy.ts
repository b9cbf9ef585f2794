/** Copying a link to a workflow or a run: that of the row, or the one that the user picks. */
import { env, l10n, window } from 'vscode';
import { pickRun } from '../runs/index.ts';
import { copyText } from '../shared/clipboard.ts';
import { inert, oneLine } from '../shared/format.ts';
import { pickWorkflow } from '../workflows/index.ts';
import { linkTo } from './address.ts';
import type { Places, Target } from './places.ts';

/** @param node the row of the tree that the command was started from, if any @param extension its id */
export async function copyLink(places: Places, kind: Target['kind'], node: unknown, extension: string): Promise<void> {
  const id = idOf(kind, node) ?? (await pick(places, kind));
  if (id === undefined) return;
  const link = linkTo({ kind, id }, env.uriScheme, extension);
  if (link)
    await copyText(link, l10n.t('Link copied. It opens in any VS Code window that is signed in to the same service.'));
  else
    void window.showWarningMessage(
      l10n.t("Couldn't create a link: the ID {0} contains characters that a link can't include.", inert(oneLine(id))),
    );
}

function idOf(kind: Target['kind'], node: unknown): string | undefined {
  const known = typeof node === 'object' && node !== null && 'kind' in node && 'id' in node && node.kind === kind;
  return known ? String(node.id) : undefined;
}

async function pick({ workflows, runs }: Places, kind: Target['kind']): Promise<string | undefined> {
  if (kind === 'workflow') {
    const question = l10n.t('Select a workflow to copy its link');
    return (await pickWorkflow(workflows.store, undefined, question))?.workflow.id;
  }
  return pickRun(runs.store, workflows.store, undefined, l10n.t('Select a run to copy its link'));
}

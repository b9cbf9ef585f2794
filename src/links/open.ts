/** Opens the target of a link, read-only and only after confirmation. */
import { env, l10n, commands as registry, type Uri, window } from 'vscode';
import { pickRun } from '../runs/index.ts';
import { copyText } from '../shared/clipboard.ts';
import { commands } from '../shared/contract.ts';
import { inert, oneLine } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import { pickWorkflow } from '../workflows/index.ts';
import { type LinkContext, linkTo, nameOf, readLink, type Target } from './target.ts';

/** Rejects anything that isn't exactly a link to a workflow or a run, with the same message. */
export async function openLink(context: LinkContext, uri: Uri): Promise<void> {
  const target = readLink(uri);
  if (!target) {
    void window.showWarningMessage(
      l10n.t("Couldn't open the link: Switchyard only opens links to a workflow or a run."),
    );
    return;
  }
  const current = await context.connection.current();
  if (!current) {
    void window.showWarningMessage(l10n.t("Couldn't open the link: not signed in. Sign in, then open it again."));
    return;
  }
  const { host } = new URL(current.baseUrl);
  const place = oneLine(current.name === host ? host : `${current.name} (${host})`);
  const detail = l10n.t(
    'A link from outside VS Code requested this. Switchyard looks it up at {0} and shows it. Nothing is changed or started.',
    place,
  );
  const name = nameOf(context, target);
  const question = target.kind === 'workflow' ? l10n.t('Open workflow {0}?', name) : l10n.t('Open run {0}?', name);
  const open = l10n.t('Open');
  if ((await window.showInformationMessage(question, { modal: true, detail }, open)) !== open) return;
  await show(context, target);
}

/** Selects the target in its view if it's listed. Otherwise opens a run as a document, and a workflow in its panel. */
export async function show({ workflows, runs }: LinkContext, { kind, id }: Target): Promise<void> {
  try {
    if (kind === 'run') {
      await runs.store.ensure();
      if (!(await runs.tree.reveal(id))) await registry.executeCommand(commands.openRun, { kind, id });
      return;
    }
    await workflows.store.ensure();
    if (await workflows.tree.reveal(id)) return;
    await workflows.store.detail(id);
    await registry.executeCommand(commands.openWorkflow, { kind, id });
  } catch (error) {
    void window.showErrorMessage(l10n.t("Couldn't open the link. {0}", describeFailure(error)));
  }
}

/** @param node tree row that the command was started from, if any @param extension ID of this extension */
export async function copyLink(
  context: LinkContext,
  kind: Target['kind'],
  node: unknown,
  extension: string,
): Promise<void> {
  const id = idOf(kind, node) ?? (await pick(context, kind));
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

async function pick({ workflows, runs }: LinkContext, kind: Target['kind']): Promise<string | undefined> {
  if (kind === 'workflow') {
    const placeHolder = l10n.t('Select a workflow to copy its link');
    return (await pickWorkflow(workflows.store, undefined, placeHolder))?.workflow.id;
  }
  return pickRun(runs.store, workflows.store, undefined, l10n.t('Select a run to copy its link'));
}

/** Links to a workflow or a run, `vscode://switchyard.switchyard/run/<id>`: opened read-only and after confirmation. */
import { env, l10n, commands as registry, type Uri } from 'vscode';
import { describeFailure } from '../../shared/failure-text.ts';
import { oneLine } from '../../shared/format.ts';
import { commands } from '../../shared/generated/names.ts';
import { confirm, copyText, showError, showWarning } from '../../shared/notifications.ts';
import { pickRun, type Runs } from '../runs/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import type { ServiceSession } from '../session/session.ts';
import { pickWorkflowId, type Workflows } from '../workflows/index.ts';

export interface LinkContext {
  readonly accounts: Accounts;
  readonly workflows: Workflows;
  readonly runs: Runs;
}

export interface Target {
  readonly kind: 'workflow' | 'run';
  readonly id: string;
}

/** Allowed IDs: without characters that could form a path, a query, or a command. The service's IDs are opaque. */
const idPattern = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;
const pathPattern = /^\/(workflow|run)\/([^/]*)$/;

/** Returns the target of an external link; undefined if it isn't exactly a link to a workflow or a run. */
export function readLink({ path, query, fragment }: Pick<Uri, 'path' | 'query' | 'fragment'>): Target | undefined {
  const [, kind, id = ''] = pathPattern.exec(path) ?? [];
  if ((kind !== 'workflow' && kind !== 'run') || !idPattern.test(id) || query !== '' || fragment !== '')
    return undefined;
  return { kind, id };
}

/** Returns a link; undefined if a link can't contain the ID. @param scheme of this editor, such as `vscode` */
export function linkTo({ kind, id }: Target, scheme: string, extension: string): string | undefined {
  return idPattern.test(id) ? `${scheme}://${extension}/${kind}/${id}` : undefined;
}

/** Rejects anything that isn't exactly a link to a workflow or a run, with the same message. */
export async function openLink(context: LinkContext, uri: Uri): Promise<void> {
  const target = readLink(uri);
  if (!target) {
    void showWarning(l10n.t("Couldn't open the link: Switchyard only opens links to a workflow or a run."));
    return;
  }
  const session = await context.accounts.open();
  if (!session) {
    void showWarning(l10n.t("Couldn't open the link: not signed in. Sign in, then open it again."));
    return;
  }
  const { host, name: connection } = session.state;
  const place = oneLine(connection === host ? host : `${connection} (${host})`);
  const detail = l10n.t(
    'A link from outside VS Code requested this. Switchyard looks it up at {0} and shows it. Nothing is changed or started.',
    place,
  );
  const name = nameOf(session, target);
  const question = target.kind === 'workflow' ? l10n.t('Open workflow {0}?', name) : l10n.t('Open run {0}?', name);
  if (!(await confirm(question, l10n.t('Open'), detail)) || session.signal.aborted) return;
  await show(context, session, target);
}

/** Opens the page of a run. Selects a workflow in its view if it's listed, and opens its panel otherwise. */
export async function show({ workflows }: LinkContext, session: ServiceSession, { kind, id }: Target): Promise<void> {
  try {
    if (kind === 'run') {
      await registry.executeCommand(commands.runs.openPanel, { kind, id });
      return;
    }
    await session.workflows.ensure();
    if (await workflows.tree.reveal(id)) return;
    await session.workflows.detail(id);
    await registry.executeCommand(commands.workflows.openDetails, { kind, id });
  } catch (error) {
    if (session.signal.aborted) return;
    void showError(l10n.t("Couldn't open the link. {0}", describeFailure(error)));
  }
}

/** Returns `"Invoice intake" (wf_1)`, or only the ID if the name isn't loaded. */
function nameOf({ workflows, runs }: ServiceSession, { kind, id }: Target): string {
  const workflow = kind === 'workflow' ? id : runs.get(id)?.workflow_id;
  const name = workflow && workflows.get(workflow)?.workflow.name;
  return name ? `"${oneLine(name)}" (${id})` : id;
}

/** @param node tree row that the command was started from, if any @param extension ID of this extension */
export async function copyLink(
  session: ServiceSession,
  kind: Target['kind'],
  node: unknown,
  extension: string,
): Promise<void> {
  const id =
    kind === 'workflow'
      ? await pickWorkflowId(session, node, l10n.t('Select a workflow to copy its link'))
      : await pickRun(session, node, l10n.t('Select a run to copy its link'));
  if (id === undefined) return;
  const link = linkTo({ kind, id }, env.uriScheme, extension);
  if (link)
    await copyText(link, l10n.t('Link copied. It opens in any VS Code window that is signed in to the same service.'));
  else
    void showWarning(
      l10n.t("Couldn't create a link: the ID {0} contains characters that a link can't include.", oneLine(id)),
    );
}

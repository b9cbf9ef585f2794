/** Links to a workflow or a run, `vscode://switchyard.switchyard/run/<id>?at=<service>`: opened read-only and after confirmation. */
import { env, l10n, commands as registry, type Uri } from 'vscode';
import { sha256 } from '../../../common/text/sha256.ts';
import { commands } from '../../shared/generated/names.ts';
import { confirm, copyText, showError, showWarning } from '../../shared/notifications.ts';
import { describeFailure } from '../../shared/text/failure-text.ts';
import { oneLine } from '../../shared/text/format.ts';
import { pickRun, type Runs } from '../runs/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import type { Credentials } from '../session/accounts/credentials.ts';
import type { ServiceSession } from '../session/session.ts';
import { pickWorkflowId, type Workflows } from '../workflows/index.ts';

export interface LinkServices {
  readonly accounts: Accounts;
  readonly workflows: Workflows;
  readonly runs: Runs;
}

export interface Target {
  readonly kind: 'workflow' | 'run';
  readonly id: string;
}

/** The target of an external link. */
interface LinkTarget extends Target {
  /** Tag of the service, see `tagOf`; absent in links of earlier versions. */
  readonly at?: string;
}

/** Allowed IDs: without characters that could form a path, a query, or a command. The service's IDs are opaque. */
const idPattern = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;
const pathPattern = /^\/(workflow|run)\/([^/]*)$/;
const queryPattern = /^(?:at=([0-9a-f]{8}))?$/;

/** Returns what tells services apart in links, without naming them. */
async function tagOf(baseUrl: string): Promise<string> {
  return (await sha256(new URL(baseUrl).origin)).slice(0, 8);
}

/** Returns the target of an external link; undefined if it isn't exactly a link to a workflow or a run. */
export function readLink({ path, query, fragment }: Pick<Uri, 'path' | 'query' | 'fragment'>): LinkTarget | undefined {
  const [, kind, id = ''] = pathPattern.exec(path) ?? [];
  const [all, at] = queryPattern.exec(query) ?? [];
  if ((kind !== 'workflow' && kind !== 'run') || !idPattern.test(id) || all === undefined || fragment !== '')
    return undefined;
  return { kind, id, ...(at !== undefined && { at }) };
}

/** Returns a link; undefined if a link can't contain the ID. @param scheme of this editor, such as `vscode` */
export async function linkTo(
  { kind, id }: Target,
  baseUrl: string,
  scheme: string,
  extension: string,
): Promise<string | undefined> {
  return idPattern.test(id) ? `${scheme}://${extension}/${kind}/${id}?at=${await tagOf(baseUrl)}` : undefined;
}

/** Rejects anything that isn't exactly a link to a workflow or a run, with the same message. */
export async function openLink(services: LinkServices, uri: Uri): Promise<void> {
  const target = readLink(uri);
  if (!target) {
    void showWarning(l10n.t("Couldn't open the link: Switchyard only opens links to a workflow or a run."));
    return;
  }
  const { accounts } = services;
  const session = await accounts.open();
  const used = await connectionFor(accounts, session, target.at);
  if (used === undefined) {
    const text =
      target.at === undefined || accounts.list.all.length === 0
        ? l10n.t("Couldn't open the link: not signed in. Sign in, then open it again.")
        : l10n.t("Couldn't open the link: it's for a service that no connection with a key uses.");
    void showWarning(text);
    return;
  }
  const isOther = used !== session?.credentials;
  const { host } = new URL(used.baseUrl);
  const place = oneLine(used.name === host ? host : `${used.name} (${host})`);
  const detail = isOther
    ? l10n.t(
        'A link from outside VS Code requested this. Switchyard switches to {0}, looks it up there, and shows it. Nothing is changed or started.',
        place,
      )
    : l10n.t(
        'A link from outside VS Code requested this. Switchyard looks it up at {0} and shows it. Nothing is changed or started.',
        place,
      );
  const name = session && !isOther ? nameOf(session, target) : target.id;
  const question = target.kind === 'workflow' ? l10n.t('Open workflow {0}?', name) : l10n.t('Open run {0}?', name);
  if (!(await confirm(question, l10n.t('Open'), detail)) || session?.signal.aborted) return;
  if (isOther) await accounts.use(used.id);
  if (accounts.session) await show(services, accounts.session, { kind: target.kind, id: target.id });
}

/** Returns the connection with a key that a link is for, preferably the active one. A link that doesn't say is for that one. */
async function connectionFor(
  { list, credentials }: Accounts,
  session: ServiceSession | undefined,
  at: string | undefined,
): Promise<Credentials | undefined> {
  if (at === undefined || (session && (await tagOf(session.credentials.baseUrl)) === at)) return session?.credentials;
  for (const one of list.all) {
    const read = (await tagOf(one.baseUrl.href)) === at ? await credentials.read(one) : undefined;
    if (read) return read;
  }
  return undefined;
}

/** Opens the page of a run. Selects a workflow in its view if it's listed, and opens its panel otherwise. */
export async function show({ workflows }: LinkServices, session: ServiceSession, { kind, id }: Target): Promise<void> {
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
  const link = await linkTo({ kind, id }, session.credentials.baseUrl, env.uriScheme, extension);
  if (link)
    await copyText(link, l10n.t('Link copied. It opens in any VS Code that has a connection to the same service.'));
  else
    void showWarning(
      l10n.t("Couldn't create a link: the ID {0} contains characters that a link can't include.", oneLine(id)),
    );
}

/** The list of connections that the status bar item opens, and the actions for a connection. */
import { l10n, type QuickPickItem, QuickPickItemKind, commands as registry, window } from 'vscode';
import { withCancellableProgress } from '../../shared/cancellable.ts';
import { commands } from '../../shared/generated/names.ts';
import { confirm, showError, showInformation, showWarning } from '../../shared/notifications.ts';
import { inert } from '../../shared/text/format.ts';
import { describeError } from '../api/errors/error-text.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { defaultConnection, type NamedConnection } from '../session/accounts/connections.ts';
import { areasText, checkAreas } from './areas.ts';
import { addConnection, changeKey, clientFor, renameConnection, signIn, verifyCredentials } from './sign-in.ts';
import { unusedEnvironment } from './status-bar.ts';

interface Choice extends QuickPickItem {
  readonly run?: () => unknown;
}

/** Lets the user select a connection to switch to, or another command. */
export async function manageConnections(accounts: Accounts): Promise<void> {
  const { all, active } = accounts.list;
  if (!active) return signIn(accounts);
  const action = (label: string, description: string, run: (accounts: Accounts) => unknown): Choice => ({
    label,
    description,
    run: () => run(accounts),
  });
  const command = (label: string, description: string, id: string) =>
    action(label, description, () => registry.executeCommand(id));
  const signedIn = (await accounts.open()) !== undefined;
  const items: Choice[] = [
    { label: l10n.t('Switch to'), kind: QuickPickItemKind.Separator },
    ...all.map((one) => ({ ...row(one, active), run: () => accounts.use(one.id) })),
    { label: '', kind: QuickPickItemKind.Separator },
    action(l10n.t('$(add) Add Connection…'), l10n.t('Use another service or account'), addConnection),
    action(l10n.t('$(pulse) Test Connection'), l10n.t('Check the URL and API key'), checkConnection),
    command(l10n.t('$(refresh) Try Again'), l10n.t('Reload everything'), commands.retryConnection),
    action(l10n.t('$(key) Change Key…'), '', replaceKey),
    action(l10n.t('$(edit) Rename Connection…'), '', rename),
    ...(all.some(isRemovable)
      ? [
          action(
            l10n.t('$(trash) Remove Connection…'),
            l10n.t('Delete its name, URL, and API key from VS Code'),
            removeConnection,
          ),
        ]
      : []),
    signedIn
      ? command(
          l10n.t('$(sign-out) Sign Out'),
          l10n.t('Delete the API key of {0} from VS Code', active.name),
          commands.signOut,
        )
      : command(l10n.t('$(sign-in) Sign In'), active.name, commands.signIn),
    command(l10n.t('$(output) Show Log'), '', commands.showLog),
  ];
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Switchyard: Connections'),
    placeHolder: active.name === active.baseUrl.host ? active.baseUrl.href : `${active.name} · ${active.baseUrl.href}`,
    matchOnDescription: true,
  });
  await chosen?.run?.();
}

export async function rename(accounts: Accounts): Promise<void> {
  const named = accounts.list.all.filter(({ id }) => id !== defaultConnection);
  if (named.length === 0 && accounts.list.active) {
    const why =
      accounts.list.active.source === 'environment'
        ? l10n.t(
            'The connection from SWITCHYARD_BASE_URL uses its host as the name. To use another name, add a connection.',
          )
        : l10n.t(
            'The connection from the switchyard.baseUrl setting uses its host as the name. To use another name, add a connection.',
          );
    void showInformation(why);
    return;
  }
  const target = await pick(accounts, named, l10n.t('Select a connection to rename'));
  if (target) await renameConnection(accounts, target);
}

export async function replaceKey(accounts: Accounts): Promise<void> {
  const target = await pick(accounts, accounts.list.all, l10n.t('Select a connection to change its key'));
  if (target) await changeKey(accounts, target);
}

/** Sends a request with the key of a connection, active or not, and shows the result. */
export async function checkConnection(accounts: Accounts): Promise<void> {
  const target = await pick(accounts, accounts.list.all, l10n.t('Select a connection to test'));
  const credentials = target && (await accounts.credentials.read(target));
  if (!target) return;
  const place = placeOf(target);
  if (!credentials) {
    const signIn = l10n.t('Enter Key');
    const message = l10n.t('{0} is signed out. Enter its API key to test it.', place);
    if ((await showWarning(message, signIn)) === signIn) await changeKey(accounts, target);
    return;
  }
  const { baseUrl, apiKey } = credentials;
  const test = await withCancellableProgress(l10n.t('Testing {0}…', place), async (signal) => {
    const result = await verifyCredentials(new URL(baseUrl), apiKey, signal);
    const { kind } = result.error ?? {};
    const isOver = kind === 'unauthorized' || kind === 'validation' || kind === 'canceled';
    return { ...result, areas: isOver ? [] : await checkAreas(clientFor(new URL(baseUrl), apiKey), signal) };
  });
  const { error, areas } = test;
  if (error?.kind === 'canceled') return;
  // The key works if the service accepts it anywhere.
  const isConnected = areas.some((area) => area.error === undefined);
  if (error && !isConnected) void showError(l10n.t("Couldn't connect to {0}. {1}", place, describeError(error)));
  else if (areas.some((area) => area.error !== undefined)) void showWarning(`${place}: ${areasText(areas)}`);
  else void showInformation(acceptedText(place, test));
}

function acceptedText(place: string, { runs, took }: { readonly runs: number | undefined; readonly took: number }) {
  const milliseconds = Math.round(took);
  return runs === undefined
    ? l10n.t('{0}: connected; key accepted ({1} ms).', place, milliseconds)
    : l10n.t('{0}: connected; key accepted ({1} ms). Total runs: {2}.', place, milliseconds, runs);
}

/** Deletes a connection's key. Its name and URL are kept. @returns true if a key from the environment is now ignored */
const signOut = (accounts: Accounts, target: NamedConnection): Promise<boolean> =>
  accounts.change(() => accounts.credentials.delete(target));

/** Deletes the key of the active connection, says what stays, and offers to delete it. */
export async function signOutAndTell(accounts: Accounts): Promise<void> {
  const target = accounts.list.active;
  if (!target) return;
  if (await signOut(accounts, target)) {
    void showInformation(
      l10n.t("Signed out. SWITCHYARD_API_KEY stays in the environment but isn't used until you sign in again."),
    );
    return;
  }
  const text = l10n.t(
    'Signed out of {0}. Its API key was deleted. Its name and URL, your chats, and generated files stay on this computer.',
    placeOf(target),
  );
  const again = l10n.t('Sign In');
  const remove = l10n.t('Remove Connection…');
  const deleteChats = l10n.t('Delete All Chats…');
  // Enter chooses the first button, so it deletes nothing.
  const answer = await showInformation(text, again, ...(isRemovable(target) ? [remove] : []), deleteChats);
  if (answer === again) await registry.executeCommand(commands.signIn);
  if (answer === remove) await removeConnection(accounts);
  if (answer === deleteChats) await registry.executeCommand(commands.chat.deleteAll);
}

/** Deletes the name, URL, and key of a connection after confirmation. */
export async function removeConnection(accounts: Accounts): Promise<void> {
  const { all } = accounts.list;
  const removable = all.filter(isRemovable);
  const [permanent] = all;
  if (removable.length === 0 && permanent !== undefined) {
    const place = placeOf(permanent);
    const why = l10n.t('{0} comes from SWITCHYARD_BASE_URL. To remove it, unset the variable.', place);
    void showInformation(why);
    return;
  }
  const target = await pick(accounts, removable, l10n.t('Select a connection to remove'));
  if (!target) return;
  const question = l10n.t('Remove connection {0}?', placeOf(target));
  const detail = l10n.t('This deletes its name, URL, and API key from VS Code. Nothing changes in the service.');
  if (!(await confirm(question, l10n.t('Remove'), detail))) return;
  // If it was active, the next connection becomes active.
  await accounts.change(async () => {
    await signOut(accounts, target);
    await accounts.list.remove(target.id);
  });
}

/** False for the connection from SWITCHYARD_BASE_URL, which stays as long as the variable is set. */
function isRemovable({ source }: NamedConnection): boolean {
  return source !== 'environment';
}

/** Returns the only connection, or lets the user select one. The active one is listed first. */
async function pick(
  { list: { active } }: Accounts,
  among: readonly NamedConnection[],
  question: string,
): Promise<NamedConnection | undefined> {
  if (among.length === 0) void showInformation(l10n.t('No connections yet. Add a connection first.'));
  if (among.length <= 1) return among[0];
  const items = [...among]
    .sort((a, b) => Number(b.id === active?.id) - Number(a.id === active?.id))
    .map((one) => ({ ...row(one, active), one }));
  return (await window.showQuickPick(items, { placeHolder: question, matchOnDescription: true }))?.one;
}

function row(connection: NamedConnection, active: NamedConnection | undefined): QuickPickItem {
  const { id, name, baseUrl, source } = connection;
  const inUse = id === active?.id;
  const about = [baseUrl.href, ...(inUse ? [l10n.t('in use')] : [])];
  if (source === 'environment') about.push(l10n.t('from SWITCHYARD_BASE_URL'));
  if (source === 'setting') about.push(l10n.t('from the switchyard.baseUrl setting'));
  const unused = unusedEnvironment(connection);
  return {
    label: `$(${inUse ? 'check' : 'plug'}) ${inert(name)}`,
    description: inert(about.join(' · ')),
    ...(unused !== undefined && { detail: inert(unused) }),
  };
}

/** Returns name and host: `Production (api.example.com)`. */
function placeOf({ name, baseUrl }: NamedConnection): string {
  return inert(name === baseUrl.host ? name : `${name} (${baseUrl.host})`);
}

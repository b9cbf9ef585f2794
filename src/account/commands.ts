import { type Disposable, l10n, type QuickPickItem, window } from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import { commands } from '../shared/contract.ts';
import { log } from '../shared/log.ts';
import type { Connection } from './connection.ts';

export function registerAccountCommands(connection: Connection): Disposable[] {
  return [
    registerCommand(commands.signIn, () => signIn(connection)),
    registerCommand(commands.signOut, () => signOut(connection)),
    registerCommand(commands.retryConnection, () => connection.reopen()),
    registerCommand(commands.manageConnection, () => manage(connection)),
    registerCommand(commands.showLog, () => log().show()),
  ];
}

/** The sign-in flow brings the API client with it, so it is loaded when it is first asked for. */
async function signIn(connection: Connection): Promise<boolean> {
  const flow = await import('./sign-in.ts');
  return flow.signIn(connection);
}

async function signOut(connection: Connection): Promise<void> {
  const current = await connection.current();
  if (!current) return;
  await connection.credentials.forget(current);
  await connection.reopen();
  if (current.source === 'environment') {
    void window.showInformationMessage(
      l10n.t(
        'Signed out. The key in SWITCHYARD_API_KEY stays in the environment, and is not used until you sign in again.',
      ),
    );
  }
}

async function manage(connection: Connection): Promise<void> {
  const current = await connection.current();
  if (!current) {
    await signIn(connection);
    return;
  }
  interface Choice extends QuickPickItem {
    run(): unknown;
  }
  const choices: Choice[] = [
    {
      label: l10n.t('$(refresh) Try Again'),
      description: l10n.t('Ask the service once more'),
      run: () => connection.reopen(),
    },
    {
      label: l10n.t('$(sign-in) Change Connection…'),
      description: l10n.t('Another base URL or key'),
      run: () => signIn(connection),
    },
    { label: l10n.t('$(sign-out) Sign Out'), description: l10n.t('Forget the key'), run: () => signOut(connection) },
    { label: l10n.t('$(output) Show Log'), run: () => log().show() },
  ];
  const { state } = connection;
  const chosen = await window.showQuickPick(choices, {
    title: state.kind === 'signedOut' ? 'Switchyard' : l10n.t('Switchyard: {0}', state.host),
    placeHolder: current.baseUrl,
  });
  await chosen?.run();
}

import type { Disposable } from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import { commands } from '../shared/contract.ts';
import { log } from '../shared/log.ts';
import type { Connection } from './connection.ts';
import { signOut } from './sign-out.ts';

/** Modules that ask for user input import the API client, so they are loaded on first use. */
export function registerAccountCommands(connection: Connection): Disposable[] {
  const loadSignIn = () => import('./sign-in.ts');
  const loadManage = () => import('./manage.ts');
  return [
    registerCommand(commands.signIn, async () => (await loadSignIn()).signIn(connection)),
    registerCommand(commands.signOut, () => signOut(connection)),
    registerCommand(commands.addConnection, async () => {
      await (await loadSignIn()).addConnection(connection);
    }),
    registerCommand(commands.manageConnection, async () => (await loadManage()).manageConnections(connection)),
    registerCommand(commands.renameConnection, async () => (await loadManage()).rename(connection)),
    registerCommand(commands.changeKey, async () => (await loadManage()).replaceKey(connection)),
    registerCommand(commands.removeConnection, async () => (await loadManage()).removeConnection(connection)),
    registerCommand(commands.testConnection, async () => (await loadManage()).testConnection(connection)),
    registerCommand(commands.retryConnection, () => connection.reopen()),
    registerCommand(commands.showLog, () => log().show()),
  ];
}

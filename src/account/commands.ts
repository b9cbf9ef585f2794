import type { Disposable } from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import { commands } from '../shared/contract.ts';
import { log } from '../shared/log.ts';
import type { Connection } from './connection.ts';
import { signOut } from './sign-out.ts';

/** Modules that ask for user input import the API client, so they are loaded on first use. */
export function registerAccountCommands(connection: Connection): Disposable[] {
  const asking = () => import('./sign-in.ts');
  const managing = () => import('./manage.ts');
  return [
    registerCommand(commands.signIn, async () => (await asking()).signIn(connection)),
    registerCommand(commands.signOut, () => signOut(connection)),
    registerCommand(commands.addConnection, async () => {
      await (await asking()).addConnection(connection);
    }),
    registerCommand(commands.manageConnection, async () => (await managing()).manageConnections(connection)),
    registerCommand(commands.renameConnection, async () => (await managing()).rename(connection)),
    registerCommand(commands.changeKey, async () => (await managing()).replaceKey(connection)),
    registerCommand(commands.removeConnection, async () => (await managing()).removeConnection(connection)),
    registerCommand(commands.testConnection, async () => (await managing()).testConnection(connection)),
    registerCommand(commands.retryConnection, () => connection.reopen()),
    registerCommand(commands.showLog, () => log().show()),
  ];
}

import { l10n } from 'vscode';
import { showInformation } from '../shared/notifications.ts';
import type { Connection } from './connection.ts';

/** Deletes a connection's key. Its name and URL are kept. */
export async function signOut(connection: Connection, target = connection.list.active): Promise<void> {
  if (!target) return;
  const isDeclined = await connection.credentials.delete(target);
  if (target.id === connection.list.active?.id) await connection.reopen();
  if (!isDeclined) return;
  void showInformation(
    l10n.t("Signed out. SWITCHYARD_API_KEY stays in the environment but isn't used until you sign in again."),
  );
}

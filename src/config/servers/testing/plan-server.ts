/** Plans the start of a tool server on this machine, for a connection test or for VS Code chat. */
import { l10n, Uri, workspace } from 'vscode';
import { serverEnvironment } from '../../../../common/connection-test/launch/expand.ts';
import { planLaunch } from '../../../../common/connection-test/launch/launch-plan.ts';
import type { ServerDefinition } from '../../../../common/messages/server-definition.ts';
import { platform } from '../../../shared/platform.ts';

/**
 * @param folder URI of its workspace folder, if any
 * @returns the plan, the environment in which the program is started and variables are expanded, and `programs`, which is
 * undefined in a browser
 * @throws Error with a readable message if it's a program and programs can't be started
 */
export async function planServer(written: ServerDefinition, folder: string | null) {
  const programs = await platform().programs?.();
  if (written.transport === 'stdio' && programs === undefined)
    throw new Error(l10n.t("Programs can't be started in the browser. Test this server in VS Code on your computer."));
  const environment = serverEnvironment(platform().environment);
  const folderOf = (cwd: string) => programs?.resolve(startFolder(folder), cwd) ?? cwd;
  return { plan: planLaunch(written, environment, folderOf), environment, programs };
}

/**
 * Returns the folder where a server without `cwd` starts: that of its definition, or the first workspace folder.
 * Undefined if it isn't on disk.
 */
export function startFolder(folder: string | null): string | undefined {
  const uri = folder === null ? workspace.workspaceFolders?.[0]?.uri : Uri.parse(folder);
  return uri?.scheme === 'file' ? uri.fsPath : undefined;
}

/** Changes servers, and says what was changed, with Undo: the one way for commands, drag and drop, and next steps. */
import { l10n, Uri, window, workspace } from 'vscode';
import type { ServerChange } from '../../../../common/messages/tool-servers.ts';
import { withViewProgress } from '../../../shared/cancellable.ts';
import { statIfExists } from '../../../shared/editing/files.ts';
import { offerUndoOf } from '../../../shared/editing/workspace-edit.ts';
import { views } from '../../../shared/generated/names.ts';
import { inert } from '../../../shared/text/format.ts';
import type { ConfigLanguage } from '../../client/index.ts';
import type { ServerStore } from '../store.ts';
import type { ServerTree } from '../tree.ts';
import { type ChangeServers, editServers, type NextStep } from './edit.ts';

export interface ChangeServices {
  readonly config: ConfigLanguage;
  readonly store: ServerStore;
  readonly tree: ServerTree;
}

/**
 * Applies the changes that are possible, and shows why the others aren't.
 * @param done returns the sentence to show with the Undo button, after the servers are listed again
 * @returns true if a file changed
 */
export async function changeServers(
  services: ChangeServices,
  ...[changes, done, { reload, isPreviewed = false } = {}]: Parameters<ChangeServers>
): Promise<boolean> {
  const { config, store, tree } = services;
  const edited = await withViewProgress(views.servers, async () => {
    const files = await editServers(config, changes, {
      isPreviewed,
      stepsFor: (refused) => stepsFor(services, refused),
    });
    await store.refresh();
    return files;
  });
  if (edited === undefined) return false;
  const after = reload ?? store.agent?.reload ?? '';
  tree.tellAfterEdit(after);
  void offerUndoOf([inert(done(edited)), after].filter(Boolean).join(' '), edited, () => store.refresh());
  return true;
}

/** A server of another tool's file can be copied to a file that Oh My Pi reads, or its tool can be enabled. */
function stepsFor(services: ChangeServices, refused: ServerChange): NextStep[] {
  const { store } = services;
  // Servers of other agents aren't copied for Oh My Pi.
  if (refused.kind !== 'enable' || refused.server.agent !== undefined) return [];
  const { folder } = refused.server;
  const userFile = store.fileFor(folder, 'user');
  const [label, to] =
    folder === null
      ? ([l10n.t('Copy to User Config'), userFile] as const)
      : ([l10n.t('Copy to Project Config'), store.fileFor(folder, 'project')] as const);
  const copied = to && ({ kind: 'copy', server: refused.server, to: store.fileRef(folder, to) } as const);
  return [
    ...(copied
      ? [{ label, run: () => changeServers(services, [copied], () => l10n.t('Copied to {0}.', to.label)) }]
      : []),
    ...(userFile ? [{ label: l10n.t('Open Oh My Pi Settings'), run: () => openAgentSettings(userFile.uri) }] : []),
  ];
}

/**
 * Opens the settings file of Oh My Pi, which decides whether files of other tools load, or an unsaved one in its place.
 * @param userConfig URI of the user's mcp.json beside it
 */
async function openAgentSettings(userConfig: string): Promise<void> {
  const place = (name: string) => Uri.joinPath(Uri.parse(userConfig), '..', name);
  for (const file of [place('config.yml'), place('config.yaml')]) {
    if (await statIfExists(file)) return void (await window.showTextDocument(file));
  }
  await window.showTextDocument(await workspace.openTextDocument(place('config.yml').with({ scheme: 'untitled' })));
}

/** Asks what goes along with the next message. */
import { l10n, type QuickPickItem, ThemeIcon, type Uri, window, workspace } from 'vscode';
import type { Attachment } from '../record.ts';
import { activeUri, fromProblems, fromSelection, fromUri, nameOf, type Refuse } from './collect.ts';

interface Choice extends QuickPickItem {
  readonly read: () => Promise<(Attachment | undefined)[]>;
}

export async function chooseContext(refuse: Refuse): Promise<Attachment[]> {
  const chosen = await window.showQuickPick(choices(refuse), { title: l10n.t('Attach to the Next Message') });
  return chosen ? (await chosen.read()).filter((one) => one !== undefined) : [];
}

function choices(refuse: Refuse): Choice[] {
  // The chat itself may be the active editor: what the user last looked at is meant then.
  const editor = window.activeTextEditor ?? window.visibleTextEditors[0];
  const active = activeUri() ?? editor?.document.uri;
  const list: Choice[] = [];
  if (editor && !editor.selection.isEmpty)
    list.push({
      label: l10n.t('Selection'),
      description: nameOf(editor.document.uri),
      iconPath: new ThemeIcon('selection'),
      read: async () => [fromSelection(editor, refuse)],
    });
  if (active) {
    list.push({
      label: l10n.t('Active file'),
      description: nameOf(active),
      iconPath: new ThemeIcon('file'),
      read: async () => [await fromUri(active, refuse)],
    });
    list.push({
      label: l10n.t('Problems in the active file'),
      description: nameOf(active),
      iconPath: new ThemeIcon('warning'),
      read: async () => [fromProblems(active, refuse)],
    });
  }
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length > 0)
    list.push({
      label: l10n.t('Files in the workspace…'),
      iconPath: new ThemeIcon('files'),
      read: () => chooseWorkspaceFiles(refuse),
    });
  list.push({
    label: l10n.t('Another file…'),
    iconPath: new ThemeIcon('folder-opened'),
    read: () => chooseAnywhere({ canSelectFiles: true }, refuse),
  });
  list.push({
    label: l10n.t('File names in a folder…'),
    iconPath: new ThemeIcon('list-tree'),
    read: () => chooseAnywhere({ canSelectFolders: true, canSelectFiles: false }, refuse),
  });
  return list;
}

/** The most names that are offered; typing narrows them down no further. */
const MOST = 5000;

async function chooseWorkspaceFiles(refuse: Refuse): Promise<(Attachment | undefined)[]> {
  const found = workspace.findFiles('**/*', undefined, MOST);
  const items = Promise.resolve(found).then((uris) =>
    uris.map((uri) => ({ label: nameOf(uri), uri })).sort((a, b) => a.label.localeCompare(b.label)),
  );
  const chosen = await window.showQuickPick(items, { title: l10n.t('Attach Files'), canPickMany: true });
  return Promise.all((chosen ?? []).map(({ uri }) => fromUri(uri, refuse)));
}

async function chooseAnywhere(
  what: { readonly canSelectFiles: boolean; readonly canSelectFolders?: boolean },
  refuse: Refuse,
): Promise<(Attachment | undefined)[]> {
  const chosen: Uri[] =
    (await window.showOpenDialog({ ...what, canSelectMany: true, openLabel: l10n.t('Attach') })) ?? [];
  return Promise.all(chosen.map((uri) => fromUri(uri, refuse)));
}

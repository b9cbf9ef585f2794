/** Files and folders of the user. */
import { type FileStat, type Tab, Uri, window, workspace } from 'vscode';

/** Returns undefined if there's no such file or folder, or if it can't be accessed. */
export async function statIfExists(uri: Uri): Promise<FileStat | undefined> {
  try {
    return await workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
}

/** Returns the folder in which a file dialog opens, to be spread into its options. @param name of the file to save */
export function inWorkspace(name = ''): { readonly defaultUri?: Uri } {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  return folder === undefined ? {} : { defaultUri: name === '' ? folder : Uri.joinPath(folder, name) };
}

/** Closes the tabs that show a document, alone or as the right side of a diff. */
export async function closeTabs(uri: Uri): Promise<void> {
  await window.tabGroups.close(tabsOf(uri));
}

/** Returns the tabs that show a document, alone or as the changed side of a diff. */
export function tabsOf(uri: Uri): Tab[] {
  return window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => {
      const { uri: alone, modified = alone } = Object(input);
      return String(modified) === uri.toString();
    });
}

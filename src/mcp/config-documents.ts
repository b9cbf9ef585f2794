/** Which documents are config files of Oh My Pi. */
import { type TextDocument, workspace } from 'vscode';
import { acceptSchemesOf, configLanguage, configLevel, movedFolders, pathOf } from '../../common/config-place.ts';
import { platform } from '../shared/platform.ts';
import { setting } from '../shared/settings.ts';

/** True for a config file by its address, whatever its language is. */
export function isConfigFile({ uri }: TextDocument): boolean {
  const { environment, home } = platform();
  const folders = movedFolders(
    {
      projectDirectory: setting('switchyard.config.projectDirectory'),
      userDirectory: setting('switchyard.config.userDirectory'),
      home,
    },
    (name) => environment[name],
  );
  const uris = (workspace.workspaceFolders ?? []).map((folder) => folder.uri.toString(true));
  acceptSchemesOf(uris);
  const roots = uris.flatMap((folder) => pathOf(folder) ?? []);
  return configLevel(uri.toString(true), folders, roots) !== undefined;
}

/** True for a config file by its language or its address. */
export function isConfigDocument(document: TextDocument): boolean {
  return document.languageId === configLanguage || isConfigFile(document);
}

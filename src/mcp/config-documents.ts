/** Which documents are config files of Oh My Pi. */
import { homedir } from 'node:os';
import { type TextDocument, workspace } from 'vscode';
import { configLanguage, configLevel, movedFolders, pathOf } from '../../common/config-place.ts';
import { setting } from '../shared/settings.ts';

/** True for a config file by its address, whatever its language is. */
export function isConfigFile({ uri }: TextDocument): boolean {
  const folders = movedFolders(
    {
      projectDirectory: setting('switchyard.config.projectDirectory'),
      userDirectory: setting('switchyard.config.userDirectory'),
      home: homedir(),
    },
    (name) => process.env[name],
  );
  const roots = (workspace.workspaceFolders ?? []).flatMap((folder) => pathOf(folder.uri.toString(true)) ?? []);
  return configLevel(uri.toString(true), folders, roots) !== undefined;
}

/** True for a config file by its language or its address. */
export function isConfigDocument(document: TextDocument): boolean {
  return document.languageId === configLanguage || isConfigFile(document);
}

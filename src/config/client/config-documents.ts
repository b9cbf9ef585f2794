/** Recognizes documents that are config files of Oh My Pi. */
import { type TextDocument, workspace } from 'vscode';
import {
  acceptSchemesOf,
  configLanguage,
  configLevel,
  movedFolders,
  pathOf,
} from '../../../common/messages/config-place.ts';
import { platform } from '../../shared/platform.ts';
import { setting } from '../../shared/settings.ts';

/** True if the URI is that of a config file, regardless of the language. */
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

/** True if the document is a config file by its language or its URI. */
export function isConfigDocument(document: TextDocument): boolean {
  return document.languageId === configLanguage || isConfigFile(document);
}

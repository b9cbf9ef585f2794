/** The settings that the editor sends: their validation, Oh My Pi's folders, and the language. */
import type { InitializeParams } from 'vscode-languageserver';
import { isRecord, isText } from '../../common/guards.ts';
import {
  defaultFolders,
  movedFolders,
  type OhMyPiFolders,
  ohMyPiFolderVariables,
} from '../../common/messages/config-place.ts';
import { languagesOf } from '../../common/text/languages.ts';
import { type Translations, useLanguage } from '../config/language.ts';
import type { Host } from './host.ts';

/** Sent by the editor, so no value is validated yet. */
export type Settings = Readonly<Record<string, unknown>>;

export const settingsOf = (value: unknown): Settings => (isRecord(value) ? value : {});

export const stringSetting = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Returns Oh My Pi's folders. Those that aren't set have their default. */
export function foldersFrom({ projectDirectory, userDirectory, home }: Settings, host: Host): OhMyPiFolders {
  const chosen: OhMyPiFolders = {
    projectDirectory: stringSetting(projectDirectory) ?? defaultFolders.projectDirectory,
    userDirectory: stringSetting(userDirectory) ?? defaultFolders.userDirectory,
    home: stringSetting(home) ?? host.home,
  };
  return movedFolders(chosen, host.machine.folderVariable);
}

/** Returns the variables that terminals set to another value than the editor has. A chosen folder of Oh My Pi doesn't depend on any. */
export function terminalVariablesFrom({ otherInTerminals: names, userDirectory }: Settings): readonly string[] {
  const isChosen = (stringSetting(userDirectory) ?? defaultFolders.userDirectory) !== defaultFolders.userDirectory;
  const ignored = new Set<string>(isChosen ? ohMyPiFolderVariables : []);
  return Array.isArray(names) ? names.filter((name) => isText(name) && !ignored.has(name)) : [];
}

/** In a browser, the server can't read files, so the editor sends the texts with `initialize`. */
export function useLanguageOf({ locale = 'en', initializationOptions }: InitializeParams, host: Host): void {
  const given = settingsOf(initializationOptions).translations as Translations;
  for (const language of languagesOf(locale)) {
    const translations = given ?? host.translations?.(language);
    if (translations === undefined) continue;
    useLanguage(language, translations);
    return;
  }
}

/** What the commands of this room work with. */
import type { TextDocument } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { Models } from '../models/index.ts';
import type { MadeFiles } from './made-files.ts';
import type { Remembered } from './remembered.ts';

export interface MediaParts {
  readonly connection: Connection;
  readonly models: Models;
  readonly made: MadeFiles;
  readonly remembered: Remembered;
  /** The text that was worked on last: a picture that is looked at stands where its editor was. */
  readonly lastDocument: () => TextDocument | undefined;
}

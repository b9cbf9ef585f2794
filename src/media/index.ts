/** The door of the media room: speech, transcripts and pictures. Read when the first of its commands is run; each command is read when it is run. */
import { type ExtensionContext, type TextDocument, window } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { Models } from '../models/index.ts';
import { registerCommand } from '../shared/commands.ts';
import { type Command, commands } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { MadeFiles } from './made-files.ts';
import type { MediaParts } from './parts.ts';
import { Remembered } from './remembered.ts';

export class Media extends Owner {
  readonly parts: MediaParts;
  #lastDocument: TextDocument | undefined = window.activeTextEditor?.document;

  constructor({ globalState, globalStorageUri }: ExtensionContext, connection: Connection, models: Models) {
    super();
    this.parts = {
      connection,
      models,
      made: new MadeFiles(globalStorageUri),
      remembered: new Remembered(globalState),
      lastDocument: () => this.#lastDocument,
    };
    this.own(
      window.onDidChangeActiveTextEditor((editor) => {
        // What is no tab, such as the output, takes no picture.
        if (editor?.viewColumn !== undefined) this.#lastDocument = editor.document;
      }),
    );
    this.#on(commands.readAloud, async () => (await import('./commands/read-aloud.ts')).readAloud);
    this.#on(commands.speakClipboard, async () => (await import('./commands/speak-clipboard.ts')).speakClipboard);
    this.#on(commands.speakFile, async () => (await import('./commands/speak-file.ts')).speakFile);
    this.#on(commands.chooseVoice, async () => (await import('./commands/choose-voice.ts')).changeVoice);
    this.#on(commands.transcribe, async () => (await import('./commands/transcribe.ts')).transcribe);
    this.#on(commands.exportTranscript, async () => (await import('./commands/export-transcript.ts')).exportTranscript);
    this.#on(commands.makeImage, async () => (await import('./commands/make-image.ts')).makeImage);
    this.#on(commands.makeImageAgain, async () => (await import('./commands/make-image-again.ts')).makeImageAgain);
    this.#on(commands.insertImage, async () => (await import('./commands/insert-image.ts')).insertImage);
    this.#on(commands.saveMade, async () => (await import('./commands/save-made.ts')).saveMade);
  }

  #on(id: Command, read: () => Promise<(parts: MediaParts, ...args: unknown[]) => Promise<void>>): void {
    this.own(registerCommand(id, async (...args) => (await read())(this.parts, ...args)));
  }
}

/** Public API of speech, transcripts, and images. The module of a command is loaded when it first runs. */
import { type ExtensionContext, type TextDocument, window } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { Models } from '../models/index.ts';
import { registerCommand } from '../shared/commands.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { type Command, commands } from '../shared/generated/names.ts';
import { type MediaContext, RecentValues } from './context.ts';
import { GeneratedFiles } from './generated-files.ts';

export class Media extends DisposableStore {
  readonly context: MediaContext;
  #lastDocument: TextDocument | undefined = window.activeTextEditor?.document;

  constructor({ globalState, globalStorageUri }: ExtensionContext, connection: Connection, models: Models) {
    super();
    this.context = {
      connection,
      models,
      generated: new GeneratedFiles(globalStorageUri),
      recent: this.own(new RecentValues(globalState)),
      lastDocument: () => this.#lastDocument,
    };
    this.own(
      window.onDidChangeActiveTextEditor((editor) => {
        // Editors outside of tabs, such as the output panel, can't receive an image.
        if (editor?.viewColumn !== undefined) this.#lastDocument = editor.document;
      }),
    );
    const [speech, transcripts] = [() => import('./speech.ts'), () => import('./transcripts/commands.ts')];
    const generate = () => import('./images/generate.ts');
    this.#on(commands.media.readAloud, async () => (await speech()).readAloud);
    this.#on(commands.media.speakClipboard, async () => (await speech()).speakClipboard);
    this.#on(commands.media.speakFile, async () => (await speech()).speakFile);
    this.#on(commands.media.chooseVoice, async () => (await speech()).chooseVoice);
    this.#on(commands.media.transcribe, async () => (await transcripts()).transcribe);
    this.#on(commands.media.exportTranscript, async () => (await transcripts()).exportTranscript);
    this.#on(commands.media.generateImage, async () => (await generate()).generateFromSelection);
    this.#on(commands.media.regenerateImage, async () => (await generate()).regenerateImage);
    this.#on(commands.media.insertImage, async () => (await import('./images/insert.ts')).insertImage);
    this.#on(commands.media.saveGenerated, async () => (await import('./preview.ts')).saveGeneratedFile);
  }

  #on(id: Command, load: () => Promise<(context: MediaContext, ...args: unknown[]) => Promise<unknown>>): void {
    this.own(registerCommand(id, async (...args) => (await load())(this.context, ...args)));
  }
}

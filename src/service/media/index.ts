/** Public API of speech, transcripts, and images. The module of a command is loaded when it first runs. */
import { type ExtensionContext, type TextDocument, window } from 'vscode';
import { type Lazy, lazy } from '../../../common/lazy.ts';
import { registerCommand } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { type Command, commands } from '../../shared/generated/names.ts';
import type { Models } from '../models/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import type { FileServices, MediaServices } from './services.ts';

export class Media extends DisposableStore {
  /** Public for the tests that run in the extension host. */
  readonly services: Lazy<Omit<MediaServices, 'session'>>;
  readonly #accounts: Accounts;
  #lastDocument: TextDocument | undefined = window.activeTextEditor?.document;

  constructor({ globalState, globalStorageUri }: ExtensionContext, accounts: Accounts, models: Models) {
    super();
    this.#accounts = accounts;
    this.services = lazy(async () => {
      const [{ GeneratedFiles }, { RecentValues }] = await Promise.all([
        import('./generated-files.ts'),
        import('./services.ts'),
      ]);
      return {
        models,
        generated: new GeneratedFiles(globalStorageUri),
        recent: this.register(new RecentValues(globalState)),
        lastDocument: () => this.#lastDocument,
      };
    });
    this.register(
      window.onDidChangeActiveTextEditor((editor) => {
        // Editors outside of tabs, such as the output panel, can't receive an image.
        if (editor?.viewColumn !== undefined) this.#lastDocument = editor.document;
      }),
    );
    const [speech, transcripts] = [() => import('./speech.ts'), () => import('./transcripts/commands.ts')];
    const generate = () => import('./images/generate.ts');
    this.#request(commands.media.readAloud, async () => (await speech()).readAloud);
    this.#request(commands.media.speakClipboard, async () => (await speech()).speakClipboard);
    this.#request(commands.media.speakFile, async () => (await speech()).speakFile);
    this.#request(commands.media.chooseVoice, async () => (await speech()).chooseVoice);
    this.#request(commands.media.transcribe, async () => (await transcripts()).transcribe);
    this.#request(commands.media.generateImage, async () => (await generate()).generateFromSelection);
    this.#request(commands.media.regenerateImage, async () => (await generate()).regenerateImage);
    this.#on(commands.media.exportTranscript, async () => (await transcripts()).exportTranscript);
    this.#on(commands.media.insertImage, async () => (await import('./images/insert.ts')).insertImage);
    this.#on(commands.media.saveGenerated, async () => (await import('./preview.ts')).saveGeneratedFile);
  }

  #on(id: Command, load: Load<FileServices>): void {
    this.register(registerCommand(id, async (...args) => (await load())(await this.services(), ...args)));
  }

  #request(id: Command, load: Load<MediaServices>): void {
    const run = this.#accounts.inSession(async (session, ...args) =>
      (await load())({ ...(await this.services()), session }, ...args),
    );
    this.register(registerCommand(id, run));
  }
}

type Load<Services> = () => Promise<(services: Services, ...args: unknown[]) => Promise<unknown>>;

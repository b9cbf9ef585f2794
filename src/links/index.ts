/** The door of the links room: links from outside to a workflow or a run, and copying such links. */
import { EventEmitter, type ExtensionContext, type Uri, type UriHandler, window, workspace } from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import { commands, recordScheme } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import type { Places, Target } from './places.ts';

export function registerLinks(context: ExtensionContext, places: Omit<Places, 'changed'>): Links {
  return new Links(context, places);
}

export class Links extends Owner implements UriHandler {
  readonly #places: Places;
  /** One question at a time: a page full of links cannot bury the editor under them. */
  #asking = false;

  constructor({ extension }: ExtensionContext, rooms: Omit<Places, 'changed'>) {
    super();
    const changed = this.own(new EventEmitter<Uri>());
    this.#places = { ...rooms, changed: (uri) => changed.fire(uri) };
    this.own(
      workspace.registerTextDocumentContentProvider(recordScheme, {
        onDidChange: changed.event,
        provideTextDocumentContent: async (uri) => (await import('./documents.ts')).recordText(this.#places, uri),
      }),
    );
    this.own(window.registerUriHandler(this));
    const copy = (kind: Target['kind']) => async (node: unknown) => {
      const { copyLink } = await import('./copy.ts');
      await copyLink(this.#places, kind, node, extension.id);
    };
    this.own(registerCommand(commands.copyWorkflowLink, copy('workflow')));
    this.own(registerCommand(commands.copyRunLink, copy('run')));
  }

  async handleUri(uri: Uri): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const { openLink } = await import('./open.ts');
      await openLink(this.#places, uri);
    } finally {
      this.#asking = false;
    }
  }

  /** Shows a record without a question, for what the user asked for in the editor itself. */
  async show(target: Target): Promise<void> {
    const { show } = await import('./open.ts');
    await show(this.#places, target);
  }
}

/** The door of the links room: links from outside to a workflow or a run, and copying such links. */
import { type ExtensionContext, l10n, type Uri, type UriHandler, window } from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import { commands } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { readLink } from './address.ts';
import { RecordDocuments } from './documents.ts';
import type { Places, Target } from './places.ts';

export function registerLinks(context: ExtensionContext, rooms: Omit<Places, 'documents'>): Links {
  return new Links(context, rooms);
}

export class Links extends Owner implements UriHandler {
  readonly #places: Places;
  /** One question at a time: a page full of links cannot bury the editor under them. */
  #asking = false;

  constructor({ extension }: ExtensionContext, rooms: Omit<Places, 'documents'>) {
    super();
    this.#places = { ...rooms, documents: this.own(new RecordDocuments(rooms.connection)) };
    this.own(window.registerUriHandler(this));
    const copy = (kind: Target['kind']) => async (node: unknown) => {
      const { copyLink } = await import('./copy.ts');
      await copyLink(this.#places, kind, node, extension.id);
    };
    this.own(registerCommand(commands.copyWorkflowLink, copy('workflow')));
    this.own(registerCommand(commands.copyRunLink, copy('run')));
  }

  /** Anything that is not exactly a link to a record is refused with one message. */
  async handleUri(uri: Uri): Promise<void> {
    const target = readLink(uri);
    if (!target) {
      void window.showWarningMessage(
        l10n.t('A link was not opened: Switchyard opens links to a workflow or a run, and nothing else.'),
      );
      return;
    }
    if (this.#asking) return;
    this.#asking = true;
    try {
      const { openLink } = await import('./open.ts');
      await openLink(this.#places, target);
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

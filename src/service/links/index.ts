/** Public API of links: opens external links to a workflow or a run, and copies such links. */
import { type ExtensionContext, type Uri, type UriHandler, window } from 'vscode';
import { DisposableStore } from '../../shared/disposable.ts';
import { commands } from '../../shared/generated/names.ts';
import { registerRowCommand } from '../../shared/list/row-commands.ts';
import type { LinkServices, Target } from './open.ts';

export class Links extends DisposableStore implements UriHandler {
  readonly #services: LinkServices;
  /** Allows only one confirmation at a time, so that a web page can't flood the editor with dialogs. */
  #asking = false;

  constructor({ extension }: ExtensionContext, services: LinkServices) {
    super();
    this.#services = services;
    this.register(window.registerUriHandler(this));
    const copy = (kind: Target['kind']) =>
      services.accounts.inSession(async (session, node: unknown) => {
        const { copyLink } = await import('./open.ts');
        await copyLink(session, kind, node, extension.id);
      });
    const { workflows, runs } = services;
    this.register(registerRowCommand(commands.workflows.copyLink, workflows.tree, copy('workflow')));
    this.register(registerRowCommand(commands.runs.copyLink, runs, copy('run')));
  }

  async handleUri(uri: Uri): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const { openLink } = await import('./open.ts');
      await openLink(this.#services, uri);
    } finally {
      this.#asking = false;
    }
  }

  /** Shows a workflow or a run without confirmation, for actions of the user in the editor. */
  async show(target: Target): Promise<void> {
    const { show } = await import('./open.ts');
    await show(this.#services, await this.#services.accounts.require(), target);
  }
}

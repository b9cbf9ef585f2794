/** The open panels of all features, one for each thing that is shown. */
import type { Uri } from 'vscode';
import { lazy } from '../../../common/lazy.ts';
import { DisposableStore } from '../disposable.ts';
import type { CreateContent, PanelTab } from './panel.ts';

export class OpenPanels extends DisposableStore {
  readonly #extension: Uri;
  readonly #open = new Set<{ readonly id: string; reveal(): void; dispose(): void }>();
  readonly #load = lazy(() => import('./panel.ts'));

  constructor(extension: Uri) {
    super();
    this.#extension = extension;
    this.register({ dispose: () => this.#open.forEach((panel) => void panel.dispose()) });
  }

  /** Opens a panel, or reveals an open panel with the same ID. @throws as `load` of its content */
  async open<Data, View, Message extends { readonly kind: string }>(
    tab: PanelTab<Message>,
    create: CreateContent<Data, View, Message>,
  ): Promise<void> {
    const { Panel } = await this.#load();
    const open = [...this.#open].find(({ id }) => id === tab.id);
    if (open) return open.reveal();
    const panel = new Panel(this.#extension, tab, create);
    this.#open.add(panel);
    panel.onDidDispose(() => this.#open.delete(panel));
    await panel.open();
  }
}

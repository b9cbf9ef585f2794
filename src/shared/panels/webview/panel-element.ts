/** The element that fills the page of a panel. Each page's subclass renders the views of its host. */
import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { setLanguage } from '../../text/format.ts';
import { LightElement } from '../../webview/light-element.ts';
import type { HostMessage } from '../messages.ts';
import { postPageMessage } from './templates.ts';

export abstract class PanelElement<View> extends LightElement {
  static override properties = { view: { state: true }, width: { state: true } };
  declare view: HostMessage<View>['view'] | undefined;
  /** Width of the page in pixels. */
  declare width: number;

  constructor() {
    super();
    this.width = 600;
  }

  /** @param width of the page in pixels */
  protected abstract renderView(view: HostMessage<View>['view'], width: number): TemplateResult;

  override connectedCallback(): void {
    super.connectedCallback();
    // The element fills the page until the page is unloaded.
    window.addEventListener('message', ({ data }: MessageEvent<HostMessage<View>>) => this.#show(data));
    new ResizeObserver(([entry]) => {
      if (entry !== undefined) this.width = Math.floor(entry.contentRect.width);
    }).observe(this);
    postPageMessage({ kind: 'ready' });
  }

  #show(data: HostMessage<View>): void {
    l10n.config({ contents: data.l10n });
    setLanguage(document.documentElement.lang);
    this.view = data.view;
  }

  protected override render(): TemplateResult {
    return this.view === undefined
      ? html`<div class="loading" role="progressbar" aria-label=${document.title}></div>`
      : this.renderView(this.view, this.width);
  }
}

/** The element that fills the page of a panel, and renders the views of its host. */
import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { isRecord, isText, lookUp } from '../../../../common/guards.ts';
import { setLanguage } from '../../text/format.ts';
import { LightElement } from '../../webview/light-element.ts';
import { keepState } from '../../webview/post-to-host.ts';
import type { HostMessage, ViewNotes } from '../messages.ts';
import { postPageMessage } from './templates.ts';

/** Renders a view. @param width of the page in pixels */
type Render<View> = (view: View & ViewNotes, width: number) => TemplateResult;

/** Defines the element of a page. @param renders each kind of view that its host posts */
export function definePage<View extends { readonly kind: string }>(
  renders: {
    readonly [Kind in View['kind']]: Render<Extract<View, { readonly kind: Kind }>>;
  },
): void {
  const renderOf = ({ kind }: { readonly kind?: unknown }) =>
    isText(kind) ? lookUp(renders as unknown as Readonly<Record<string, Render<View>>>, kind) : undefined;

  class PanelElement extends LightElement {
    static override properties = { view: { state: true }, width: { state: true } };
    declare view: HostMessage<View>['view'] | undefined;
    declare width: number;

    constructor() {
      super();
      this.width = 600;
    }

    override connectedCallback(): void {
      super.connectedCallback();
      // The element fills the page until the page is unloaded.
      window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        // Browser extensions, too, post to the window.
        if (isRecord(data) && isRecord(data.view) && renderOf(data.view))
          this.#show(data as unknown as HostMessage<View>);
      });
      new ResizeObserver(([entry]) => {
        if (entry !== undefined) this.width = Math.floor(entry.contentRect.width);
      }).observe(this);
      postPageMessage({ kind: 'ready' });
    }

    #show(data: HostMessage<View>): void {
      l10n.config({ contents: data.l10n });
      setLanguage(document.documentElement.lang);
      this.view = data.view;
      if (data.kept !== undefined) keepState(data.kept);
    }

    protected override render(): TemplateResult | undefined {
      return this.view === undefined
        ? html`<div class="loading" role="progressbar" aria-label=${document.title}></div>`
        : renderOf(this.view)?.(this.view, this.width);
    }
  }

  customElements.define('switchyard-panel', PanelElement);
}

/** Entry point of the webview for run and workflow panels: one element that renders the view models of the host. */
import { html, type TemplateResult } from 'lit';
import type { HostMessage } from '../messages.ts';
import { agentsView } from './agents-view.ts';
import { comparisonView } from './comparison-view.ts';
import { post } from './templates.ts';
import './panels.css';
import * as l10n from '@vscode/l10n';
import { setLanguage } from '../../../shared/format.ts';
import { LightElement } from '../../../shared/webview/light-element.ts';
import { runView } from './run-view.ts';
import { statisticsView } from './statistics-view.ts';
import './charts/chart-element.ts';
import { detailsView } from './details-view.ts';

class PanelElement extends LightElement {
  static override properties = { view: { state: true }, width: { state: true } };
  declare view: HostMessage['view'] | undefined;
  /** Width of the page in pixels. */
  declare width: number;

  constructor() {
    super();
    this.width = 600;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The element fills the page until the page is unloaded.
    window.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => this.#show(data));
    new ResizeObserver(([entry]) => {
      if (entry !== undefined) this.width = Math.floor(entry.contentRect.width);
    }).observe(this);
    post({ kind: 'ready' });
  }

  #show(data: HostMessage): void {
    l10n.config({ contents: data.l10n });
    setLanguage(document.documentElement.lang);
    this.view = data.view;
  }

  protected override render(): TemplateResult {
    const { view } = this;
    switch (view?.kind) {
      case undefined:
        return html`<div class="loading" role="progressbar" aria-label=${document.title}></div>`;
      case 'run':
        return runView(view, this.width);
      case 'statistics':
        return statisticsView(view, this.width);
      case 'comparison':
        return comparisonView(view);
      case 'details':
        return detailsView(view);
      case 'agents':
        return agentsView(view, this.width);
    }
  }
}

customElements.define('switchyard-panel', PanelElement);

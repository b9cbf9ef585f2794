/** Where the code of the run and workflow panels begins: one element that draws what the host has worked out. */
import { nothing, type TemplateResult } from 'lit';
import { type Picture, parseToPanel } from '../messages.ts';
import { comparisonView } from './comparison-view.ts';
import { post } from './host.ts';
import './panels.css';
import { l10n } from '../../shared/webview/l10n.ts';
import { LightElement } from '../../shared/webview/light-element.ts';
import { runView } from './run-view.ts';
import { workflowView } from './workflow-view.ts';

class PanelElement extends LightElement {
  static override properties = { picture: { state: true }, width: { state: true } };
  declare picture: Picture | undefined;
  /** Of the page, in pixels: the pictures fill it. */
  declare width: number;
  readonly #sizes = new ResizeObserver(([entry]) => {
    if (entry !== undefined) this.width = Math.floor(entry.contentRect.width);
  });

  constructor() {
    super();
    this.width = 600;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('message', this.#hear);
    this.#sizes.observe(this);
    post({ kind: 'ready' });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('message', this.#hear);
    this.#sizes.disconnect();
  }

  readonly #hear = ({ data }: MessageEvent): void => {
    const message = parseToPanel(data);
    if (message === undefined) return;
    l10n.use(message.words);
    const first = this.picture === undefined;
    this.picture = message.picture;
    // The failing step is what most people come for; later pictures leave the page where it is.
    if (first)
      void this.updateComplete.then(() => this.querySelector('[data-focus]')?.scrollIntoView({ block: 'nearest' }));
  };

  protected override render(): TemplateResult | typeof nothing {
    const { picture } = this;
    switch (picture?.kind) {
      case undefined:
        return nothing;
      case 'run':
        return runView(picture, this.width);
      case 'workflow':
        return workflowView(picture, this.width);
      case 'comparison':
        return comparisonView(picture);
    }
  }
}

customElements.define('switchyard-panel', PanelElement);

import { html, type TemplateResult } from 'lit';

/** A decorative icon, hidden from screen readers because the text next to it says the same. */
export function icon(name: string, more = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${more}" aria-hidden="true"></span>`;
}

import { html, type TemplateResult } from 'lit';

/** An icon that says nothing to a screen reader: its words stand beside it. */
export function icon(name: string, more = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${more}" aria-hidden="true"></span>`;
}

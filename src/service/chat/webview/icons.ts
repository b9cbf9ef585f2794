/** Icons and buttons. */
import { html, nothing, type TemplateResult } from 'lit';

/** A decorative icon, hidden from screen readers because the text next to it says the same. */
export function icon(name: string, more = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${more}" aria-hidden="true"></span>`;
}

interface ButtonOptions {
  /** Value of `data-action`. */
  readonly action?: string;
  /** Name for screen readers, if it differs from the title. */
  readonly label?: string;
  /** More classes. */
  readonly more?: string;
  readonly disabled?: boolean;
  /** The button opens something that is open. */
  readonly expanded?: boolean;
}

export function iconButton(
  name: string,
  title: string,
  act: () => unknown,
  { action, label = title, more = '', disabled = false, expanded }: ButtonOptions = {},
): TemplateResult {
  return html`<button
    type="button"
    class="icon-button codicon codicon-${name} ${more}"
    data-action=${action ?? nothing}
    title=${title}
    aria-label=${label}
    aria-expanded=${expanded ?? nothing}
    ?disabled=${disabled}
    @click=${act}
  ></button>`;
}

export function textButton(
  label: string,
  act: () => void,
  { action, secondary = false }: { readonly action?: string; readonly secondary?: boolean } = {},
): TemplateResult {
  const style = `action-button ${secondary ? 'secondary' : ''}`;
  return html`<button type="button" class=${style} data-action=${action ?? nothing} @click=${act}>${label}</button>`;
}

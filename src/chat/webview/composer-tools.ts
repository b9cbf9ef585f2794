/** Buttons of the composer: attach, model, and settings. */

import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { run } from './host.ts';
import { icon, iconButton } from './icons.ts';

export function attachButton(): TemplateResult {
  return iconButton('attach', l10n.t('Attach…'), () => run('switchyard.chat.attach'), {
    label: l10n.t('Attach to the message'),
  });
}

export function modelButton(model: string | undefined): TemplateResult {
  return html`<button
    type="button"
    class="model-button"
    title=${model === undefined ? l10n.t('Choose a model for this chat') : l10n.t('Model: {0}', model)}
    aria-label=${model === undefined ? l10n.t('Choose a model') : l10n.t('Model: {0}. Choose another model', model)}
    @click=${() => run('switchyard.chat.chooseModel')}
  >
    <span class="model-name">${model === undefined ? l10n.t('Choose a Model') : nameParts(model)}</span>${icon('chevron-down')}
  </button>`;
}

/** A narrow panel hides the provider, because the name after it is more specific. */
function nameParts(model: string): TemplateResult {
  const at = model.indexOf('/') + 1;
  return html`<span class="model-provider">${model.slice(0, at)}</span>${model.slice(at)}`;
}

/** State of the settings button. */
export interface SettingsState {
  readonly open: boolean;
  /** At least one setting differs from its default. */
  readonly modified: boolean;
  readonly toggle: () => void;
}

export function settingsButton({ open, modified, toggle }: SettingsState): TemplateResult {
  const label = modified ? l10n.t('Chat settings (modified)') : l10n.t('Chat settings');
  return iconButton('settings', label, toggle, { action: 'settings', more: modified ? 'changed' : '', expanded: open });
}

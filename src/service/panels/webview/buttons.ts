/** Buttons of the panels. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { RunAction, UsageAction, WorkflowAction } from '../messages.ts';

/** @typeParam Action those of the panel @param icon name of a codicon */
export function actionButton<Action extends RunAction | WorkflowAction | UsageAction>(
  action: Action,
  text: string,
  icon: string,
): TemplateResult {
  return html`<button type="button" data-action=${action} @click=${() => postToHost({ kind: 'action', action })}>
    <span class="codicon codicon-${icon}" aria-hidden="true"></span> ${text}
  </button>`;
}

/** Renders the error of a step. @param open opens it as a document */
export function errorOf(text: string | null, name: string, open: () => void): TemplateResult | typeof nothing {
  if (text === null) return nothing;
  return html`<div class="error">
    <pre dir="auto" tabindex="0">${text}</pre>
    <button type="button" class="link" aria-label=${l10n.t('Open in Editor: {0}', name)} @click=${open}>
      ${l10n.t('Open in Editor')}
    </button>
  </div>`;
}

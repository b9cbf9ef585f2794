/** The details of a workflow, with its active version, its webhook, and its latest runs. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ViewNotes } from '../../../shared/panels/messages.ts';
import { factList, head } from '../../../shared/panels/webview/templates.ts';
import type { DetailsViewModel, WorkflowAction } from '../messages.ts';
import { actionButton } from './buttons.ts';
import { runsTable } from './runs-table.ts';

const button = actionButton<WorkflowAction>;

export function detailsView(view: DetailsViewModel & ViewNotes): TemplateResult {
  const { description, facts: list, version, webhook, changes, metadata, raw } = view;
  return html`<main>
    ${head(view, '')} ${description === '' ? nothing : html`<p class="description" dir="auto">${description}</p>`}
    <div class="actions">
      ${button('publish', l10n.t('Publish Version…'), 'cloud-upload')}
      ${changes.map((change) =>
        change === 'enable'
          ? button('enable', l10n.t('Enable'), 'debug-start')
          : button('disable', l10n.t('Disable'), 'circle-slash'),
      )}
      ${button('watch', l10n.t('Watch…'), 'bell')}
      ${button('openStatistics', l10n.t('Show Statistics'), 'graph')} ${button('copyId', l10n.t('Copy ID'), 'copy')}
    </div>
    ${factList(list)}
    ${
      version === null
        ? nothing
        : html`<h2>${l10n.t('Active version')}</h2>
            <p class="version">
              <strong dir="auto">${version.name}</strong>
              ${version.message === '' ? l10n.t('No commit message.') : html`<span dir="auto">${version.message}</span>`}
            </p>
            ${version.runs === '' ? nothing : html`<p>${version.runs}</p>`}
            ${button('openVersion', l10n.t('Open Version'), 'go-to-file')}`
    }
    <h2>${l10n.t('Webhook')}</h2>
    <pre class="webhook" tabindex="0">${webhook}</pre>
    <div class="actions">
      ${button('copyWebhook', l10n.t('Copy Webhook URL'), 'copy')}
      ${button('sendWebhook', l10n.t('Send to Webhook…'), 'send')}
    </div>
    <h2>${l10n.t('Latest runs')}</h2>
    ${view.runsNote === '' ? nothing : html`<p>${view.runsNote}</p>`}
    ${view.runs.length === 0 ? nothing : runsTable(l10n.t('Latest runs'), view.runs)}
    <p class="hint">
      ${l10n.t("Sending to the webhook probably starts a run, which you can't cancel or rerun from VS Code.")}
    </p>
    ${metadata === '' ? nothing : html`<h2>${l10n.t('Metadata')}</h2><pre dir="auto" tabindex="0">${metadata}</pre>`}
    <details class="raw">
      <summary>${l10n.t('Show raw response')}</summary>
      <pre dir="auto" tabindex="0">${raw}</pre>
    </details>
  </main>`;
}

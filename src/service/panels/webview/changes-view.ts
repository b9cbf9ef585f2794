/** What changed between a run and an earlier one, usually the last success. The sentence that says it is first. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ViewNotes } from '../../../shared/panels/messages.ts';
import { factList, head, notice } from '../../../shared/panels/webview/templates.ts';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import { changesPageText, headings, stepsHeading } from '../changes-text.ts';
import type { ChangedStepView, ChangesAction, ChangesMessage, ChangesViewModel } from '../messages.ts';
import { actionButton, errorOf, payloadButtons } from './buttons.ts';

const post: (message: ChangesMessage) => void = postToHost;
const button = actionButton<ChangesAction>;

export function changesView(view: ChangesViewModel & ViewNotes): TemplateResult {
  const { versions, versionsNote, steps, stepNotes } = view;
  return html`<main>
    ${head(view, view.live ? l10n.t('In progress. Updates automatically.') : '')}
    <p class="headline tone-${view.tone}" dir="auto">${view.headline}</p>
    <div class="actions">
      ${button('openRun', l10n.t('Show Timeline'), 'graph-line')}
      ${view.canCompare ? button('compare', l10n.t('Compare Side by Side'), 'diff') : nothing}
      ${view.canCompareVersions ? button('compareVersions', l10n.t('Compare Versions'), 'versions') : nothing}
      ${button('explain', l10n.t('Explain with a Model…'), 'comment-discussion')}
      ${payloadButtons(view.payload)} ${button('copyText', l10n.t('Copy as Text'), 'copy')}
    </div>
    ${notice(view.notice)} ${factList(view.facts)}
    ${
      steps.length + stepNotes.length === 0
        ? nothing
        : html`<h2>${stepsHeading(view)}</h2>
            <ul class="changed-steps">${steps.map(stepItem)}</ul>
            ${stepNotes.map((note) => html`<p>${note}</p>`)}`
    }
    ${
      versions.length === 0 && versionsNote === ''
        ? nothing
        : html`<h2>${headings.versions()}</h2>
            <ul class="versions">
              ${versions.map(
                ({ name, about, message }) => html`<li dir="auto">
                  <strong>${name}</strong> <span class="hint">${about}</span>
                  ${message === '' ? nothing : html`<div class="message">${message}</div>`}
                </li>`,
              )}
            </ul>
            ${versionsNote === '' ? nothing : html`<p>${versionsNote}</p>`}`
    }
    ${sentences(headings.earlier(), view.earlier)} ${sentences(headings.unknown(), view.unknown)}
    <details class="raw">
      <summary>${l10n.t('Text for the model')}</summary>
      <p class="hint">${l10n.t('"Explain with a Model…" attaches exactly this text to a chat message. You can review the price before you send it.')}</p>
      <pre dir="auto" tabindex="0">${changesPageText(view)}</pre>
    </details>
  </main>`;
}

function stepItem(step: ChangedStepView, index: number): TemplateResult {
  const { name, differences, before, after, tone, error, earlierError } = step;
  const open = (side: 'before' | 'after') => () => post({ kind: 'openError', step: index, side });
  return html`<li>
    <div dir="auto"><strong>${name}</strong> <span class="hint">${differences}</span></div>
    ${before === '' ? nothing : html`<div>${l10n.t('Before: {0}', before)}</div>`}
    <div><span class="tone-${tone}">${before === '' ? after : l10n.t('Now: {0}', after)}</span></div>
    ${errorOf(error, name, open('after'))}
    ${
      earlierError === null
        ? nothing
        : html`<div>${l10n.t('Error before:')}</div>${errorOf(earlierError, l10n.t('{0}, before', name), open('before'))}`
    }
  </li>`;
}

function sentences(title: string, texts: readonly string[]): TemplateResult | typeof nothing {
  if (texts.length === 0) return nothing;
  return html`<h2>${title}</h2>
    <ul class="sentences">${texts.map((text) => html`<li dir="auto">${text}</li>`)}</ul>`;
}

/** The part of a run's page that shows what differs from an earlier run, usually the last success. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { factList } from '../../../shared/panels/webview/templates.ts';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { ChangedStepView, ChangesView, RunAction, RunMessage } from '../messages.ts';
import { headings, stepsHeading } from '../run/run-text.ts';
import { actionButton, errorOf } from './buttons.ts';

const post: (message: RunMessage) => void = postToHost;

/** @param reason the error that the page has shown already */
export function changesPart(changes: ChangesView, reason: string | null): TemplateResult {
  const { title, facts, same, versions, versionsNote, steps, stepNotes, canCompare, publishable } = changes;
  return html`${canCompare ? html`<h2>${title}</h2>` : nothing}
    ${facts.length === 0 ? nothing : factList(facts)}
    ${
      publishable === null
        ? nothing
        : html`<p>${actionButton<RunAction>('publishBefore', l10n.t('Publish {0} Again…', publishable), 'cloud-upload')}</p>`
    }
    ${same === '' ? nothing : html`<p class="hint" dir="auto">${same}</p>`}
    ${
      steps.length + stepNotes.length === 0 || !canCompare
        ? nothing
        : html`<h2>${stepsHeading(changes)}</h2>
            <ul class="changed-steps">${steps.map((step, index) => stepItem(step, index, reason))}</ul>
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
    }`;
}

function stepItem(step: ChangedStepView, index: number, reason: string | null): TemplateResult {
  const { name, differences, before, after, tone, error, earlierError } = step;
  const open = (of: 'before' | 'after') => () => post({ kind: 'openError', step: index, of });
  return html`<li>
    <div dir="auto"><strong>${name}</strong> <span class="hint">${differences}</span></div>
    ${before === '' ? nothing : html`<div>${l10n.t('Before: {0}', before)}</div>`}
    <div><span class="tone-${tone}">${before === '' ? after : l10n.t('Now: {0}', after)}</span></div>
    ${error === reason ? nothing : errorOf(error, name, open('after'))}
    ${
      earlierError === null
        ? nothing
        : html`<div>${l10n.t('Error before:')}</div>${errorOf(earlierError, l10n.t('{0}, before', name), open('before'))}`
    }
  </li>`;
}

export const sentenceList = (texts: readonly string[]) =>
  html`<ul class="sentences">${texts.map((text) => html`<li dir="auto">${text}</li>`)}</ul>`;

export function sentences(title: string, texts: readonly string[]): TemplateResult | typeof nothing {
  if (texts.length === 0) return nothing;
  return html`<h2>${title}</h2>
    ${sentenceList(texts)}`;
}

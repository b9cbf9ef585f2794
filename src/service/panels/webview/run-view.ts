/** The page of a run: the result and its reason first, then what differs, the timeline, and the payload. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ViewNotes } from '../../../shared/panels/messages.ts';
import { factList, head, legend, notice, row, table } from '../../../shared/panels/webview/templates.ts';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { Bar, ChangesView, PayloadView, RunAction, RunMessage, RunViewModel } from '../messages.ts';
import { attemptName, headings, runPageText } from '../run/run-text.ts';
import { actionButton, errorOf } from './buttons.ts';
import { changesPart, sentenceList, sentences } from './changes-view.ts';
import { timelineChart } from './charts/timeline-chart.ts';
import { runsTable } from './runs-table.ts';

const post: (message: RunMessage) => void = postToHost;
const button = actionButton<RunAction>;
const errorAt = (error: string | null, step: number, name: string) =>
  errorOf(error, name, () => post({ kind: 'openError', step, of: 'timeline' }));

/** @param width of the page in pixels */
export function runView(view: RunViewModel & ViewNotes, width: number): TemplateResult {
  const { bars, live, stepNotes, changes, payload, headline, tone, focus } = view;
  const reason = focus === null ? undefined : bars[focus];
  return html`<main>
    ${head(view, live ? l10n.t('In progress. Updates automatically.') : '')}
    <p class="headline" dir="auto"><span class="tone-${tone}">${headline}</span></p>
    ${
      focus === null || !reason?.error
        ? nothing
        : html`<section class="reason" aria-label=${l10n.t('Reason')}>${errorAt(reason.error, focus, reason.name)}</section>`
    }
    ${searching(view.searched)} ${actions(view)} ${notice(view.notice)}
    ${changes === null ? nothing : changesPart(changes, reason?.error ?? null)}
    <h2>${l10n.t('Steps')}</h2>
    ${
      bars.length === 0
        ? nothing
        : html`<switchyard-chart class="timeline" .chart=${timelineChart(view, width)} .width=${width}></switchyard-chart>
            ${timelineLegend(bars)} ${stepsTable(view)}`
    }
    ${(bars.length === 0 && stepNotes.length === 0 ? [noSteps(live)] : stepNotes).map((note) => html`<p>${note}</p>`)}
    <h2>${headings.details()}</h2>
    ${factList(view.facts)} ${payload === null ? nothing : payloadPart(payload)}
    ${changes === null ? nothing : [earlierPart(changes), sentences(headings.unknown(), changes.unknown)]}
    <details class="raw">
      <summary>${l10n.t('Text for the model')}</summary>
      <p class="hint">${l10n.t('"Explain…" attaches exactly this text to a chat message. You can review the price before you send it.')}</p>
      <pre dir="auto" tabindex="0">${runPageText(view)}</pre>
    </details>
  </main>`;
}

/** Shown from the first page of the search on. */
function searching(searched: number | null): TemplateResult | typeof nothing {
  if (searched === null) return nothing;
  return html`<p>
    <span class="hint" role="status">${l10n.t('{0} runs searched', searched)}</span>
    ${button('stopSearch', l10n.t('Stop'), 'stop-circle')}
  </p>`;
}

function earlierPart({ earlier, runs }: ChangesView): TemplateResult | typeof nothing {
  if (earlier.length + runs.length === 0) return nothing;
  return html`<h2>${headings.earlier()}</h2>
    ${earlier.length === 0 ? nothing : sentenceList(earlier)}
    ${runs.length === 0 ? nothing : runsTable(headings.earlier(), runs)}`;
}

/** At most two buttons; the others are behind "…". */
function actions({ payload }: RunViewModel): TemplateResult {
  return html`<div class="actions">
    ${button('explain', l10n.t('Explain…'), 'comment-discussion')}
    ${payload === null ? nothing : button('sendAgain', l10n.t('Send Again…'), 'debug-rerun')}
    <details class="more">
      <summary aria-label=${l10n.t('Actions for This Run')} title=${l10n.t('Actions for This Run')}>
        <span class="codicon codicon-ellipsis" aria-hidden="true"></span>
      </summary>
      <div class="actions">
        ${button('previousRun', l10n.t('Previous Run'), 'arrow-left')}
        ${button('nextRun', l10n.t('Next Run'), 'arrow-right')}
        ${button('compare', l10n.t('Compare Runs…'), 'diff')}
        ${
          payload === null
            ? nothing
            : html`${button('editPayload', l10n.t('Edit and Send…'), 'edit')}
              ${button('savePayload', l10n.t('Save Payload as File…'), 'save-as')}`
        }
        ${button('copyText', l10n.t('Copy as Text'), 'copy')} ${button('copyId', l10n.t('Copy ID'), 'copy')}
        ${button('openJson', l10n.t('Open as JSON'), 'json')}
      </div>
    </details>
  </div>`;
}

function payloadPart(payload: PayloadView): TemplateResult {
  const { sent, size, body, comparison, before, after, result, response, isIncluded } = payload;
  const include = ({ target }: Event) =>
    post({ kind: 'includePayload', isIncluded: target instanceof HTMLInputElement && target.checked });
  return html`<h2>${headings.payload()}</h2>
    <p>${sent}${comparison === '' ? '' : ` · ${comparison}`}</p>
    ${
      before === '' && after === ''
        ? nothing
        : html`<p>${l10n.t('Before:')}</p><pre dir="auto" tabindex="0">${before}</pre>
            <p>${l10n.t('Now:')}</p><pre dir="auto" tabindex="0">${after}</pre>`
    }
    <details>
      <summary>${l10n.t('Body ({0})', size)}</summary>
      <pre dir="auto" tabindex="0">${body}</pre>
    </details>
    <label>
      <input type="checkbox" .checked=${isIncluded} @change=${include} />
      ${l10n.t('Include payload and response in "Explain…". They can contain secrets.')}
    </label>
    <h2>${headings.response()}</h2>
    <p>${result}</p>
    ${
      response === ''
        ? nothing
        : html`<details>
            <summary>${l10n.t('Body of the response')}</summary>
            <pre dir="auto" tabindex="0">${response}</pre>
          </details>`
    }`;
}

function noSteps(live: boolean): string {
  return live ? l10n.t('This run has no steps yet.') : l10n.t('This run has no steps.');
}

/** Only what the chart has. */
function timelineLegend(bars: readonly Bar[]): TemplateResult {
  const tones = [
    ['good', l10n.t('succeeded')],
    ['bad', l10n.t('failed')],
    ['running', l10n.t('running')],
  ] as const;
  const shown = tones.filter(([tone]) => bars.some((bar) => bar.tone === tone));
  const shape = (name: string) =>
    html`<svg width="18" height="12"><rect class=${name} width="18" height="12" rx="2"></rect></svg>`;
  return legend(
    ...(bars.some(({ from, started }) => started > from) ? [[shape('waiting'), l10n.t('waiting')] as const] : []),
    ...shown.map(([tone, name]) => [shape(`bar tone-${tone}`), name] as const),
    ...(bars.some(({ attempt }) => attempt > 1) ? [[html`#2`, l10n.t('second attempt')] as const] : []),
  );
}

function stepsTable({ bars, focus }: RunViewModel): TemplateResult {
  const names = [l10n.t('Step'), l10n.t('Type'), l10n.t('Status'), l10n.t('Wait time'), l10n.t('Run time')];
  // The reason of the run is above, and attempts of a step often fail alike.
  const keyOf = (name: string, error: string | null) => `${name}\n${error}`;
  const reason = focus === null ? undefined : bars[focus];
  const shown = new Set(reason === undefined ? [] : [keyOf(reason.name, reason.error)]);
  const rows = bars.map((bar, index) => {
    const { name, type, status: text, tone, waited, ran, error } = bar;
    const key = keyOf(name, error);
    const isNew = error !== null && !shown.has(key);
    shown.add(key);
    return [
      row(attemptName(bar), [type, { text, tone }, waited, ran]),
      isNew ? html`<tr><td colspan="5">${errorAt(error, index, name)}</td></tr>` : nothing,
    ];
  });
  return table(l10n.t('Steps'), names, rows);
}

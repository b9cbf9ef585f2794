/** A run as a timeline of its steps. The table shows the same values. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ViewNotes } from '../../../shared/panels/messages.ts';
import { factList, head, legend, notice, row, table } from '../../../shared/panels/webview/templates.ts';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { RunAction, RunMessage, RunViewModel } from '../messages.ts';
import { actionButton, errorOf, payloadButtons } from './buttons.ts';
import { timelineChart } from './charts/timeline-chart.ts';

const post: (message: RunMessage) => void = postToHost;
const button = actionButton<RunAction>;
const errorAt = (error: string | null, step: number, name: string) =>
  errorOf(error, name, () => post({ kind: 'openError', step }));

/** @param width of the page in pixels */
export function runView(view: RunViewModel & ViewNotes, width: number): TemplateResult {
  const { facts: list, bars, live, stepNotes } = view;
  return html`<main>
    ${head(view, live ? l10n.t('In progress. Updates automatically.') : '')}
    ${reasonOf(view)}
    <div class="actions">
      ${button('previousRun', l10n.t('Previous Run'), 'arrow-left')}
      ${button('nextRun', l10n.t('Next Run'), 'arrow-right')}
      ${button('explain', l10n.t('Explain in Chat'), 'comment-discussion')}
      ${button('whatChanged', l10n.t('What Changed'), 'git-compare')}
      ${payloadButtons(view.payload)} ${button('copyId', l10n.t('Copy ID'), 'copy')}
    </div>
    ${notice(view.notice)} ${factList(list)}
    <h2>${l10n.t('Steps')}</h2>
    ${
      bars.length === 0
        ? nothing
        : html`<switchyard-chart class="timeline" .chart=${timelineChart(view, width)} .width=${width}></switchyard-chart>
            ${timelineLegend(bars.some(({ attempt }) => attempt > 1))} ${stepsTable(view)}`
    }
    ${(bars.length === 0 && stepNotes.length === 0 ? [noSteps(live)] : stepNotes).map((note) => html`<p>${note}</p>`)}
  </main>`;
}

function noSteps(live: boolean): string {
  return live ? l10n.t('This run has no steps yet.') : l10n.t('This run has no steps.');
}

/** Returns why the run failed, which is the first thing to know about it. */
function reasonOf({ bars, focus }: RunViewModel): TemplateResult | typeof nothing {
  const bar = focus === null ? undefined : bars[focus];
  if (focus === null || !bar?.error) return nothing;
  const title =
    bar.attempt > 1 ? l10n.t('Failed at {0} (attempt {1})', bar.name, bar.attempt) : l10n.t('Failed at {0}', bar.name);
  return html`<section class="reason" aria-label=${l10n.t('Reason')}>
    <h2 dir="auto">${title}</h2>
    ${errorAt(bar.error, focus, bar.name)}
  </section>`;
}

function timelineLegend(hasAttempts: boolean): TemplateResult {
  const bar = (tone: string) =>
    html`<svg width="18" height="12"><rect class="bar tone-${tone}" width="18" height="12" rx="2"></rect></svg>`;
  const waiting = html`<svg width="18" height="12"><rect class="waiting" width="18" height="12"></rect></svg>`;
  return legend(
    [waiting, l10n.t('waiting')],
    [bar('good'), l10n.t('succeeded')],
    [bar('bad'), l10n.t('failed')],
    [bar('running'), l10n.t('running')],
    ...(hasAttempts ? ([[html`#2`, l10n.t('second attempt')]] as const) : []),
  );
}

function stepsTable({ bars, focus }: RunViewModel): TemplateResult {
  const names = [
    l10n.t('Step'),
    l10n.t('Type'),
    l10n.t('Attempt'),
    l10n.t('Status'),
    l10n.t('Wait time'),
    l10n.t('Run time'),
  ];
  const rows = bars.map(({ name, type, attempt, status: text, tone, waited, ran, error }, index) => [
    row(name, [type, attempt, { text, tone }, waited, ran]),
    // The reason of the run is above.
    error === null || index === focus ? nothing : html`<tr><td colspan="6">${errorAt(error, index, name)}</td></tr>`,
  ]);
  return table(l10n.t('Steps'), names, rows);
}

/** Two runs side by side, their steps aligned by name. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ViewNotes } from '../../../shared/panels/messages.ts';
import { head, row, table } from '../../../shared/panels/webview/templates.ts';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { ComparisonMessage, ComparisonViewModel, Pair, Side } from '../messages.ts';
import { errorOf } from './buttons.ts';

const post: (message: ComparisonMessage) => void = postToHost;

/** Width of the longest step's bar in pixels. */
const longest = 120;

export function comparisonView(view: ComparisonViewModel & ViewNotes): TemplateResult {
  const { heads, facts, pairs } = view;
  const names = [l10n.t('Total or step'), ...heads, l10n.t('Difference')];
  const rows = facts.map(({ name, left, right, difference: text, tone }) => row(name, [left, right, { text, tone }]));
  return html`<main>
    ${head(view, '')}
    ${table(l10n.t('Comparison'), names, [...rows, ...pairs.map(stepRows)], 'comparison')}
  </main>`;
}

function stepRows({ name, left, right, difference: text, tone }: Pair, step: number): TemplateResult {
  const open = (side: 'left' | 'right') => () => post({ kind: 'openError', step, side });
  return html`${row(name, [side(left), side(right), { text, tone }])}
    ${
      left?.error || right?.error
        ? html`<tr>
            <td></td>
            <td>${errorOf(left?.error ?? null, name, open('left'))}</td>
            <td>${errorOf(right?.error ?? null, name, open('right'))}</td>
            <td></td>
          </tr>`
        : nothing
    }`;
}

function side(one: Side | null): TemplateResult {
  if (one === null) return html`<span class="absent">${l10n.t('not in this run')}</span>`;
  const attempt = one.attempt > 1 ? l10n.t(', attempt {0}', one.attempt) : '';
  return html`<svg width=${longest} height="10" aria-hidden="true">
      <rect class="bar tone-${one.tone}" width=${Math.max(2, one.width * longest)} height="10" rx="2"></rect>
    </svg>
    <span class="step-result"><span class="tone-${one.tone}">${one.status}</span> · ${one.ran}${attempt}</span>`;
}

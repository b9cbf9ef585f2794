/** Two runs side by side, their steps aligned by name. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ComparisonViewModel, Pair, Side } from '../messages.ts';
import { columns, errorOf, head, scrolling } from './templates.ts';

/** Width of the longest step's bar in pixels. */
const longest = 120;

export function comparisonView(view: ComparisonViewModel): TemplateResult {
  return html`<main>
    ${head(view.title, '', '')} ${scrolling(l10n.t('Comparison'), table(view))}
  </main>`;
}

function table({ heads, facts, pairs }: ComparisonViewModel): TemplateResult {
  return html`<table class="comparison">
      ${columns([l10n.t('Total or step'), ...heads, l10n.t('Difference')])}
      <tbody>
        ${facts.map(
          ({ name, left, right, difference, tone }) => html`<tr>
            <th scope="row">${name}</th>
            <td dir="auto">${left}</td>
            <td dir="auto">${right}</td>
            <td class="tone-${tone}">${difference}</td>
          </tr>`,
        )}
        ${pairs.map(row)}
      </tbody>
    </table>`;
}

function row({ name, left, right, difference, tone }: Pair, index: number): TemplateResult {
  return html`<tr>
      <th scope="row" dir="auto">${name}</th>
      <td>${side(left)}</td>
      <td>${side(right)}</td>
      <td class="tone-${tone}">${difference}</td>
    </tr>
    ${
      left?.error || right?.error
        ? html`<tr>
            <td></td>
            <td>${errorOf(left?.error ?? null, index, name, 'left')}</td>
            <td>${errorOf(right?.error ?? null, index, name, 'right')}</td>
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
    <span class="tone-${one.tone}">${one.status}</span> · ${one.ran}${attempt}`;
}

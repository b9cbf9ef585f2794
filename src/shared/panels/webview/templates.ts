/** Templates shared by several panels. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { postToHost } from '../../webview/post-to-host.ts';
import type { Fact, PageMessage, Tone } from '../messages.ts';

export function head(
  { title, stale }: { readonly title: string; readonly stale: string },
  more: string,
): TemplateResult {
  return html`<header>
    <h1 dir="auto">${title}</h1>
    <button type="button" class="refresh" @click=${() => postPageMessage({ kind: 'refresh' })}>
      <span class="codicon codicon-refresh" aria-hidden="true"></span> ${l10n.t('Refresh')}
    </button>
    ${more === '' ? nothing : html`<p class="range">${more}</p>`}
    ${
      stale === ''
        ? nothing
        : html`<p class="stale" role="status"><span class="codicon codicon-warning" aria-hidden="true"></span> ${stale}</p>`
    }
  </header>`;
}

/** Renders a message for screen readers, even if it's empty, because they announce only changes of the element. */
export function notice(text: string): TemplateResult {
  return html`<p class="notice" role="status">${text}</p>`;
}

/** Renders a table that scrolls horizontally, also with the keyboard, if the page is too narrow for its columns. */
export function table(name: string, columns: readonly string[], rows: unknown, type = ''): TemplateResult {
  return html`<div class="scrolling" role="region" aria-label=${name} tabindex="0">
    <table class=${type}>
      <thead>
        <tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}

type Cell = string | number | TemplateResult | { readonly text: string; readonly tone: Tone };

/** Renders a row of a table. */
export function row(name: string | TemplateResult, cells: readonly Cell[]): TemplateResult {
  return html`<tr>
    <th scope="row" dir="auto">${name}</th>
    ${cells.map((cell) =>
      typeof cell === 'object' && 'tone' in cell
        ? html`<td class="tone-${cell.tone}">${cell.text}</td>`
        : html`<td dir="auto">${cell}</td>`,
    )}
  </tr>`;
}

export type LegendEntry = readonly [shape: TemplateResult, meaning: string];

/** Renders what the shapes of a chart mean. Screen readers get the texts of the marks instead. */
export function legend(...entries: readonly LegendEntry[]): TemplateResult {
  return html`<p class="legend" aria-hidden="true">
    ${entries.map(([shape, meaning]) => html`<span>${shape} ${meaning}</span>`)}
  </p>`;
}

export function factList(list: readonly Fact[]): TemplateResult {
  return html`<dl class="facts">
    ${list.map(
      ({ name, value, tone }) => html`<div>
        <dt>${name}</dt>
        <dd class=${tone === undefined ? '' : `tone-${tone}`} dir="auto">${value}</dd>
      </div>`,
    )}
  </dl>`;
}

/** Renders radio buttons in a row. @param values with their names */
export function radioButtons<Value extends string>(
  legend: string,
  values: readonly (readonly [Value, string])[],
  chosen: Value,
  choose: (value: Value) => void,
): TemplateResult {
  return html`<fieldset class="ranges">
    <legend>${legend}</legend>
    ${values.map(
      ([value, name]) => html`<label>
        <input
          type="radio"
          name=${legend}
          value=${value}
          .checked=${value === chosen}
          @change=${() => choose(value)}
        />
        ${name}
      </label>`,
    )}
  </fieldset>`;
}

/** Posts a message of every page. */
export const postPageMessage: (message: PageMessage) => void = postToHost;

/** What all agents make of the tool servers of a folder: a table, or on a narrow page, a list for each server. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { AgentCell, AgentComparison, UnusedFile } from '../../../../common/messages/tool-servers.ts';
import type { Tone, ViewNotes } from '../../../shared/panels/messages.ts';
import { head, table } from '../../../shared/panels/webview/templates.ts';
import { oneLine } from '../../../shared/text/format.ts';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { AgentsMessage, AgentsPage } from '../pages/agents-messages.ts';

const post: (message: AgentsMessage) => void = postToHost;

/** Pixels that a column needs, so that words in all languages fit. Narrower pages show lists. */
const columnWidth = 150;

export function agentsView(view: AgentsPage & ViewNotes, width: number): TemplateResult {
  const { agents, rows, omitted, unused } = view.comparison;
  const { reading, aside, others } = parted(view.comparison);
  const tableOf = (columns: readonly number[]) => [
    width < (columns.length + 1) * columnWidth
      ? rows.map((row, index) => list(row, index, agents, columns))
      : grid(view.comparison, columns),
    unknownReasons(view.comparison, columns),
  ];
  const files = unused.flatMap((file, index) =>
    view.comparison.aside.includes(file.agent) ? [] : [unusedFile(file, index)],
  );
  return html`<main class="agents">
    ${head(view, '')}
    ${view.canVerify ? verifyButton() : nothing}
    ${verified(view.comparison)}
    ${
      rows.length === 0
        ? html`<p>${l10n.t('No agent reads a file with tool servers here. Add a server to .mcp.json in this folder.')}</p>`
        : tableOf(reading)
    }
    ${
      aside.length === 0
        ? nothing
        : html`<details>
            <summary>${l10n.t('Not found here: {0}', aside.map((column) => agents[column]?.name ?? '').join(', '))}</summary>
            ${tableOf(aside)}
          </details>`
    }
    ${files.length === 0 ? nothing : html`<ul class="files">${files}</ul>`}
    ${rows.length === 0 || others.length === 0 ? nothing : html`<p>${l10n.t('No files with servers for {0}.', others.join(', '))}</p>`}
    ${omitted === 0 ? nothing : html`<p>${l10n.t('{0} more servers are not shown.', omitted)}</p>`}
  </main>`;
}

const verifyButton = (): TemplateResult => html`<p>
  <button type="button" class="link" @click=${() => post({ kind: 'verify' })}>
    <span class="codicon codicon-checklist" aria-hidden="true"></span> ${l10n.t('Verify with Installed Agents')}
  </button>
</p>`;

/** Renders which agents were asked, and how many cells differ. The element is always there, because screen readers announce only its changes. */
function verified({ agents, rows, asked = [], notInstalled = [] }: AgentComparison): TemplateResult {
  const nameOf = (id: string): string => agents.find((agent) => agent.id === id)?.name ?? id;
  const answered = asked.filter((each) => each.answered).map(({ agent }) => nameOf(agent));
  const count = rows.reduce((sum, { cells }) => sum + cells.filter(({ differs }) => differs).length, 0);
  const sentences = [
    ...(answered.length === 0 ? [] : [l10n.t('Asked: {0}.', answered.join(', '))]),
    ...(answered.length === 0 || count > 0 ? [] : [l10n.t('Their responses agree with this table.')]),
    ...(count === 0 ? [] : [count === 1 ? l10n.t('1 cell differs.') : l10n.t('{0} cells differ.', count)]),
    ...asked.flatMap(({ problem }) => (problem === '' ? [] : [oneLine(problem, 300)])),
    ...(notInstalled.length === 0 ? [] : [l10n.t('Not installed: {0}.', notInstalled.join(', '))]),
  ];
  return html`<p role="status">${sentences.join(' ')}</p>`;
}

/** Renders why an agent takes nothing from a file; a button if there is a place to open. */
const unusedFile = ({ text, location }: UnusedFile, index: number): TemplateResult => html`<li>
  <span class="codicon codicon-warning tone-waiting" aria-hidden="true"></span>
  ${
    location === null
      ? html`<span dir="auto">${oneLine(text, 300)}</span>`
      : html`<button type="button" class="link" dir="auto" @click=${() => post({ kind: 'openUnused', index })}>
          ${oneLine(text, 300)}
        </button>`
  }
</li>`;

/** Renders why nothing is known of an agent's servers: once, because it's the same in each of its cells. */
function unknownReasons({ agents, rows }: AgentComparison, columns: readonly number[]) {
  const items = columns.flatMap((column) => {
    const name = agents[column]?.name ?? '';
    const reasons = rows.flatMap(({ cells }) => (cells[column]?.state === 'unknown' ? cells[column].reason : []));
    return Array.from(
      new Set(reasons),
      (reason) => html`<li>
        <span class="codicon codicon-${icons.unknown} tone-${tones.unknown}" aria-hidden="true"></span>
        <span dir="auto">${l10n.t('Not known for {0}: {1}', name, oneLine(reason, 300))}</span>
      </li>`,
    );
  });
  return items.length === 0 ? nothing : html`<ul class="files">${items}</ul>`;
}

/** The agents by what the page shows of them, as columns of the comparison. */
interface Parted {
  readonly reading: readonly number[];
  /** They would read the servers, too. */
  readonly aside: readonly number[];
  /** The names of those that are used here and read no file, which would fill the table with the same word. */
  readonly others: readonly string[];
}

function parted({ agents, aside, rows, unused }: AgentComparison): Parted {
  const reads = agents.map((_agent, column) => rows.some(({ cells }) => isShown(cells[column])));
  const readers = agents.flatMap(({ id }, column) => (reads[column] ? [{ column, isAside: aside.includes(id) }] : []));
  return {
    reading: readers.flatMap(({ column, isAside }) => (isAside ? [] : [column])),
    aside: readers.flatMap(({ column, isAside }) => (isAside ? [column] : [])),
    others: agents.flatMap(({ id, name, found }, column) =>
      reads[column] || found === null || unused.some(({ agent }) => agent === id) ? [] : [name],
    ),
  };
}

const isShown = (cell: AgentCell | undefined): boolean => cell?.state !== 'notRead' || cell.differs !== undefined;

function grid({ agents, rows }: AgentComparison, columns: readonly number[]): TemplateResult {
  const nameAt = (column: number) => agents[column]?.name ?? '';
  return table(
    l10n.t('Tool servers by agent'),
    [l10n.t('Server'), ...columns.map(nameAt)],
    rows.map(
      ({ name, cells }, row) => html`<tr>
        <th scope="row" dir="auto">${oneLine(name)}</th>
        ${columns.map((column) => html`<td>${state(cells[column], row, column, name, nameAt(column))}</td>`)}
      </tr>`,
    ),
    'agent-states',
  );
}

function list(
  { name, cells }: AgentComparison['rows'][number],
  row: number,
  agents: AgentComparison['agents'],
  columns: readonly number[],
): TemplateResult {
  const nameAt = (column: number) => agents[column]?.name ?? '';
  const others = columns.filter((column) => !isShown(cells[column])).map(nameAt);
  return html`<section>
    <h2 dir="auto">${oneLine(name)}</h2>
    <dl class="facts">
      ${columns.map((column) =>
        !isShown(cells[column])
          ? nothing
          : html`<div>
              <dt dir="auto">${nameAt(column)}</dt>
              <dd>${state(cells[column], row, column, name, nameAt(column))}</dd>
            </div>`,
      )}
    </dl>
    ${others.length === 0 ? nothing : html`<p>${l10n.t('Not read by {0}', others.join(', '))}</p>`}
  </section>`;
}

const tones: Readonly<Record<AgentCell['state'], Tone>> = {
  inEffect: 'good',
  pending: 'waiting',
  disabled: 'neutral',
  overridden: 'neutral',
  invalid: 'bad',
  unknown: 'waiting',
  notRead: 'neutral',
};

const icons: Readonly<Record<Exclude<AgentCell['state'], 'notRead'>, string>> = {
  inEffect: 'pass-filled',
  pending: 'question',
  disabled: 'circle-slash',
  overridden: 'eye-closed',
  invalid: 'error',
  unknown: 'question',
};

function nameOf({ state: name, isProbable, isPartial }: AgentCell): string {
  if (isPartial) return l10n.t('In effect, but …');
  const names: Readonly<Record<AgentCell['state'], string>> = {
    inEffect: l10n.t('In effect'),
    pending: l10n.t('Pending approval'),
    disabled: l10n.t('Disabled'),
    overridden: l10n.t('Overridden'),
    invalid: l10n.t('Invalid'),
    unknown: l10n.t('Not known'),
    notRead: l10n.t('Not read'),
  };
  return isProbable ? l10n.t('Probably {0}', names[name].toLowerCase()) : names[name];
}

/** Renders the state with its reason; a button if there is a place to open. */
function state(
  cell: AgentCell | undefined,
  row: number,
  column: number,
  server: string,
  agent: string,
): TemplateResult {
  if (cell === undefined) return html``;
  const mark = cell.differs === undefined ? nothing : difference(cell.differs.text, row, column, server, agent);
  if (cell.state === 'notRead') return html`<small>${nameOf(cell)}</small>${mark}`;
  const [icon, tone] = cell.isPartial ? (['warning', 'waiting'] as const) : [icons[cell.state], tones[cell.state]];
  const text = html`<span class="codicon codicon-${icon} tone-${tone}" aria-hidden="true"></span>
    ${nameOf(cell)}`;
  // The reason of what isn't known is below the table.
  const why =
    cell.reason === '' || cell.state === 'unknown'
      ? nothing
      : html`<small dir="auto">${oneLine(cell.reason, 300)}</small>`;
  if (cell.location === null) return html`<span>${text}</span>${why}${mark}`;
  return html`<button
      type="button"
      class="link"
      aria-label=${l10n.t('{0} in {1}: {2}. Open the file.', oneLine(server), agent, nameOf(cell))}
      @click=${() => post({ kind: 'openCell', row, column })}
    >
      ${text}</button
    >${why}${mark}`;
}

/** Renders what the agent says instead. */
const difference = (text: string, row: number, column: number, server: string, agent: string): TemplateResult => html`<p
  class="differs"
>
  <span class="codicon codicon-warning tone-waiting" aria-hidden="true"></span>
  ${l10n.t('Differs: {0}', text)}
  <button
    type="button"
    class="link"
    aria-label=${l10n.t('{0} in {1} differs: {2} Report a wrong fact.', oneLine(server), agent, text)}
    @click=${() => post({ kind: 'report', row, column })}
  >
    ${l10n.t('Report a wrong fact')}
  </button>
</p>`;

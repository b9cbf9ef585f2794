/** What requests have used and cost, as a table with the sum in its first row. */

import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { ViewNotes } from '../../../shared/panels/messages.ts';
import { factList, head, notice, radioButtons, row, table } from '../../../shared/panels/webview/templates.ts';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { UsageAction, UsageGroup, UsageMessage, UsagePeriod, UsageRow, UsageViewModel } from '../messages.ts';
import { actionButton } from './buttons.ts';

const post: (message: UsageMessage) => void = postToHost;
const button = actionButton<UsageAction>;

export function usageView(view: UsageViewModel & ViewNotes): TemplateResult {
  const { group, period, rows, sum } = view;
  const groups: readonly (readonly [UsageGroup, string])[] = [
    ['day', l10n.t('Day')],
    ['model', l10n.t('Model')],
    ['feature', l10n.t('Feature')],
    ['workspace', l10n.t('Workspace')],
  ];
  const periods: readonly (readonly [UsagePeriod, string])[] = [
    ['month', l10n.t('This month')],
    ['30', l10n.t('Last 30 days')],
    ['all', l10n.t('All')],
  ];
  const first = groups.find(([one]) => one === group)?.[1] ?? '';
  const columns = [l10n.t('Requests'), l10n.t('Tokens in'), l10n.t('Tokens out'), l10n.t('Media'), l10n.t('Cost')];
  return html`<main>
    ${head(view, '')}
    <div class="actions">
      ${button('exportCsv', l10n.t('Export as CSV…'), 'export')} ${button('changeBudget', l10n.t('Change Budget'), 'settings-gear')}
      ${button('forget', l10n.t('Forget Usage'), 'trash')}
    </div>
    ${notice(view.notice)} ${factList(view.facts)}
    ${radioButtons(l10n.t('Period'), periods, period, (chosen) => post({ kind: 'period', period: chosen }))}
    ${radioButtons(l10n.t('By'), groups, group, (chosen) => post({ kind: 'group', group: chosen }))}
    ${
      rows.length === 0
        ? html`<p>${view.note}</p>`
        : table(l10n.t('Usage'), [first, ...columns], [usageRow(sum), ...rows.map(usageRow)], 'usage')
    }
    <ul class="sentences hint">${view.remarks.map((text) => html`<li>${text}</li>`)}</ul>
  </main>`;
}

function usageRow({ name, requests, input, output, other, cost }: UsageRow): TemplateResult {
  return row(name, [requests, input, output, other, cost]);
}

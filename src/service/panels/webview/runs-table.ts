/** A table of runs, each with a link to its page. */
import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { row, table } from '../../../shared/panels/webview/templates.ts';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { DetailsMessage, ListedRun, RunMessage } from '../messages.ts';

const post: (message: DetailsMessage & RunMessage) => void = postToHost;

export function runsTable(title: string, runs: readonly ListedRun[]): TemplateResult {
  const names = [l10n.t('Created'), l10n.t('Status'), l10n.t('Duration'), l10n.t('Version'), l10n.t('Type')];
  const rows = runs.map(({ created, status: text, tone, duration, version, type }, run) => {
    const link = html`<button
      type="button"
      class="link"
      aria-label=${l10n.t('Open the run created {0}', created)}
      @click=${() => post({ kind: 'openRun', run })}
    >
      ${created}
    </button>`;
    return row(link, [{ text, tone }, duration, version, type]);
  });
  return table(title, names, rows, 'runs');
}

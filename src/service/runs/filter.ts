/** Filter of the Runs view: the filters that the service supports (spec http-api.md, GET /v1/executions), and types. */
import { type Disposable, l10n } from 'vscode';
import { isRecord, isText } from '../../../common/guards.ts';
import { oneLine } from '../../shared/format.ts';
import { ViewPreferences } from '../../shared/view-preferences.ts';
import { runStatuses } from '../api/records.ts';
import { statusText } from '../session/runs/run-appearance.ts';
import { type RunFilter, showsAllRuns } from '../session/runs/run-filter.ts';
import type { RunStore } from '../session/runs/run-store.ts';
import type { WorkflowStore } from '../session/workflows/workflow-store.ts';

const storageKey = 'switchyard.runs.filter';

/** The filter of the Runs view, stored per workspace. */
export class RunViewPreferences extends ViewPreferences {
  get filter(): RunFilter {
    const value = this.read(storageKey);
    if (!isRecord(value)) return {};
    // Earlier versions stored one status.
    const stored = Array.isArray(value.statuses) ? value.statuses : [value.status];
    const statuses = runStatuses.filter((known) => stored.includes(known));
    return {
      ...(isText(value.workflow) && { workflow: value.workflow }),
      ...(statuses.length > 0 && { statuses }),
      ...(isText(value.type) && { type: value.type }),
      ...(value.withoutTests === true && { withoutTests: true }),
    };
  }

  setFilter(filter: RunFilter): Promise<void> {
    return this.write(storageKey, showsAllRuns(filter) ? undefined : filter);
  }

  /** Filters the list, also when the filter changes, until the returned object is disposed of. */
  applyTo(runs: RunStore): Disposable {
    runs.filter = this.filter;
    return this.onDidChange(() => {
      runs.filter = this.filter;
    });
  }
}

/** Returns the filter as text for the view's header, such as `failed, paused, Invoice intake`. */
export function filterText(filter: RunFilter, workflows: WorkflowStore): string {
  const parts = (filter.statuses ?? []).map(statusText);
  if (filter.type !== undefined) parts.push(oneLine(filter.type, 40));
  if (filter.withoutTests) parts.push(l10n.t('without tests'));
  if (filter.workflow) parts.push(workflows.nameOf(filter.workflow, 40));
  return parts.join(', ');
}

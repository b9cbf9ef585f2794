/** Filter, sort order, and favorites of the Workflows view, stored per workspace. */
import { l10n, type Memento } from 'vscode';
import { type ListFilter, ListPreferences } from '../../shared/list/view-preferences.ts';
import { timeOf } from '../../shared/text/time.ts';
import type { WorkflowRunMetadata } from '../api/index.ts';
import type { WorkflowEntry } from '../session/workflows/workflow-store.ts';

const workflowSorts = ['name', 'updated', 'latestRun'] as const;
const statusFilters = ['enabled', 'disabled', 'failedLast'] as const;

type WorkflowFilter = ListFilter<(typeof statusFilters)[number]>;

const favoritesKey = 'switchyard.workflows.favorites';

type LatestRun = (workflow: string) => WorkflowRunMetadata | undefined;

export class WorkflowViewPreferences extends ListPreferences<
  (typeof workflowSorts)[number],
  (typeof statusFilters)[number]
> {
  constructor(memento: Memento) {
    super(memento, {
      prefix: 'switchyard.workflows',
      sorts: workflowSorts,
      kinds: statusFilters,
      field: 'status',
      sortName,
      kindName: statusFilterName,
    });
    this.migrate('switchyard.workflows.favourites', favoritesKey);
  }

  isFavorite(workflow: string): boolean {
    return this.readIds(favoritesKey).has(workflow);
  }

  setFavorite(workflow: string, favorite: boolean): Promise<void> {
    return this.toggleId(favoritesKey, workflow, favorite);
  }

  /** True if the filter needs details, which the service sends for one workflow at a time. */
  get needsDetails(): boolean {
    const { kind } = this.filter;
    return kind === 'enabled' || kind === 'disabled';
  }

  /** Returns the entries to show, favorites first. @param entries sorted by name, which is the order of ties */
  arrange(entries: readonly WorkflowEntry[], latest: LatestRun): WorkflowEntry[] {
    const { filter, sort } = this;
    const favorites = this.readIds(favoritesKey);
    const rank = ({ workflow }: WorkflowEntry): number => {
      if (sort === 'updated') return time(workflow.updated_at);
      return sort === 'latestRun' ? time(latest(workflow.id)?.created_at) : 0;
    };
    return entries
      .filter((entry) => passes(entry, filter, latest))
      .map((entry) => ({ entry, first: favorites.has(entry.workflow.id) ? 0 : 1, rank: rank(entry) }))
      .sort((a, b) => a.first - b.first || b.rank - a.rank)
      .map(({ entry }) => entry);
  }

  pickFilter(): Promise<void> {
    return this.askFilter({
      all: l10n.t('All workflows'),
      group: l10n.t('Status'),
      placeholder: l10n.t('Type a part of the name, description, or ID, or select a status'),
      title: l10n.t('Filter Workflows'),
    });
  }
}

function sortName(sort: (typeof workflowSorts)[number]): string {
  return { name: l10n.t('by name'), updated: l10n.t('by last update'), latestRun: l10n.t('by latest run') }[sort];
}

function statusFilterName(status: (typeof statusFilters)[number]): string {
  return { enabled: l10n.t('enabled'), disabled: l10n.t('disabled'), failedLast: l10n.t('last run failed') }[status];
}

/** A workflow whose details aren't loaded matches any status, so that a failed request doesn't hide its row. */
function passes({ workflow, details }: WorkflowEntry, { text, kind }: WorkflowFilter, latest: LatestRun): boolean {
  if (text !== undefined) {
    const wanted = text.toLocaleLowerCase();
    const fields = [workflow.name, workflow.description ?? '', workflow.id];
    if (!fields.some((field) => field.toLocaleLowerCase().includes(wanted))) return false;
  }
  if (kind === 'failedLast') return latest(workflow.id)?.status === 'FAILED';
  return kind === undefined || details === undefined || details.status === kind;
}

function time(iso: string | undefined): number {
  return timeOf(iso) || 0;
}

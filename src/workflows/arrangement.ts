/** Which workflows the view shows, and in which order; remembered for the workspace. */
import { l10n } from 'vscode';
import type { WorkflowRunMetadata } from '../api/index.ts';
import { Choices } from '../shared/choices.ts';
import { oneLine } from '../shared/format.ts';
import type { WorkflowEntry } from './store.ts';

export const SORTS = ['name', 'updated', 'latestRun'] as const;
export const STATUS_FILTERS = ['enabled', 'disabled', 'failedLast'] as const;

export interface WorkflowFilter {
  /** In name, description or id, in any case. */
  readonly text?: string;
  /** The last one: whose latest run has failed. */
  readonly status?: (typeof STATUS_FILTERS)[number];
}

const KEYS = {
  sort: 'switchyard.workflows.sort',
  filter: 'switchyard.workflows.filter',
  favourites: 'switchyard.workflows.favourites',
} as const;

type LatestRun = (workflow: string) => WorkflowRunMetadata | undefined;

export class Arrangement extends Choices {
  get sort(): (typeof SORTS)[number] {
    return SORTS.find((known) => known === this.kept(KEYS.sort)) ?? 'name';
  }

  get filter(): WorkflowFilter {
    const value = this.kept<{ text?: unknown; status?: unknown }>(KEYS.filter);
    const status = STATUS_FILTERS.find((known) => known === value?.status);
    return {
      ...(typeof value?.text === 'string' && value.text !== '' ? { text: value.text } : {}),
      ...(status ? { status } : {}),
    };
  }

  get isFiltered(): boolean {
    const { text, status } = this.filter;
    return text !== undefined || status !== undefined;
  }

  isFavourite(workflow: string): boolean {
    return this.#favourites.includes(workflow);
  }

  get #favourites(): readonly unknown[] {
    const value = this.kept<unknown>(KEYS.favourites);
    return Array.isArray(value) ? value : [];
  }

  setSort(sort: (typeof SORTS)[number]): Promise<void> {
    return this.keep(KEYS.sort, sort === 'name' ? undefined : sort);
  }

  setFilter(filter: WorkflowFilter): Promise<void> {
    return this.keep(KEYS.filter, filter.text || filter.status ? filter : undefined);
  }

  setFavourite(workflow: string, favourite: boolean): Promise<void> {
    const others = this.#favourites.filter((id) => id !== workflow);
    return this.keep(KEYS.favourites, favourite ? [...others, workflow] : others);
  }

  /** The entries to show, in order: favourites first. */
  arrange(entries: readonly WorkflowEntry[], latest: LatestRun): WorkflowEntry[] {
    const { filter, sort } = this;
    const favourites = new Set(this.#favourites);
    const rank = ({ workflow }: WorkflowEntry): number => {
      if (sort === 'updated') return time(workflow.updated_at);
      return sort === 'latestRun' ? time(latest(workflow.id)?.created_at) : 0;
    };
    return entries
      .filter((entry) => passes(entry, filter, latest))
      .map((entry) => ({ entry, first: favourites.has(entry.workflow.id) ? 0 : 1, rank: rank(entry) }))
      .sort((a, b) => a.first - b.first || b.rank - a.rank || byName(a.entry, b.entry))
      .map(({ entry }) => entry);
  }

  /** `enabled, "invoice", by latest run`: what is not as usual, for the head of the view. */
  describe(): string {
    const { text, status } = this.filter;
    const parts: string[] = [];
    if (status) parts.push(statusFilterName(status));
    if (text) parts.push(`“${oneLine(text, 30)}”`);
    if (this.sort !== 'name') parts.push(sortName(this.sort));
    return parts.join(', ');
  }
}

export function sortName(sort: (typeof SORTS)[number]): string {
  switch (sort) {
    case 'name':
      return l10n.t('by name');
    case 'updated':
      return l10n.t('by last update');
    case 'latestRun':
      return l10n.t('by latest run');
  }
}

export function statusFilterName(status: (typeof STATUS_FILTERS)[number]): string {
  switch (status) {
    case 'enabled':
      return l10n.t('enabled');
    case 'disabled':
      return l10n.t('disabled');
    case 'failedLast':
      return l10n.t('last run failed');
  }
}

/** A workflow whose status is not known yet, or could not be loaded, passes: a failing row never hides itself. */
function passes({ workflow, details }: WorkflowEntry, { text, status }: WorkflowFilter, latest: LatestRun): boolean {
  if (text !== undefined) {
    const wanted = text.toLocaleLowerCase();
    const fields = [workflow.name, workflow.description ?? '', workflow.id];
    if (!fields.some((field) => field.toLocaleLowerCase().includes(wanted))) return false;
  }
  if (status === 'failedLast') return latest(workflow.id)?.status === 'FAILED';
  return status === undefined || details === undefined || details.status === status;
}

function time(iso: string | undefined): number {
  const parsed = Date.parse(iso ?? '');
  return Number.isNaN(parsed) ? 0 : parsed;
}

function byName(a: WorkflowEntry, b: WorkflowEntry): number {
  return a.workflow.name.localeCompare(b.workflow.name) || (a.workflow.id < b.workflow.id ? -1 : 1);
}

/** The filter of the Runs view. Separate from the store, which activation doesn't load. */
import { l10n } from 'vscode';
import { isText } from '../../../../common/guards.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import { runStatuses } from '../../api/records.ts';
import type { WorkflowStore } from '../workflows/workflow-store.ts';
import { statusIcon, statusText } from './run-appearance.ts';
import { isTest } from './run-state.ts';

export type RunStatus = (typeof runStatuses)[number];

/** Which runs the Runs view shows (spec http-api.md, GET /v1/executions). */
export interface RunFilter {
  /** Runs with any of these statuses; all runs if absent. */
  readonly statuses?: readonly RunStatus[];
  /** All runs but tests. */
  readonly withoutTests?: true;
  readonly type?: string;
  /** ID of a workflow. */
  readonly workflow?: string;
}

type Key = keyof RunFilter;
type ValueOf<K extends Key> = Required<RunFilter>[K];

/** What the filter offers to choose from. */
export interface FilterLists {
  /** The types of the runs that were received. */
  readonly runs: { readonly types: readonly string[] };
  readonly workflows: Pick<WorkflowStore, 'entries' | 'nameOf'>;
}

/** All that there is to know about one part of the filter. */
interface FilterPart<Value> {
  /** Group of its entries. */
  readonly group: () => string;
  /** Returns the value in what was stored, also by an earlier version; undefined if there's none. */
  readonly stored: (value: Readonly<Record<string, unknown>>) => Value | undefined;
  /** Returns the value as text for the view's header. */
  readonly text: (value: Value, lists: Pick<FilterLists, 'workflows'>) => string;
  /** Returns the entries to choose from. */
  readonly entries: (lists: FilterLists) => readonly (readonly [label: string, value: Value])[];
  /** The service has no such filter, so other runs are loaded, but not shown. */
  readonly matches?: (run: WorkflowRunMetadata, value: Value) => boolean;
  /** Returns the other part that leaves nothing to show beside a value. */
  readonly excludes?: (value: Value, filter: RunFilter) => Key | undefined;
}

type Parts = { readonly [K in Key]: FilterPart<ValueOf<K>> };

/** In the order in which they are shown. */
const parts: Parts = {
  statuses: {
    group: () => l10n.t('Status'),
    stored: ({ statuses, status }) => {
      const known = runStatuses.filter((one) => (Array.isArray(statuses) ? statuses : [status]).includes(one));
      return known.length === 0 ? undefined : known;
    },
    text: (statuses) => statuses.map(statusText).join(', '),
    entries: () => runStatuses.map((status) => [statusLabel(status), [status]]),
  },
  withoutTests: {
    group: () => l10n.t('Type'),
    stored: ({ withoutTests }) => withoutTests === true || undefined,
    text: () => l10n.t('without tests'),
    entries: () => [[l10n.t('$(beaker-stop) Without tests'), true]],
    matches: (run) => !isTest(run),
    excludes: (_, { type = '' }) => (isTest({ type }) ? 'type' : undefined),
  },
  type: {
    group: () => l10n.t('Type'),
    stored: ({ type }) => (isText(type) ? type : undefined),
    text: (type) => oneLine(type, 40),
    entries: ({ runs }) => runs.types.map((type) => [`$(tag) ${inert(oneLine(type, 60))}`, type]),
    matches: (run, type) => run.type === type,
    excludes: (type) => (isTest({ type }) ? 'withoutTests' : undefined),
  },
  workflow: {
    group: () => l10n.t('Workflow'),
    stored: ({ workflow }) => (isText(workflow) ? workflow : undefined),
    text: (workflow, { workflows }) => workflows.nameOf(workflow, 40),
    entries: ({ workflows }) =>
      workflows.entries.map(({ workflow: { id, name } }) => [`$(symbol-event) ${inert(oneLine(name))}`, id]),
  },
};

const keys = Object.keys(parts) as Key[];
const partOf = <K extends Key>(key: K): Parts[K] => parts[key];

/** Calls `use` with each part that a filter has, and its value. */
function each<T>(filter: RunFilter, use: <K extends Key>(part: FilterPart<ValueOf<K>>, value: ValueOf<K>) => T): T[] {
  const result = <K extends Key>(key: K): T[] => {
    const value = filter[key] as ValueOf<K> | undefined;
    return value === undefined ? [] : [use(partOf(key), value)];
  };
  return keys.flatMap((key) => result(key));
}

/** @param value as stored; untrusted until validated */
export function readFilter(value: Readonly<Record<string, unknown>>): RunFilter {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const stored = partOf(key).stored(value);
      return stored === undefined ? [] : [[key, stored]];
    }),
  );
}

export function showsAllRuns(filter: RunFilter): boolean {
  return keys.every((key) => filter[key] === undefined);
}

/** True if runs are loaded that aren't shown. */
export function hidesRuns(filter: RunFilter): boolean {
  return each(filter, ({ matches }) => matches !== undefined).includes(true);
}

export function isHidden(filter: RunFilter, run: WorkflowRunMetadata): boolean {
  return each(filter, ({ matches }, value) => matches?.(run, value) === false).includes(true);
}

/** Returns the filter as text for the view's header, such as `failed, paused, Invoice intake`. */
export function filterText(filter: RunFilter, lists: Pick<FilterLists, 'workflows'>): string {
  return each(filter, ({ text }, value) => text(value, lists)).join(', ');
}

interface FilterEntry {
  readonly key: Key;
  readonly group: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** The filter with this entry; without it if it's the current one. Other parts are kept. */
  readonly filter: RunFilter;
}

export function filterEntries(filter: RunFilter, lists: FilterLists): FilterEntry[] {
  const entriesOf = <K extends Key>(key: K): FilterEntry[] => {
    const { group, entries, excludes } = partOf(key);
    return entries(lists).map(([label, value]) => {
      const isCurrent = JSON.stringify(filter[key]) === JSON.stringify(value);
      const excluded = excludes?.(value, filter);
      const others = without(filter, key);
      const kept = isCurrent || excluded === undefined ? others : without(others, excluded);
      return { key, group: group(), label, isCurrent, filter: isCurrent ? kept : { ...kept, [key]: value } };
    });
  };
  return keys.flatMap((key) => entriesOf(key));
}

export function without(filter: RunFilter, key: Key): RunFilter {
  const { [key]: _, ...others } = filter;
  return others;
}

export function statusLabel(status: RunStatus): string {
  return `$(${statusIcon(status).id.replace('~spin', '')}) ${statusText(status)}`;
}

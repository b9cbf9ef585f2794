/** Runs as a table or as JSON; pure, so that it is tested without an editor. */
import type { WorkflowRunMetadata } from '../api/index.ts';

export type NamedRun = WorkflowRunMetadata & { readonly workflow_name: string | null };

const COLUMNS = [
  'id',
  'workflow_id',
  'workflow_name',
  'version_id',
  'version_display_name',
  'type',
  'status',
  'duration',
  'created_at',
  'started_at',
  'finished_at',
] as const satisfies readonly (keyof NamedRun)[];

export function asJson(runs: readonly NamedRun[]): string {
  return `${JSON.stringify(runs, null, 2)}\n`;
}

/** RFC 4180, with a byte order mark, without which a spreadsheet takes the text for another encoding. */
export function asCsv(runs: readonly NamedRun[]): string {
  const rows = runs.map((run) => COLUMNS.map((column) => cell(run[column])).join(','));
  return `\ufeff${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}

/** A text that a spreadsheet would run as a formula gets an apostrophe, which makes it a text there too. */
function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[\s\p{Cf}]*[=+\-@\t\r\n]/u.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe;
}

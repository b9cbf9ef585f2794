/** Findings of a check, in the form that all reports share. */
import type { Diagnostic } from 'vscode-languageserver';
import type { Fix } from '../fixes/fix.ts';
import type { Severity } from '../rules/severity.ts';

/** Lines and columns are 1-based. Columns are UTF-16 code units, and the end is exclusive. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly region: Region;
  /** Related locations. */
  readonly related: readonly { readonly file: string; readonly region: Region; readonly message: string }[];
  /** The preferred fix. */
  readonly fix: Pick<Fix, 'title' | 'changes' | 'safe'> | undefined;
  /** 16 hexadecimal digits. Stable as long as the rule and the text of the line don't change. */
  readonly fingerprint: string;
  /** State compared with the baseline. Absent without a baseline. */
  readonly baselineState?: 'new' | 'unchanged';
}

/** A file and its findings, in the order of the text. */
export interface CheckedFile {
  /** Relative to the current folder, with forward slashes; absolute if the file is outside of it. */
  readonly file: string;
  readonly findings: readonly Finding[];
}

/** True for the name of a file outside of the current folder. */
export const isAbsoluteName = (file: string): boolean => /^(?:\/|[a-z]:\/)/i.test(file);

export const severityOf = (diagnostic: Diagnostic): Severity =>
  (['error', 'warning', 'information', 'hint'] as const)[(diagnostic.severity ?? 1) - 1] ?? 'error';

export function regionOf({ start, end }: Diagnostic['range']): Region {
  return {
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

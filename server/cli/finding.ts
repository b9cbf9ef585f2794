/** What a check found, as every report writes it. */
import type { Diagnostic } from 'vscode-languageserver';
import type { Fix } from '../fixes/fix.ts';
import type { Severity } from '../rules/severity.ts';

/** Lines and columns are counted from 1; columns in UTF-16 units, and the end lies behind the last character. */
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
  /** Other places that matter. */
  readonly related: readonly { readonly file: string; readonly region: Region; readonly message: string }[];
  /** The preferred fix. */
  readonly fix: Pick<Fix, 'title' | 'changes' | 'safe'> | undefined;
  /** The same while the rule and the text of the line are the same: 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** Compared with a baseline; absent without one. */
  readonly baselineState?: 'new' | 'unchanged';
}

/** One file with what was found in it, in the order of the text. */
export interface CheckedFile {
  /** From the folder in which the command was started, with forward slashes; absolute where it lies elsewhere. */
  readonly file: string;
  readonly findings: readonly Finding[];
}

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

/** Findings of a check, in the form that all reports share. */
import type { Range } from 'vscode-languageserver';
import type { Fix } from '../../fixes/fix.ts';
import type { Severity } from '../../rules/severity.ts';

/** Lines and columns are 1-based. Columns are UTF-16 code units, and the end is exclusive. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface ReportedFinding {
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
  readonly findings: readonly ReportedFinding[];
  /** Set for a file that isn't a config, so it isn't in the report. */
  readonly notChecked?: true;
}

/** Receives the files of a check one by one, so that memory doesn't grow with the number of findings. */
export interface ReportWriter {
  add(file: CheckedFile): void;
  /** @param isComplete false if something that should be in the report couldn't be checked */
  end(isComplete: boolean): void;
}

/** True for the name of a file outside of the current folder. */
export const isAbsoluteName = (file: string): boolean => /^(?:\/|[a-z]:\/)/i.test(file);

export function regionOf({ start, end }: Range): Region {
  return {
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/**
 * Identifies a finding by its rule and the text of its line, so that it stays the same alert when other lines change.
 * @returns 16 hexadecimal digits
 */
export function fingerprint(code: string, line: string): string {
  return hash(`${code}\n${line.trim()}`);
}

/** Returns two 32-bit FNV-1a hashes with different offset bases, which is enough to distinguish lines. */
export function hash(text: string): string {
  const half = (start: number): string => {
    let value = start;
    for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    return (value >>> 0).toString(16).padStart(8, '0');
  };
  return half(0x811c9dc5) + half(0x9e3779b9);
}

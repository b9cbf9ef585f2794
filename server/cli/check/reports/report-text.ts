/** Findings as text for terminals. */
import { visible } from '../../../../common/text/escape.ts';
import type { Paint, Style } from '../../output/color.ts';
import type { CheckedFile, Region, ReportedFinding, ReportWriter } from '../checked-file.ts';

/** Writes one line per finding in the style of compilers, which terminals and editors link, and then a summary. */
export function textReport(out: (text: string) => void, paint: Paint): ReportWriter {
  let files = 0;
  const counts: Record<ReportedFinding['severity'], number> = { error: 0, warning: 0, information: 0, hint: 0 };
  const fixable = { safe: 0, other: 0 };
  return {
    add({ file, findings }) {
      files++;
      for (const finding of findings) {
        counts[finding.severity]++;
        // Without --unsafe, `fix` makes only safe changes.
        if (finding.fix !== undefined) fixable[finding.fix.safe === true ? 'safe' : 'other']++;
        out(`${lineOf(file, finding, paint)}\n`);
      }
    },
    end(isComplete) {
      const parts = [
        counted(counts.error, 'error'),
        counted(counts.warning, 'warning'),
        counted(counts.information, 'information message'),
        counted(counts.hint, 'hint'),
      ].filter(isSome);
      const remedies = [`${fixable.safe} fixable`, `${fixable.other} fixable with --unsafe`].filter(isSome);
      const remedy = remedies.length === 0 ? '' : ` (${remedies.join(', ')})`;
      const checked = `${counted(files, 'file')} checked`;
      const rest = isComplete ? '' : ' Not everything could be checked.';
      if (parts.length > 0) out(`\n${checked}: ${parts.join(', ')}${remedy}.${rest}\n`);
      else out(isComplete || files > 0 ? `${checked}, no problems found.${rest}\n` : `${checked}.${rest}\n`);
    },
  };
}

const isSome = (part: string): boolean => !part.startsWith('0 ');

const styles: Readonly<Record<ReportedFinding['severity'], Style>> = {
  error: 'red',
  warning: 'yellow',
  information: 'blue',
  hint: 'dim',
};

function lineOf(file: string, { region, severity, message, code, related }: ReportedFinding, paint: Paint): string {
  const placed = (name: string, { line, column }: Region): string =>
    `${paint('underline', visible(name))}:${line}:${column}`;
  const places = related.map((place) => `\n    ${placed(place.file, place.region)}: ${visible(place.message)}`);
  const label = paint(styles[severity], severity);
  return `${placed(file, region)}: ${label}: ${visible(message)} ${paint('dim', `[${code}]`)}${places.join('')}`;
}

/** Pads the cells of all columns but the last, and joins those of each row. */
export function alignedRows(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
  );
}

/** Returns the line about a file that isn't in the report. */
export const notCheckedText = ({ file }: CheckedFile): string =>
  `${visible(file)}: not a config that Switchyard checks.\n`;

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Findings for people in a terminal. */
import { visible } from '../../common/escape.ts';
import type { Paint, Style } from './color.ts';
import type { CheckedFile, Finding, Region } from './finding.ts';

/** A line for each finding, as compilers write them, so that terminals and editors make them links; then a sum. */
export function textReport(files: readonly CheckedFile[], paint: Paint): string {
  const lines = files.flatMap(({ file, findings }) => findings.map((finding) => lineOf(file, finding, paint)));
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), sumOf(files)].join('\n')}\n`;
}

const styles: Readonly<Record<Finding['severity'], Style>> = {
  error: 'red',
  warning: 'yellow',
  information: 'blue',
  hint: 'dim',
};

function lineOf(file: string, { region, severity, message, code, related }: Finding, paint: Paint): string {
  const placed = (name: string, { line, column }: Region): string =>
    `${paint('underline', visible(name))}:${line}:${column}`;
  const places = related.map((place) => `\n    ${placed(place.file, place.region)}: ${visible(place.message)}`);
  const label = paint(styles[severity], severity);
  return `${placed(file, region)}: ${label}: ${visible(message)} ${paint('dim', `[${code}]`)}${places.join('')}`;
}

function sumOf(files: readonly CheckedFile[]): string {
  const checked = counted(files.length, 'file');
  const findings = files.flatMap((file) => file.findings);
  if (findings.length === 0) return `${checked} checked, no problems found.`;
  const of = (severity: Finding['severity']): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const parts = [
    counted(of('error'), 'error'),
    counted(of('warning'), 'warning'),
    counted(of('information'), 'information message'),
    counted(of('hint'), 'hint'),
  ].filter((part) => !part.startsWith('0 '));
  // By itself, the command `fix` makes only safe changes.
  const safe = findings.filter(({ fix }) => fix?.safe === true).length;
  const others = findings.filter(({ fix }) => fix !== undefined && fix.safe !== true).length;
  const remedies = [`${safe} fixable`, `${others} fixable with --also`].filter((remedy) => !remedy.startsWith('0 '));
  const remedy = remedies.length === 0 ? '' : ` (${remedies.join(', ')})`;
  return `${checked} checked: ${parts.join(', ')}${remedy}.`;
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Findings for people in a terminal. */
import { visible } from '../../common/escape.ts';
import type { CheckedFile, Finding } from './finding.ts';

/** A line for each finding, as compilers write them, so that terminals and editors make them links; then a sum. */
export function textReport(files: readonly CheckedFile[]): string {
  const lines = files.flatMap(({ file, findings }) => findings.map((finding) => lineOf(file, finding)));
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), sumOf(files)].join('\n')}\n`;
}

function lineOf(file: string, { region: { line, column }, severity, message, code, related }: Finding): string {
  const places = related.map(
    (place) => `\n    ${visible(place.file)}:${place.region.line}:${place.region.column}: ${visible(place.message)}`,
  );
  return `${visible(file)}:${line}:${column}: ${severity}: ${visible(message)} [${code}]${places.join('')}`;
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

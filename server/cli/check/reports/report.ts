/** Reports of findings in all formats. */
import { visible } from '../../../../common/text/escape.ts';
import type { Severity } from '../../../rules/severity.ts';
import type { ReportFormat } from '../../arguments/arguments.ts';
import type { Paint } from '../../output/color.ts';
import { JsonArray } from '../../output/json-text.ts';
import { type CheckedFile, hash, type ReportWriter } from '../checked-file.ts';
import { sarifReport } from './report-sarif.ts';
import { textReport } from './report-text.ts';

export interface ReportOptions {
  readonly format: ReportFormat;
  /** Version of this program. */
  readonly version: string;
  /** Names of files in the formats of other tools. */
  readonly notChecked?: readonly string[];
  /** For the text format. */
  readonly paint: Paint;
}

/** @param out receives the report in pieces */
export function openReport(options: ReportOptions, out: (text: string) => void): ReportWriter {
  switch (options.format) {
    case 'text':
      return textReport(out, options.paint);
    case 'json':
      return filesReport(out, options.notChecked);
    case 'github':
      return { add: (file) => out(workflowCommands(file)), end: () => undefined };
    case 'gitlab':
      return arrayReport(out, issuesOf);
    case 'sarif':
      return sarifReport(out, options.version, options.notChecked);
  }
}

/** Returns the whole report of a few files. */
export function report(options: ReportOptions, files: readonly CheckedFile[], isComplete: boolean): string {
  let text = '';
  const whole = openReport(options, (piece) => {
    text += piece;
  });
  for (const file of files) whole.add(file);
  whole.end(isComplete);
  return text;
}

/** The version of the JSON format. Reports of earlier versions were an array of files. */
const reportVersion = 1;

function filesReport(out: (text: string) => void, notChecked: readonly string[] = []): ReportWriter {
  out(`{\n  "version": ${reportVersion},\n  "files": `);
  const array = new JsonArray(out, 1);
  return {
    add: (file) => array.add(plain(file)),
    end(isComplete) {
      array.end();
      out(`,\n  "notChecked": ${JSON.stringify(notChecked)}${isComplete ? '' : ',\n  "isComplete": false'}\n}\n`);
    },
  };
}

/** Writes one JSON array. */
function arrayReport(out: (text: string) => void, itemsOf: (file: CheckedFile) => readonly object[]): ReportWriter {
  const array = new JsonArray(out);
  return {
    add(file) {
      for (const item of itemsOf(file)) array.add(item);
    },
    end() {
      array.end();
      out('\n');
    },
  };
}

/** For programs: stable property names. */
function plain({ file, findings }: CheckedFile): object {
  return {
    file,
    findings: findings.map(({ region, fix, ...finding }) => ({
      ...finding,
      ...region,
      ...(fix && { fix: fix.title }),
    })),
  };
}

const commands = { error: 'error', warning: 'warning', information: 'notice', hint: 'notice' } as const;

/** Returns workflow commands of GitHub Actions, which shows them next to the lines of a pull request. */
function workflowCommands({ file, findings }: CheckedFile): string {
  return findings
    .map(({ severity, region, code, message }) => {
      const { line, column, endLine, endColumn } = region;
      // GitHub uses columns only if a finding starts and ends on the same line.
      const columns = line === endLine ? `,col=${column},endColumn=${endColumn}` : '';
      const place = `file=${property(file)},line=${line},endLine=${endLine}${columns},title=${property(code)}`;
      return `::${commands[severity]} ${place}::${data(message)}\n`;
    })
    .join('');
}

/** Escapes a message, so that it can't start another command or control the terminal that shows the log. */
const data = (text: string): string => visible(text).replaceAll('%', '%25');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const gitlabSeverities: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  information: 'info',
  hint: 'info',
};

/**
 * Returns issues of a Code Quality report of GitLab, which shows them in merge requests and next to changed lines. It
 * shows one issue for each fingerprint, so equal lines of a file are numbered.
 */
function issuesOf({ file, findings }: CheckedFile): readonly object[] {
  const seen = new Map<string, number>();
  return findings.map(({ fingerprint, code, message, severity, region }) => {
    const before = seen.get(fingerprint) ?? 0;
    seen.set(fingerprint, before + 1);
    return {
      description: visible(message),
      check_name: code,
      fingerprint: hash(`${file}\n${fingerprint}\n${before}`),
      severity: gitlabSeverities[severity],
      location: { path: file, lines: { begin: region.line, end: region.endLine } },
    };
  });
}

/** Findings as workflow commands of GitHub Actions, which shows them next to the lines of a pull request. */
import { visible } from '../../common/escape.ts';
import type { CheckedFile } from './finding.ts';
import type { Report } from './report-writer.ts';

const commands = { error: 'error', warning: 'warning', information: 'notice', hint: 'notice' } as const;

export function githubReport(out: (text: string) => void): Report {
  return { add: (file) => out(commandsFor(file)), end: () => undefined };
}

function commandsFor({ file, findings }: CheckedFile): string {
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

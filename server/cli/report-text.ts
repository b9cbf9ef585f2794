/** Findings as text for terminals. */
import { visible } from '../../common/escape.ts';
import type { Paint, Style } from './color.ts';
import type { CheckedFile, Finding, Region } from './finding.ts';
import type { Report } from './report-writer.ts';

/** Writes one line per finding in the style of compilers, which terminals and editors link, and then a summary. */
export function textReport(out: (text: string) => void, paint: Paint): Report {
  const sum = new Sum();
  return {
    add(file) {
      sum.add(file);
      for (const finding of file.findings) out(`${lineOf(file.file, finding, paint)}\n`);
    },
    end: () => out(`${sum.isClean ? '' : '\n'}${sum.text}\n`),
  };
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

class Sum {
  #files = 0;
  readonly #findings: Record<Finding['severity'], number> = { error: 0, warning: 0, information: 0, hint: 0 };
  readonly #fixable = { safe: 0, other: 0 };

  add({ findings }: CheckedFile): void {
    this.#files++;
    for (const { severity, fix } of findings) {
      this.#findings[severity]++;
      // Without --also, `fix` makes only safe changes.
      if (fix !== undefined) this.#fixable[fix.safe === true ? 'safe' : 'other']++;
    }
  }

  get isClean(): boolean {
    return Object.values(this.#findings).every((count) => count === 0);
  }

  get text(): string {
    const checked = counted(this.#files, 'file');
    if (this.isClean) return `${checked} checked, no problems found.`;
    const { error, warning, information, hint } = this.#findings;
    const parts = [
      counted(error, 'error'),
      counted(warning, 'warning'),
      counted(information, 'information message'),
      counted(hint, 'hint'),
    ].filter(isSome);
    const remedies = [`${this.#fixable.safe} fixable`, `${this.#fixable.other} fixable with --also`].filter(isSome);
    const remedy = remedies.length === 0 ? '' : ` (${remedies.join(', ')})`;
    return `${checked} checked: ${parts.join(', ')}${remedy}.`;
  }
}

const isSome = (part: string): boolean => !part.startsWith('0 ');

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

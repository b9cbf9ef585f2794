/** The changes of a file as a unified diff, which `patch` and `git apply` accept. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { visible } from '../../../common/text/escape.ts';
import type { Paint, Style } from '../output/color.ts';
import { isAbsoluteName } from './checked-file.ts';

/** Milliseconds. Comparing 5000 lines that all changed takes 16 s. */
const timeout = 2000;

interface DiffOptions {
  readonly paint: Paint;
  /** Escapes unclear characters, for people. Lines with escaped characters can't be applied. */
  readonly escapes: boolean;
}

/**
 * @param file name of the file in reports: relative with forward slashes, or absolute
 * @returns undefined if comparing the texts takes too long
 */
export function unifiedDiff(
  file: string,
  before: string,
  after: string,
  { paint, escapes }: DiffOptions,
): string | undefined {
  const [from, to] = isAbsoluteName(file) ? [file, file] : [`a/${file}`, `b/${file}`];
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY, timeout };
  const patch = createTwoFilesPatch(from, to, before, after, undefined, undefined, options);
  // Without a tab, `patch` reads a name only up to the first space. Git writes the same.
  const nameEnd = file.includes(' ') ? '\t' : '';
  return patch
    ?.split('\n')
    .map((line) => (escapes ? escaped(line) : line))
    .map((line, index) => (index < 2 ? paint('underline', line) + nameEnd : painted(line, paint)))
    .join('\n');
}

/** Escapes a line, except for tabs and the carriage return of a line ending, which are common and harmless. */
function escaped(line: string): string {
  const [text, ending] = line.endsWith('\r') ? [line.slice(0, -1), '\r'] : [line, ''];
  return text.split('\t').map(visible).join('\t') + ending;
}

const styles: Readonly<Record<string, Style>> = { '-': 'red', '+': 'green', '@': 'cyan' };

function painted(line: string, paint: Paint): string {
  const style = styles[line.charAt(0)];
  return style === undefined ? line : paint(style, line);
}

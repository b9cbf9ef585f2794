/** The changes of a file as a unified diff, which `patch` and `git apply` accept. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { visible } from '../../common/escape.ts';
import type { Paint, Style } from './color.ts';
import { isAbsoluteName } from './finding.ts';

/** Milliseconds. Comparing 5000 lines that all changed takes 16 s. */
const timeout = 2000;

/**
 * @param file name of the file in reports: relative with forward slashes, or absolute
 * @returns undefined if comparing the texts takes too long
 */
export function unifiedDiff(file: string, before: string, after: string, paint: Paint): string | undefined {
  const [from, to] = isAbsoluteName(file) ? [file, file] : [`a/${file}`, `b/${file}`];
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY, timeout };
  const patch = createTwoFilesPatch(from, to, before, after, undefined, undefined, options);
  return patch
    ?.split('\n')
    .map((line, index) => painted(escaped(line), index, paint))
    .join('\n');
}

/** Escapes a line, except for tabs and the carriage return of a line ending, which are common and harmless. */
function escaped(line: string): string {
  const [text, ending] = line.endsWith('\r') ? [line.slice(0, -1), '\r'] : [line, ''];
  return text.split('\t').map(visible).join('\t') + ending;
}

const styles: Readonly<Record<string, Style>> = { '-': 'red', '+': 'green', '@': 'cyan' };

/** The first two lines name the file. */
function painted(line: string, index: number, paint: Paint): string {
  const style = index < 2 ? 'underline' : styles[line.charAt(0)];
  return style === undefined ? line : paint(style, line);
}

/** Colors of a terminal. */
import { styleText } from 'node:util';

export type Style = 'red' | 'green' | 'yellow' | 'blue' | 'cyan' | 'dim' | 'underline';

/** Adds a style to a text if the output supports colors. Untrusted text must already be escaped. */
export type Paint = (style: Style, text: string) => string;

/** @param colors true if the output supports colors */
export function painter(colors: boolean): Paint {
  return (style, text) => (colors ? styleText(style, text, { validateStream: false }) : text);
}

/**
 * True if output should be colored: on a terminal unless NO_COLOR is set (https://no-color.org), and anywhere if
 * FORCE_COLOR is set to something other than `0` or `false`. FORCE_COLOR overrides NO_COLOR.
 */
export function usesColors(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  const { FORCE_COLOR: forced = '', NO_COLOR: disabled = '', TERM: terminal } = env;
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return isTerminal && disabled === '' && terminal !== 'dumb';
}

/** Colors of a terminal. `util.styleText` needs Node.js 20.12, and the command line runs on 20.11. */

const styles = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
  dim: [2, 22],
  underline: [4, 24],
} as const;

export type Style = keyof typeof styles;

/** Adds a style to a text if the output supports colors. Untrusted text must already be escaped. */
export type Paint = (style: Style, text: string) => string;

/** @param colors true if the output supports colors */
export function painter(colors: boolean): Paint {
  return (style, text) => (colors ? `\u001b[${styles[style][0]}m${text}\u001b[${styles[style][1]}m` : text);
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

/**
 * The variables that the agent expands, and nothing else: `${NAME}` and `${NAME:-default}` (facts: Expansion). The language
 * server looks for them; only a connection test puts values in.
 */

/** `$1` is the name, `$2` the default with its `:-`. A fresh one each time: a global pattern keeps its place. */
export const variablePattern = (): RegExp => /\$\{([A-Za-z_][A-Za-z0-9_]*)(:-[^}]{0,200})?\}/g;

/**
 * The text as the agent would use it. A default replaces a variable that isn't set or is empty. Without a default, a
 * variable that isn't set stays as it is written, and so does every other form (`$NAME`, `${env:NAME}`, `~`).
 * @param value what a variable is set to; undefined where it is not
 */
export function expandVariables(text: string, value: (name: string) => string | undefined): string {
  return text.replace(variablePattern(), (whole, name: string, fallback: string | undefined) => {
    const set = value(name);
    return fallback === undefined ? (set ?? whole) : set || fallback.slice(2);
  });
}

/** The text without its variables: what is written down. */
export function withoutVariables(text: string): string {
  return text.includes('$') ? text.replace(/\$\{[^{}]*\}/g, '') : text;
}

/** A value of `env` or `headers` that the agent runs as a command. Nothing of ours ever does. */
export const isCommandValue = (value: string): boolean => value.startsWith('!');

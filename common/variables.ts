/** Variables in config files. The language server only finds them; connection tests expand them. */

/** `$1` is the name, `$2` the default with its `:-`. Returns a new pattern, because a global one is stateful. */
export const variablePattern = (): RegExp => /\$\{([A-Za-z_][A-Za-z0-9_]*)(:-[^}]{0,200})?\}/g;

/**
 * The variables that the agent expands in a file: `${NAME}` and `${NAME:-default}`, where older versions use the
 * default only for a variable that isn't set (`dollar-if-unset`); `{env:NAME}` in OpenCode's files; none.
 */
export type VariableSyntax = 'dollar' | 'dollar-if-unset' | 'env' | 'none';

/** A variable in a text. */
export interface UsedVariable {
  readonly index: number;
  /** The variable as written. */
  readonly written: string;
  readonly name: string;
  readonly hasDefault: boolean;
  /** What the agent replaces it with. Without a value and a default: the variable as written, or '' for `env`. */
  readonly replacement: string;
  /** True if the replacement is the value of the variable. */
  readonly isValue: boolean;
}

/** Finds the variables in a text. @param value returns the value of a variable; undefined if it isn't set */
export function usedVariables(
  text: string,
  value: (name: string) => string | undefined,
  syntax: VariableSyntax = 'dollar',
): readonly UsedVariable[] {
  if (syntax === 'none') return [];
  const pattern = syntax === 'env' ? /\{env:([^}]+)\}/g : variablePattern();
  return Array.from(text.matchAll(pattern), ({ 0: written, 1: name = '', 2: fallback, index }) => {
    const set = value(name);
    const hasDefault = fallback !== undefined;
    const usesDefault = hasDefault && (syntax === 'dollar' ? !set : set === undefined);
    const unset = syntax === 'env' ? '' : written;
    const replacement = usesDefault ? fallback.slice(2) : (set ?? unset);
    return { index, written, name, hasDefault, replacement, isValue: set !== undefined && !usesDefault };
  });
}

/** Returns the text as the agent would use it. Every other form (`$NAME`, `${env:NAME}`, `~`) is kept as written. */
export function expandVariables(
  text: string,
  value: (name: string) => string | undefined,
  syntax?: VariableSyntax,
): string {
  const parts: string[] = [];
  let end = 0;
  for (const { index, written, replacement } of usedVariables(text, value, syntax)) {
    parts.push(text.slice(end, index), replacement);
    end = index + written.length;
  }
  return parts.join('') + text.slice(end);
}

/** Returns the text without its variables. */
export function withoutVariables(text: string): string {
  return text.includes('$') ? text.replace(/\$\{[^{}]*\}/g, '') : text;
}

/** True for a value of `env` or `headers` that the agent runs as a command. Switchyard never runs it. */
export const isCommandValue = (value: string): boolean => value.startsWith('!');

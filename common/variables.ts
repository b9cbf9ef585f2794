/** Variables in config files. The language server looks for them; only a connection test puts values in. */

/** `$1` is the name, `$2` the default with its `:-`. A fresh one each time: a global pattern keeps its place. */
export const variablePattern = (): RegExp => /\$\{([A-Za-z_][A-Za-z0-9_]*)(:-[^}]{0,200})?\}/g;

/**
 * The variables that the agent expands in a file: `${NAME}` and `${NAME:-default}`, where an older agent uses the default only
 * for a variable that isn't set; `{env:NAME}` in OpenCode's files; none.
 */
export type VariableSyntax = 'dollar' | 'dollar-if-unset' | 'env' | 'none';

/** A variable in a text. */
export interface UsedVariable {
  readonly index: number;
  /** As it is written. */
  readonly written: string;
  readonly name: string;
  readonly hasDefault: boolean;
  /** What the agent puts in its place. Without a value and a default, that is what is written. */
  readonly replacement: string;
  /** True if the replacement is the value of the variable. */
  readonly isValue: boolean;
}

/** @param value what a variable is set to; undefined if it isn't set */
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

/** The text as the agent would use it. Every other form (`$NAME`, `${env:NAME}`, `~`) stays as it is written. */
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

/** The text without its variables: what is written down. */
export function withoutVariables(text: string): string {
  return text.includes('$') ? text.replace(/\$\{[^{}]*\}/g, '') : text;
}

/** A value of `env` or `headers` that the agent runs as a command. Nothing of ours ever does. */
export const isCommandValue = (value: string): boolean => value.startsWith('!');

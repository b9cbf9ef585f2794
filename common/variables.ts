/** Variables in config files. The language server only finds them; connection tests expand them. */

/** A variable as a file of Oh My Pi contains it. */
export interface WrittenVariable {
  readonly index: number;
  /** The variable with its braces. */
  readonly written: string;
  readonly name: string;
  /** The text after `:-`. */
  readonly fallback: string | undefined;
}

/** Finds `${NAME}` and `${NAME:-default}`. As for Oh My Pi, a name is any text without `}` and `:`. */
export function writtenVariables(text: string): readonly WrittenVariable[] {
  if (!text.includes('${')) return [];
  // Also matches unclosed ones, because searching again inside of them would take quadratic time.
  const matches = [...text.matchAll(/\$\{([^}:]+)(?::-([^}]*))?(\}?)/g)];
  return matches.flatMap(({ 0: written, 1: name = '', 2: fallback, 3: end, index }) =>
    end === '' ? [] : { index, written, name, fallback },
  );
}

/**
 * The variables that Oh My Pi expands in a file: `${NAME}` and `${NAME:-default}`, where older versions use the
 * default only for a variable that isn't set (`dollar-if-unset`); `{env:NAME}` in OpenCode's files; none.
 */
export type VariableSyntax = 'dollar' | 'dollar-if-unset' | 'env' | 'none';

/** A variable in a text. */
export interface UsedVariable extends WrittenVariable {
  readonly hasDefault: boolean;
  /** What Oh My Pi replaces it with. Without a value and a default: the variable as written, or '' for `env`. */
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
  return (syntax === 'env' ? environmentVariables(text) : writtenVariables(text)).map((variable) => {
    const { written, name, fallback } = variable;
    const set = value(name);
    const hasDefault = fallback !== undefined;
    const usesDefault = hasDefault && (syntax === 'dollar' ? !set : set === undefined);
    const unset = syntax === 'env' ? '' : written;
    const replacement = usesDefault ? fallback : (set ?? unset);
    return { ...variable, hasDefault, replacement, isValue: set !== undefined && !usesDefault };
  });
}

function environmentVariables(text: string): readonly WrittenVariable[] {
  // Also matches an unclosed one, for the same reason.
  return [...text.matchAll(/\{env:([^}]+)(\}?)/g)].flatMap(({ 0: written, 1: name = '', 2: end, index }) =>
    end === '' ? [] : { index, written, name, fallback: undefined },
  );
}

/** Returns the text as Oh My Pi would use it. Every other form (`$NAME`, `${env:NAME}`, `~`) is kept as written. */
export function expandVariables(
  text: string,
  value: (name: string) => string | undefined,
  syntax?: VariableSyntax,
): string {
  return replaceVariables(text, usedVariables(text, value, syntax), ({ replacement }) => replacement);
}

/** Returns the text with its variables replaced. @param variables in the order of the text */
export function replaceVariables<T extends WrittenVariable>(
  text: string,
  variables: readonly T[],
  replacement: (variable: T) => string,
): string {
  const parts: string[] = [];
  let end = 0;
  for (const variable of variables) {
    parts.push(text.slice(end, variable.index), replacement(variable));
    end = variable.index + variable.written.length;
  }
  return parts.join('') + text.slice(end);
}

/** Returns the text without its variables. */
export function withoutVariables(text: string): string {
  return text.includes('$') ? text.replace(/\$\{[^{}]*\}/g, '') : text;
}

/** True for a value of `env` or `headers` that Oh My Pi runs as a command. Switchyard never runs it. */
export const isCommandValue = (value: string): boolean => value.startsWith('!');

/** Returns a name with underscores between its words: `client_Secret` for `clientSecret`, but `NEO4J_URL` unchanged. */
export function inSnakeCase(name: string): string {
  return name
    .replace(/[a-z](?=[A-Z])|\d(?=[A-Z][a-z])/g, '$&_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

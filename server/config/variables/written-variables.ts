/** The forms in which tools write a variable of the environment in a string. */
import { variableForms } from '../../../common/generated/tools.ts';

/** `${X}`, `${X:-default}`, `$X`, `${env:X}`, `{env:X}` */
export type VariableForm = 'braces' | 'default' | 'dollar' | 'env' | 'curly';

export interface VariableText {
  readonly text: string;
  readonly form: VariableForm;
  readonly name: string;
}

/** A variable in any of the forms. Also matches an unclosed one, because searching again inside of it would take quadratic time. */
const written = /\$\{[^}]*\}?|\$[A-Za-z_]\w*|\{env:[^}]*\}?/g;

/** Returns the variable in one of the forms; undefined for other text. */
function variableOf(text: string): VariableText | undefined {
  if (text.startsWith('$') && !text.startsWith('${')) return { text, form: 'dollar', name: text.slice(1) };
  const [, dollar, env, name = '', fallback] = /^(\$)?\{(env:)?([A-Za-z_]\w*)(:-[^}]*)?\}$/.exec(text) ?? [];
  if (name === '') return undefined;
  if (dollar === undefined) return fallback === undefined ? { text, form: 'curly', name } : undefined;
  return { text, form: env !== undefined ? 'env' : fallback === undefined ? 'braces' : 'default', name };
}

/** Returns the variables in a string, in the order of the text. */
export const variablesOf = (text: string): readonly VariableText[] =>
  text.includes('$') || text.includes('{env:')
    ? Array.from(text.matchAll(written)).flatMap(([variable]) => variableOf(variable) ?? [])
    : [];

/** Returns a variable in one of the forms. */
export function inForm(form: VariableForm, name: string): string {
  switch (form) {
    case 'braces':
      return `\${${name}}`;
    case 'default':
      return `\${${name}:-default}`;
    case 'dollar':
      return `$${name}`;
    case 'env':
      return `\${env:${name}}`;
    case 'curly':
      return `{env:${name}}`;
  }
}

/**
 * Returns the variable as it's written in a file of a tool; undefined if the tool isn't known to replace any.
 * @param tool name; Oh My Pi if undefined
 */
export function spelledVariable(name: string, tool: string | undefined): string | undefined {
  const form = tool === undefined ? 'braces' : variableForms[tool];
  return form && inForm(form, name);
}

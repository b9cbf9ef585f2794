/** Variables in strings in the forms that agents know, and what an agent makes of them. */
import type { VariableFacts, VariableForm } from '../tools/agent-facts.ts';

export interface VariableText {
  readonly text: string;
  readonly form: VariableForm;
  readonly name: string;
}

/** A variable in any of the forms. Also matches an unclosed one, because searching again inside of it would take quadratic time. */
const written = /\$\{[^}]*\}?|\$[A-Za-z_]\w*/g;

/** Returns the variable in one of the forms; undefined for other text. */
function variableOf(text: string): VariableText | undefined {
  if (!text.startsWith('${')) return { text, form: 'dollar', name: text.slice(1) };
  const [, env, name = '', fallback] = /^\$\{(env:)?([A-Za-z_]\w*)(:-[^}]*)?\}$/.exec(text) ?? [];
  if (name === '') return undefined;
  return { text, form: env !== undefined ? 'env' : fallback === undefined ? 'braces' : 'default', name };
}

/** Returns the variables in a string, in the order of the text. */
export const variablesOf = (text: string): readonly VariableText[] =>
  Array.from(text.matchAll(written)).flatMap(([variable]) => variableOf(variable) ?? []);

/** True if an agent replaces a variable in this field. */
export const expands = ({ forms, in: fields }: VariableFacts, field: string, { form }: VariableText): boolean =>
  forms.includes(form) && fields.includes(field);

/** True if it replaces it with nothing, whatever its value. */
export const isEmptied = ({ emptyRemote }: VariableFacts, field: string, { name }: VariableText): boolean =>
  (field === 'url' || field === 'headers') && emptyRemote?.(name) === true;

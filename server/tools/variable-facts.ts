/**
 * Which variables of the environment a tool replaces in its files. Reading, writing, diagnosis, rules, and documentation
 * derive from it.
 */
import type { VariableForm, VariableText } from '../config/variables/written-variables.ts';

export interface VariableFacts {
  /** The forms that it replaces. The first one is written. */
  readonly forms: readonly VariableForm[];
  /** True if it may replace others, too. */
  readonly isOpen?: true;
  /** The properties in which they are replaced. Default: all. */
  readonly in?: readonly string[];
  /** What it replaces a variable with that isn't set and has no default. Default: nothing, so that the text stays. */
  readonly unset?: 'empty';
  /** True if a backslash or a dollar sign before `$NAME` makes it text, as in a shell. */
  readonly escapes?: true;
  /** The properties in which it replaces `~` with the home folder. Absent: not known. */
  readonly tilde?: readonly string[];
  /** Variables that it replaces with the path of a folder: that of the project in its files, and the home folder. */
  readonly folders?: Readonly<Record<string, 'project' | 'home'>>;
  /** True for names that read as empty in the URL and the headers. */
  readonly emptyRemote?: (name: string) => boolean;
}

export const unknownVariables: VariableFacts = { forms: [], isOpen: true };
export const noVariables: VariableFacts = { forms: [] };

/** What a tool makes of a variable: its value, the text as it's written, nothing, or it isn't known. */
export type VariableResult = 'value' | 'text' | 'nothing' | 'unknown';

/** True if the tool takes `${env:X}` as a dollar sign before its variable `{env:X}`. */
export const containsVariable = ({ forms }: VariableFacts): boolean =>
  forms.includes('curly') && !forms.includes('env');

/** @param field the property of the entry that contains it */
export function variableResult(facts: VariableFacts, field: string, { form, name }: VariableText): VariableResult {
  const { forms } = facts;
  const isForm = forms.includes(form) || (form === 'env' && containsVariable(facts));
  const isExpanded = isForm && (facts.in?.includes(field) ?? true);
  if (!isExpanded) return facts.isOpen === true ? 'unknown' : 'text';
  const isRemote = field === 'url' || field === 'headers';
  return isRemote && facts.emptyRemote?.(name) === true ? 'nothing' : 'value';
}

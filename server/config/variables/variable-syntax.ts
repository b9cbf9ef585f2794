/** Variables in strings: Oh My Pi expands `${NAME}` and `${NAME:-default}`, and nothing else. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how Oh My Pi's variables look
import { hostVariables as namesByVariable } from '../../../common/generated/tools.ts';
import { inSnakeCase, type WrittenVariable } from '../../../common/variables.ts';
import type { ExpandableString } from '../format/expandable-strings.ts';
import { isReadElsewhere } from '../packages/elsewhere.ts';
import type { Launch } from '../packages/launch.ts';

/** Returns a variable inside another one, without its default. Oh My Pi ends the outer one at the first `}`. */
export function nestedVariable(text: string): string | undefined {
  // Also matches an unclosed one, because searching again inside of it would take quadratic time.
  for (const [written] of text.matchAll(/\$\{[^}]*\}?/g)) {
    const inner = written.indexOf('${', 2);
    if (inner > 0 && written.endsWith('}'))
      return `${written.slice(inner, -1).replace(/^(\$\{\w+)[-=?+].*|:[-=?+].*/s, '$1')}}`;
  }
  return undefined;
}

/** Returns the variable that contains a position of a text: its span, its name, and its default, if it has one. */
export function variableAround(
  text: string,
  offset: number,
): (Pick<WrittenVariable, 'name' | 'fallback'> & { readonly start: number; readonly end: number }) | undefined {
  for (const { 0: written, 1: name = '', 2: fallback, index: start } of text.matchAll(anyVariable)) {
    const end = start + written.length;
    if (start <= offset && offset < end) return { start, end, name, fallback };
  }
  return undefined;
}

/** Also matches the syntax of other tools and shells. */
const anyVariable = /\$\{([^{}:]*)(?::(?:[-=]([^{}]*)|[^{}]*))?\}|\{env:[^{}]*\}/g;

/** False for text that Oh My Pi accepts as a name, but that is hardly meant as one. */
export function isUsualName(name: string): boolean {
  return /^[A-Za-z_][\w.()+-]{0,99}$/.test(name);
}

/**
 * Returns the environment variable that another tool's form names, such as `X` for `${env:X}` and `${env://X}`; undefined
 * if the text can't be the name of a variable.
 * @param text what follows `env:`, without a default
 */
export function environmentName(text: string): string | undefined {
  const name = text.trim().replace(/^\/\//, '');
  return isUsualName(name) ? name : undefined;
}

/** True if a shell processes the text before the server gets it, and expands `$NAME` and `~`. */
export function isReadByShell(launch: Launch | undefined, { field, node, index }: ExpandableString): boolean {
  if (isReadElsewhere(launch, node)) return true;
  const shell = field === 'args' ? launch?.shell : undefined;
  if (shell !== undefined && index !== undefined) return index >= shell.script;
  // A value that begins with an exclamation mark is a command.
  return (field === 'env' || field === 'headers') && node.value.startsWith('!');
}

/** Returns a name for an environment variable, built from any words. A usual name of a variable is kept. */
export function variableNameFrom(...words: readonly string[]): string {
  const [only = '', ...more] = words;
  if (more.length === 0 && /^[A-Z_][A-Z0-9_]*$/.test(only)) return only;
  const name = inSnakeCase(words.join('_')).toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

/** Returns a name for a variable of one server, which starts with the server's name unless it contains it already. */
export function variableOfServer(server: string, name: string): string {
  const [prefix, own] = [variableNameFrom(server), variableNameFrom(name)];
  const telling = prefix.replace(/_(?:MCP|SERVER)(?=_|$)|^(?:MCP|SERVER)_/g, '');
  if (`_${own}_`.includes(`_${telling}_`)) return own;
  return `_${prefix}`.endsWith(`_${own}`) ? prefix : variableNameFrom(server, name);
}

/** Variables that only a tool sets, with the name of the tool. */
export const hostVariables: ReadonlyMap<string, string> = new Map(Object.entries(namesByVariable));

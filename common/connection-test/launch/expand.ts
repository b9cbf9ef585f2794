/** A definition as Oh My Pi would use it: with expanded variables, but without values that come from commands. */
import { lookUp } from '../../guards.ts';
import type { ServerDefinition } from '../../messages/server-definition.ts';
import { looksSecret, namesSecret, tokenIn } from '../../text/secrets.ts';
import { expandVariables, isCommandValue, usedVariables, type VariableSyntax } from '../../variables.ts';
import type { Environment } from './programs.ts';

export interface Expanded {
  readonly definition: ServerDefinition;
  /** Fields whose value Oh My Pi would get from a command. A test doesn't run commands, so they're omitted. */
  readonly leftOut: readonly string[];
  /** Names of variables that are used but aren't set and have no default. */
  readonly unset: readonly string[];
}

/** Source of a value in `env` or `headers`. */
type EntrySource =
  | { readonly kind: 'text'; readonly value: string }
  /** The whole value is the name of a variable that is set: Oh My Pi passes that variable's value. */
  | { readonly kind: 'variable'; readonly name: string; readonly value: string }
  /** Oh My Pi would run this as a shell command. A test doesn't. */
  | { readonly kind: 'command' }
  /** Oh My Pi omits entries with an empty value. */
  | { readonly kind: 'empty' };

/**
 * Returns the environment for starting servers and expanding variables: that of this process, without variables of the
 * editor that change how programs behave, and without Switchyard's own variables, which can contain a key.
 */
export function serverEnvironment(environment: Environment): Environment {
  const ofEditor = /^(?:VSCODE_|ELECTRON_|CHROME_|NODE_OPTIONS$)/i;
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !ofEditor.test(name) && !isSwitchyardVariable(name)),
  );
}

/** True for Switchyard's own variables, which can contain a key. */
export function isSwitchyardVariable(name: string): boolean {
  return /^SWITCHYARD_/i.test(name);
}

/** True for the environment of a process on Windows. */
export const isWindows = (environment: Environment): boolean => lookUp(environment, 'OS') === 'Windows_NT';

/** Returns the value of a variable. As in Oh My Pi's process, names are case-insensitive on Windows. */
export function variableIn(environment: Environment, name: string): string | undefined {
  const value = lookUp(environment, name);
  if (value !== undefined || !isWindows(environment)) return value;
  const found = Object.keys(environment).find((other) => other.toUpperCase() === name.toUpperCase());
  return found === undefined ? undefined : environment[found];
}

/** True if a value must not be shown. */
export function isSecret(name: string, value: string): boolean {
  return (namesSecret(name) && value !== '') || looksSecret(value) || tokenIn(value) !== undefined;
}

/** Interprets a value in `env` or `headers` like Oh My Pi, which expands it first. */
export function entrySource(written: string, environment: Environment, syntax?: VariableSyntax): EntrySource {
  const value = expandVariables(written, (name) => variableIn(environment, name), syntax);
  if (isCommandValue(value)) return { kind: 'command' };
  const named = variableIn(environment, value);
  if (named) return { kind: 'variable', name: value, value: named };
  return value === '' ? { kind: 'empty' } : { kind: 'text', value };
}

/** @param environment of the process that would start the server */
export function expandDefinition(definition: ServerDefinition, environment: Environment): Expanded {
  const leftOut: string[] = [];
  const unset = new Set<string>();
  const { variables: syntax } = definition;
  const value = (name: string): string | undefined => variableIn(environment, name);
  const noteUnset = (written: string): void => {
    for (const { name, hasDefault, isValue } of usedVariables(written, value, syntax))
      if (!hasDefault && !isValue) unset.add(name);
  };
  const text = (written: string): string => {
    noteUnset(written);
    return expandVariables(written, value, syntax);
  };
  const map = (field: string, written: Readonly<Record<string, string>>): Record<string, string> => {
    const kept: [string, string][] = [];
    for (const [key, entry] of Object.entries(written)) {
      const source = entrySource(entry, environment, syntax);
      if (source.kind === 'command') leftOut.push(`${field}.${key}`);
      else if (source.kind !== 'empty') kept.push([key, source.value]);
      if (source.kind === 'text') noteUnset(entry);
    }
    return Object.fromEntries(kept);
  };
  const expanded: ServerDefinition =
    definition.transport === 'stdio'
      ? {
          ...definition,
          command: text(definition.command),
          args: definition.args.map(text),
          env: map('env', definition.env),
          ...(definition.cwd !== undefined && { cwd: text(definition.cwd) }),
        }
      : { ...definition, url: text(definition.url), headers: map('headers', definition.headers) };
  return { definition: expanded, leftOut, unset: [...unset] };
}

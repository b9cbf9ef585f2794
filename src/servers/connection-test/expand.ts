/** A definition as the agent would use it: variables filled in, commands of values left out. */
import type { EndpointDefinition, ServerDefinition, StdioDefinition } from '../../../common/server-definition.ts';
import { expandVariables, isCommandValue, variablePattern } from '../../../common/variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Expanded<D extends ServerDefinition = ServerDefinition> {
  readonly definition: D;
  /** Fields whose value the agent would get from a command; a test runs none, so they are left out. */
  readonly leftOut: readonly string[];
  /** Names of variables that are used and not set, and have no default. */
  readonly unset: readonly string[];
}

/** @param environment of the process that would start the server */
export function expandDefinition(definition: ServerDefinition, environment: Environment): Expanded {
  const leftOut: string[] = [];
  const unset = new Set<string>();
  const value = (name: string): string | undefined => environment[name];
  const text = (written: string): string => {
    for (const [, name = '', fallback] of written.matchAll(variablePattern()))
      if (fallback === undefined && value(name) === undefined) unset.add(name);
    return expandVariables(written, value);
  };
  // In these two maps a value may also be a command, or the bare name of a variable (facts: Expansion).
  const map = (field: string, written: Readonly<Record<string, string>>): Record<string, string> => {
    const kept = Object.entries(written).filter(([key, entry]) => {
      if (isCommandValue(entry)) leftOut.push(`${field}.${key}`);
      return !isCommandValue(entry);
    });
    return Object.fromEntries(kept.map(([key, entry]) => [key, value(entry) ?? text(entry)]));
  };
  const expanded = definition.transport === 'stdio' ? stdio(definition) : endpoint(definition);
  return { definition: expanded, leftOut, unset: [...unset] };

  function stdio(one: StdioDefinition): StdioDefinition {
    const { cwd } = one;
    return {
      ...one,
      command: text(one.command),
      args: one.args.map(text),
      env: map('env', one.env),
      ...(cwd !== undefined && { cwd: text(cwd) }),
    };
  }

  function endpoint(one: EndpointDefinition): EndpointDefinition {
    return { ...one, url: text(one.url), headers: map('headers', one.headers) };
  }
}

/** What a connection test is going to do, for the user's consent. */
import type { ServerDefinition } from '../server-definition.ts';
import { expandDefinition } from './expand.ts';
import { launchText } from './launch-text.ts';
import { type LaunchWarning, launchWarnings } from './launch-warnings.ts';
import type { Environment } from './programs.ts';

export interface LaunchPlan {
  /** As written in its file. */
  readonly written: ServerDefinition;
  /** What is started: with expanded variables and an absolute working directory. */
  readonly definition: ServerDefinition;
  readonly leftOut: readonly string[];
  readonly unset: readonly string[];
  readonly warnings: readonly LaunchWarning[];
  /** The complete definition as text, without a heading. */
  readonly text: string;
  /** Identifies the definition, including the values of variables. Consent applies only to this identity. */
  readonly identity: string;
}

/** @param folderOf returns the absolute path of a server's working directory by its `cwd` */
export function planLaunch(
  written: ServerDefinition,
  environment: Environment,
  folderOf: (cwd: string) => string,
): LaunchPlan {
  const { definition: expanded, leftOut, unset } = expandDefinition(written, environment);
  const definition = expanded.transport === 'stdio' ? { ...expanded, cwd: folderOf(expanded.cwd ?? '') } : expanded;
  return {
    written,
    definition,
    leftOut,
    unset,
    warnings: launchWarnings(definition),
    text: launchText(written, { definition, leftOut, unset }, environment),
    identity: JSON.stringify([written, definition]),
  };
}

/** What a connection test is going to do, for the user's consent. */
import type { ServerDefinition } from '../../messages/server-definition.ts';
import { type Expanded, expandDefinition, isWindows } from './expand.ts';
import { launchText } from './launch-text.ts';
import { type LaunchWarning, launchWarnings } from './launch-warnings.ts';
import type { Environment } from './programs.ts';

/** The definition is what is started: with expanded variables and an absolute working directory. */
export interface LaunchPlan extends Expanded {
  /** As written in its file. */
  readonly written: ServerDefinition;
  /** Absolute path of the project. Empty in a browser. */
  readonly folder: string;
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
  const { definition: expanded, ...omitted } = expandDefinition(written, environment);
  const definition = expanded.transport === 'stdio' ? { ...expanded, cwd: folderOf(expanded.cwd ?? '') } : expanded;
  return {
    written,
    folder: folderOf(''),
    definition,
    ...omitted,
    warnings: launchWarnings(definition, isWindows(environment)),
    text: launchText(written, { definition, ...omitted }, environment),
    identity: JSON.stringify([written, definition]),
  };
}

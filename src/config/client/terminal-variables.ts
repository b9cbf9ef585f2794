/** Variables that VS Code sets for its terminals, in which agents are started. Their values stay here. */
import { type Disposable, workspace } from 'vscode';
import type { Environment } from '../../../common/connection-test/launch/programs.ts';
import { contentVariables, folderVariables, switchVariables } from '../../../common/generated/tools.ts';
import { isRecord, lookUp } from '../../../common/guards.ts';
import { ohMyPiFolderVariables } from '../../../common/messages/config-place.ts';
import { platform } from '../../shared/platform.ts';

/** The section of the setting, which has one for each system. */
const section = 'terminal.integrated.env';

/** Calls the listener when the result of `otherInTerminals` may have changed. */
export const onDidChangeTerminals = (listener: () => void): Disposable =>
  workspace.onDidChangeConfiguration((change) => change.affectsConfiguration(section) && listener());

/**
 * Returns the names of variables that decide which files agents read, and that terminals set to another value than VS Code
 * has. In a workspace that isn't trusted, VS Code leaves out what its settings set.
 */
export function otherInTerminals(): readonly string[] {
  const { system, environment } = platform();
  return system === undefined ? [] : differing(workspace.getConfiguration(section).get<unknown>(system), environment);
}

/** @param set variables with their values; null removes one */
export function differing(set: unknown, environment: Environment): readonly string[] {
  if (!isRecord(set)) return [];
  const names = [...folderVariables, ...contentVariables, ...Object.keys(switchVariables), ...ohMyPiFolderVariables];
  return names.filter((name) => {
    const value = lookUp(set, name);
    return value !== undefined && effectOf(name, resolved(value, environment)) !== effectOf(name, environment[name]);
  });
}

/** Returns a value with the variables of the environment that VS Code replaces in it; one that isn't set is empty. */
const resolved = (value: unknown, environment: Environment): unknown =>
  typeof value === 'string'
    ? value.replace(
        /\$\{env:([^{}]+)\}/g,
        (_written, name: string) => lookUp<string | undefined>(environment, name) ?? '',
      )
    : value;

/** Returns what agents make of a value. For them, an empty one is none. */
function effectOf(name: string, value: unknown): unknown {
  const switching = lookUp<readonly string[]>(switchVariables, name);
  return switching === undefined ? (value ?? '') : switching.some((each) => each === value);
}

import { type Disposable, workspace } from 'vscode';
import type { Setting, Settings } from './contract.ts';

/** Returns the value of a setting. Defaults are in package.json. */
export function setting<S extends Setting>(name: S): Settings[S] {
  const value = workspace.getConfiguration().get<Settings[S]>(name);
  if (value === undefined) throw new Error(`package.json gives no default for ${name}`);
  return value;
}

/** Calls `changed` after a change of any of these settings. */
export function onDidChangeSettings(names: readonly Setting[], changed: () => void): Disposable {
  return workspace.onDidChangeConfiguration((change) => {
    if (names.some((name) => change.affectsConfiguration(name))) changed();
  });
}

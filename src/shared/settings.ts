import { type Disposable, workspace } from 'vscode';
import { type Setting, type Settings, settingParsers } from './contract.ts';
import { type Parser, parsed } from './parse.ts';

/** Returns the value of a setting: its default, from package.json, if the value isn't valid. */
export function setting<S extends Setting>(name: S): Settings[S] {
  const configuration = workspace.getConfiguration();
  const parse = settingParsers[name] as Parser<Settings[S]>;
  const value = parsed(parse, configuration.get(name)) ?? parsed(parse, configuration.inspect(name)?.defaultValue);
  if (value === undefined) throw new Error(`package.json gives no default for ${name}`);
  return value;
}

/** Calls `changed` after a change of any of these settings. */
export function onDidChangeSettings(names: readonly Setting[], changed: () => void): Disposable {
  return workspace.onDidChangeConfiguration((change) => {
    if (names.some((name) => change.affectsConfiguration(name))) changed();
  });
}

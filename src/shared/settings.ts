import { workspace } from 'vscode';
import type { Setting, Settings } from './contract.ts';

/** The value of a setting; its default stands in package.json. */
export function setting<S extends Setting>(name: S): Settings[S] {
  const value = workspace.getConfiguration().get<Settings[S]>(name);
  if (value === undefined) throw new Error(`package.json gives no default for ${name}`);
  return value;
}

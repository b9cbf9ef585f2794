import type { ClientCapabilities } from 'vscode-languageserver';
import type { OpenDocument } from './documents.ts';
import type { RuleOptions } from './rule-options.ts';
import type { Workspace } from './workspace.ts';

/** What the language features are answered from. */
export interface FeatureContext {
  readonly workspace: Workspace;
  readonly options: RuleOptions;
  readonly capabilities: ClientCapabilities;
  /** The editor has the commands behind code lenses and code actions (`serverCommands`). */
  readonly commands: boolean;
  /** The editor can start programs to test them. */
  readonly programs: boolean;
  /** The user wants code lenses. */
  readonly lenses: boolean;
  /** The open document at an address; undefined if it is not ours. */
  open(uri: string): OpenDocument | undefined;
}

import type { ClientCapabilities } from 'vscode-languageserver';
import type { OpenDocument } from '../config/servers/open-document.ts';
import type { RuleOptions } from './rule-options.ts';
import type { Workspace } from './workspace.ts';

/** Data that the language features need. */
export interface FeatureContext {
  readonly workspace: Workspace;
  readonly options: RuleOptions;
  readonly capabilities: ClientCapabilities;
  /** True if the editor has the commands of code lenses and code actions (`serverCommands`). */
  readonly commands: boolean;
  /** True if the editor can start programs for connection tests. */
  readonly programs: boolean;
  /** True if code lenses are enabled. */
  readonly lenses: boolean;
  /** Returns an open config file; undefined for other documents. */
  readonly open: (uri: string) => OpenDocument | undefined;
}

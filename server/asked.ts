import type { ClientCapabilities } from 'vscode-languageserver';
import type { OpenDocument } from './documents.ts';
import type { RuleOptions } from './rule-options.ts';
import type { Workspace } from './workspace.ts';

/** What answers are made from. */
export interface Asked {
  readonly workspace: Workspace;
  readonly options: RuleOptions;
  readonly capabilities: ClientCapabilities;
  /** The editor has the commands that stand behind lenses and fixes (`serverCommands`). */
  readonly commands: boolean;
  /** The document of a request; undefined where it is not ours. @throws RpcError while nothing may be asked */
  asked(uri: string): OpenDocument | undefined;
}

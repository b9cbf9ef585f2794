import type { PublishDiagnosticsClientCapabilities } from 'vscode-languageserver';
import type { RuleContext } from '../rules/context.ts';

/** What diagnostics depend on besides the document. */
export interface DiagnoseOptions {
  readonly context?: RuleContext;
  /** The address of the rules documentation; absent if the editor didn't specify it. */
  readonly rulesUri?: string | undefined;
  /** What the editor can show. */
  readonly capabilities?: PublishDiagnosticsClientCapabilities | undefined;
}

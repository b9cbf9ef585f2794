/** The part of LSP that the server speaks: parameters and answers by method. Types only; `rpc.ts` carries them. */
import type {
  CodeAction,
  CodeActionParams,
  CompletionList,
  CompletionParams,
  ConfigurationParams,
  DidChangeConfigurationParams,
  DidChangeTextDocumentParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  Hover,
  HoverParams,
  InitializedParams,
  InitializeParams,
  InitializeResult,
  LogMessageParams,
  PublishDiagnosticsParams,
  RegistrationParams,
  TextDocumentIdentifier,
} from 'vscode-languageserver';
import type { ConfigLevel } from '../common/config-place.ts';

/** What an editor asks: parameters and answer. */
export interface Requests {
  initialize: [InitializeParams, InitializeResult];
  shutdown: [undefined, null];
  'textDocument/codeAction': [CodeActionParams, CodeAction[] | null];
  'codeAction/resolve': [CodeAction, CodeAction];
  'textDocument/completion': [CompletionParams, CompletionList | null];
  'textDocument/hover': [HoverParams, Hover | null];
  /** Of our own: is this a config file of the agent, and of what level? `null`: it is none. */
  'switchyard/configLevel': [TextDocumentIdentifier, ConfigLevel | null];
}

/** What an editor tells. */
export interface Notifications {
  initialized: InitializedParams;
  exit: undefined;
  'textDocument/didOpen': DidOpenTextDocumentParams;
  'textDocument/didChange': DidChangeTextDocumentParams;
  'textDocument/didClose': DidCloseTextDocumentParams;
  'workspace/didChangeConfiguration': DidChangeConfigurationParams;
}

/** What we ask an editor. */
export interface ClientRequests {
  'workspace/configuration': [ConfigurationParams, unknown[]];
  'client/registerCapability': [RegistrationParams, null];
}

/** What we tell an editor. */
export interface ClientNotifications {
  'textDocument/publishDiagnostics': PublishDiagnosticsParams;
  'window/logMessage': LogMessageParams;
}

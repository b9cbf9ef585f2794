/** The part of LSP that the server speaks: parameters and answers by method. Types only; `rpc.ts` carries them. */
import type {
  CodeAction,
  CodeActionParams,
  CodeLens,
  CodeLensParams,
  CompletionList,
  CompletionParams,
  ConfigurationParams,
  DefinitionParams,
  DidChangeConfigurationParams,
  DidChangeTextDocumentParams,
  DidChangeWatchedFilesParams,
  DidChangeWorkspaceFoldersParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  DidSaveTextDocumentParams,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
  DocumentFormattingParams,
  DocumentHighlight,
  DocumentHighlightParams,
  DocumentLink,
  DocumentLinkParams,
  DocumentRangeFormattingParams,
  DocumentSymbol,
  DocumentSymbolParams,
  FoldingRange,
  FoldingRangeParams,
  Hover,
  HoverParams,
  InitializedParams,
  InitializeParams,
  InitializeResult,
  InlayHint,
  InlayHintParams,
  Location,
  LogMessageParams,
  PrepareRenameParams,
  PublishDiagnosticsParams,
  Range,
  ReferenceParams,
  RegistrationParams,
  RenameParams,
  SelectionRange,
  SelectionRangeParams,
  SemanticTokens,
  SemanticTokensParams,
  SemanticTokensRangeParams,
  SymbolInformation,
  TextDocumentIdentifier,
  TextEdit,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceEdit,
  WorkspaceSymbolParams,
} from 'vscode-languageserver';
import type { ConfigLevel } from '../common/config-place.ts';
import type { ConversionRequests } from '../common/conversion.ts';
import type { ToolServerRequests } from '../common/tool-servers.ts';

/** What an editor asks: parameters and answer. */
export interface Requests extends ConversionRequests, ToolServerRequests {
  initialize: [InitializeParams, InitializeResult];
  shutdown: [undefined, null];
  'textDocument/codeAction': [CodeActionParams, CodeAction[] | null];
  'codeAction/resolve': [CodeAction, CodeAction];
  'textDocument/completion': [CompletionParams, CompletionList | null];
  'textDocument/hover': [HoverParams, Hover | null];
  'textDocument/definition': [DefinitionParams, Location[] | null];
  'textDocument/references': [ReferenceParams, Location[] | null];
  'textDocument/documentHighlight': [DocumentHighlightParams, DocumentHighlight[] | null];
  'textDocument/prepareRename': [PrepareRenameParams, { range: Range; placeholder: string } | null];
  'textDocument/rename': [RenameParams, WorkspaceEdit | null];
  'textDocument/documentSymbol': [DocumentSymbolParams, DocumentSymbol[] | SymbolInformation[] | null];
  'workspace/symbol': [WorkspaceSymbolParams, SymbolInformation[]];
  'textDocument/documentLink': [DocumentLinkParams, DocumentLink[] | null];
  'textDocument/foldingRange': [FoldingRangeParams, FoldingRange[] | null];
  'textDocument/selectionRange': [SelectionRangeParams, SelectionRange[] | null];
  'textDocument/formatting': [DocumentFormattingParams, TextEdit[] | null];
  'textDocument/rangeFormatting': [DocumentRangeFormattingParams, TextEdit[] | null];
  'textDocument/semanticTokens/full': [SemanticTokensParams, SemanticTokens | null];
  'textDocument/semanticTokens/range': [SemanticTokensRangeParams, SemanticTokens | null];
  'textDocument/inlayHint': [InlayHintParams, InlayHint[] | null];
  'textDocument/codeLens': [CodeLensParams, CodeLens[] | null];
  'textDocument/diagnostic': [DocumentDiagnosticParams, DocumentDiagnosticReport];
  'workspace/diagnostic': [WorkspaceDiagnosticParams, WorkspaceDiagnosticReport];
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
  'workspace/didChangeWatchedFiles': DidChangeWatchedFilesParams;
  'workspace/didChangeWorkspaceFolders': DidChangeWorkspaceFoldersParams;
  'textDocument/didSave': DidSaveTextDocumentParams;
}

/** What we ask an editor. */
export interface ClientRequests {
  'workspace/configuration': [ConfigurationParams, unknown[]];
  'client/registerCapability': [RegistrationParams, null];
  'workspace/diagnostic/refresh': [undefined, null];
  'workspace/codeLens/refresh': [undefined, null];
  'workspace/inlayHint/refresh': [undefined, null];
}

/** What we tell an editor. */
export interface ClientNotifications {
  'textDocument/publishDiagnostics': PublishDiagnosticsParams;
  'window/logMessage': LogMessageParams;
  /** Of our own, once somebody has asked for `switchyard/servers`: the answer may be another one now. */
  'switchyard/serversChanged': undefined;
}

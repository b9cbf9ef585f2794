/**
 * The part of LSP that the server speaks, as types over vscode-jsonrpc. vscode-languageserver would bring the run-time
 * side of all of LSP: 127 KiB more to ship, and half as long again to start (see test/bench/server.ts).
 */
import type { CancellationToken, GenericRequestHandler, MessageConnection } from 'vscode-jsonrpc';
import type {
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
import type { ConfigLevel } from './config/place.ts';

/** What an editor asks: parameters and answer. */
interface Requests {
  initialize: [InitializeParams, InitializeResult];
  shutdown: [undefined, null];
  'textDocument/completion': [CompletionParams, CompletionList | null];
  'textDocument/hover': [HoverParams, Hover | null];
  /** Of our own: is this a config file of the agent, and of what level? `null`: it is none. */
  'switchyard/configLevel': [TextDocumentIdentifier, ConfigLevel | null];
}

/** What an editor tells. */
interface Notifications {
  initialized: InitializedParams;
  exit: undefined;
  'textDocument/didOpen': DidOpenTextDocumentParams;
  'textDocument/didChange': DidChangeTextDocumentParams;
  'textDocument/didClose': DidCloseTextDocumentParams;
  'workspace/didChangeConfiguration': DidChangeConfigurationParams;
}

/** What we ask an editor. */
interface ClientRequests {
  'workspace/configuration': [ConfigurationParams, unknown[]];
  'client/registerCapability': [RegistrationParams, null];
}

/** What we tell an editor. */
interface ClientNotifications {
  'textDocument/publishDiagnostics': PublishDiagnosticsParams;
  'window/logMessage': LogMessageParams;
}

/** The other end of the wire, with every method's parameters and answer checked by the compiler. */
export class Client {
  readonly #connection: MessageConnection;

  constructor(connection: MessageConnection) {
    this.#connection = connection;
  }

  onRequest<M extends keyof Requests>(
    method: M,
    answer: (params: Requests[M][0], token: CancellationToken) => Requests[M][1] | Promise<Requests[M][1]>,
  ): void {
    const handler: GenericRequestHandler<unknown, unknown> = (params: Requests[M][0], token: CancellationToken) =>
      answer(params, token);
    this.#connection.onRequest(method, handler);
  }

  onNotification<M extends keyof Notifications>(method: M, hear: (params: Notifications[M]) => void): void {
    this.#connection.onNotification(method, (params: Notifications[M]) => hear(params));
  }

  /** @throws ResponseError when the editor refuses, ConnectionError when it is gone. */
  request<M extends keyof ClientRequests>(method: M, params: ClientRequests[M][0]): Promise<ClientRequests[M][1]> {
    return this.#connection.sendRequest(method, params);
  }

  /** A message to an editor that is gone is lost, and nobody misses it. */
  notify<M extends keyof ClientNotifications>(method: M, params: ClientNotifications[M]): void {
    this.#connection.sendNotification(method, params).catch(() => undefined);
  }
}

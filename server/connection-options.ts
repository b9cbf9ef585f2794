/** Options of the connection to the editor, wherever the server runs. */
import { type ConnectionOptions, LSPErrorCodes, Message, ResponseError } from 'vscode-languageserver';

export const connectionOptions: ConnectionOptions = {
  connectionStrategy: {
    // Without this, a canceled request that is still in the queue would be answered.
    cancelUndispatched: (message) => ({
      jsonrpc: '2.0',
      id: Message.isRequest(message) ? message.id : null,
      error: new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was canceled.').toJson(),
    }),
  },
};

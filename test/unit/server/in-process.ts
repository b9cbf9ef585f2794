/** A language server in this process, connected to an editor with a pair of streams. */
import { PassThrough } from 'node:stream';
import {
  createConnection,
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { afterBurst, connectionOptions, type Host } from '../../../server/protocol/host.ts';
import { startServer } from '../../../server/protocol/server.ts';

export function connectInProcess(host: Omit<Host, 'later'>): ProtocolConnection {
  const [toServer, toEditor] = [new PassThrough(), new PassThrough()];
  const connection = createConnection(
    new StreamMessageReader(toServer),
    new StreamMessageWriter(toEditor),
    connectionOptions(),
  );
  startServer(connection, { ...host, later: afterBurst });
  const editor = createProtocolConnection(new StreamMessageReader(toEditor), new StreamMessageWriter(toServer));
  editor.listen();
  return editor;
}

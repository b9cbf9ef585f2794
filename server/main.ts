/**
 * The language server's front door: `node server.js --stdio`, or node IPC when an editor forks it (`--node-ipc`).
 * All that a process is and has comes in here: streams, the home folder, timers, the end.
 */
import { homedir } from 'node:os';
import process from 'node:process';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type Logger,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { Client } from './protocol.ts';
import { Session } from './session.ts';

/** How long a burst of edits is gathered, in milliseconds. */
const burst = 25;
/** How often a living editor is looked for, in milliseconds. */
const watchInterval = 3000;

/** On standard error, which editors show: what went wrong and in which message, never what a file holds. */
const logger: Logger = { error: console.error, warn: console.error, info: console.error, log: console.error };

function connect(): MessageConnection {
  if (process.argv.includes('--stdio')) {
    // Whatever prints by mistake must not get between the messages.
    console.log = console.error;
    return createMessageConnection(
      new StreamMessageReader(process.stdin),
      new StreamMessageWriter(process.stdout),
      logger,
    );
  }
  if (process.send !== undefined)
    return createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process), logger);
  console.error('usage: node server.js --stdio (or fork it with an IPC channel)');
  return process.exit(2);
}

const connection = connect();
new Session(new Client(connection), {
  home: homedir(),
  later(run) {
    const timer = setTimeout(run, burst);
    return () => clearTimeout(timer);
  },
  watch(processId) {
    if (processId === null) return;
    setInterval(() => {
      try {
        process.kill(processId, 0);
      } catch (error) {
        // Any other refusal means that it is there and belongs to somebody else.
        if ((error as NodeJS.ErrnoException).code === 'ESRCH') process.exit(1);
      }
    }, watchInterval).unref();
  },
  exit: (code) => process.exit(code),
});
// An editor that goes away without a word.
connection.onClose(() => process.exit(1));
process.once('disconnect', () => process.exit(1));
connection.listen();

/** What an entry point of the server provides: the options of the connection, and access to the platform. */
import { type ConnectionOptions, LSPErrorCodes, Message, ResponseError } from 'vscode-languageserver';
import type { Translations } from './config/language.ts';
import type { Platform } from './config/platform.ts';
import type { EditorFiles } from './editor-files.ts';
import type { Later } from './features/diagnostics.ts';
import type { Names } from './rules/context.ts';

/** Options of the connection to the editor, wherever the server runs. */
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

/** Platform access, provided by the entry point. */
export interface Host {
  readonly home: string | undefined;
  readonly machine: Platform;
  /** Names of the environment variables that are set. Absent without an environment. */
  readonly environment?: Names;
  /** The part of the machine's files that is read through the editor. */
  readonly editorFiles?: EditorFiles;
  readonly later: Later;
  /** Called after each change of a document. */
  documentChanged?(): void;
  /** Returns the texts of a language such as "de" or "zh-cn", if available. */
  translations?(language: string): Translations;
}

/** Milliseconds to wait for the end of a burst of edits. */
const burst = 25;

/** For hosts that have timers. */
export const afterBurst: Later = (run) => {
  const timer = setTimeout(run, burst);
  return () => clearTimeout(timer);
};

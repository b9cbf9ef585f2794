/** What an entry point of the server provides: the options of the connection, and access to the platform. */
import { type ConnectionOptions, LSPErrorCodes, Message, ResponseError } from 'vscode-languageserver';
import { isRecord } from '../../common/guards.ts';
import type { Translations } from '../config/language.ts';
import type { Machine } from '../config/platform.ts';
import type { Later } from '../features/diagnostics.ts';
import type { EditorFiles } from '../files/editor-files.ts';
import type { Names } from '../rules/context.ts';

/** Returns the options of a connection to the editor, wherever the server runs. */
export function connectionOptions(): ConnectionOptions {
  let isInitialized = false;
  return {
    connectionStrategy: {
      // Without this, a canceled request that is still in the queue would be answered.
      cancelUndispatched: (message) => ({
        jsonrpc: '2.0',
        id: Message.isRequest(message) ? message.id : null,
        error: new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was canceled.').toJson(),
      }),
    },
    messageStrategy: {
      handleMessage(message, next) {
        if (Message.isRequest(message) && message.method === 'initialize') {
          isInitialized = true;
          return next({ ...message, params: initializeParams(message.params) } as typeof message);
        }
        // The protocol drops them.
        if (!isInitialized && Message.isNotification(message) && message.method !== 'exit') return;
        return next(withoutNull(message));
      },
    },
  };
}

/** The library reads parameters before it calls a handler, and fails with an internal error if they are null. */
function withoutNull(message: Message): Message {
  if (!('params' in message) || message.params !== null) return message;
  const { params: _, ...rest } = message;
  return rest;
}

/** Some editors send no capabilities, or null instead of leaving one out, which the library doesn't expect. */
function initializeParams(params: unknown): object {
  const given = Object.entries(isRecord(params) ? params : {}).filter(([, value]) => value !== null);
  const { capabilities, ...rest } = Object.fromEntries(given);
  const present = JSON.stringify(capabilities ?? {}, (_key, value) => value ?? undefined);
  return { ...rest, capabilities: JSON.parse(present) };
}

/** Platform access, provided by the entry point. */
export interface Host {
  readonly home: string | undefined;
  readonly machine: Machine;
  /** Names of the environment variables that are set. Absent without an environment. */
  readonly environment?: Names;
  /** The part of the machine's files that is read through the editor. */
  readonly editorFiles?: EditorFiles;
  readonly later: Later;
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

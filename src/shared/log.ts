import { type LogOutputChannel, window } from 'vscode';

let channel: LogOutputChannel | undefined;

/**
 * Returns the log of the extension host, created on first use. It never contains a key: callers log only `ApiError`s
 * and their own text, and the API client removes the key from all its errors.
 */
export function log(): LogOutputChannel {
  channel ??= window.createOutputChannel('Switchyard', { log: true });
  return channel;
}

/** Disposes of the channel with the extension. */
export const logLifetime = {
  dispose(): void {
    channel?.dispose();
    channel = undefined;
  },
};

import { type LogOutputChannel, window } from 'vscode';

let channel: LogOutputChannel | undefined;

/**
 * The one log of the extension host, made when it is first needed. Callers pass `ApiError`s and their own words; a key
 * never reaches it, because the API client takes keys out of every error that it makes.
 */
export function log(): LogOutputChannel {
  channel ??= window.createOutputChannel('Switchyard', { log: true });
  return channel;
}

/** Ends the channel with the extension. */
export const logLifetime = {
  dispose(): void {
    channel?.dispose();
    channel = undefined;
  },
};

/** Requests and notifications of our own between the extension and the language server: parameters and result by method. */
import type { ConversionRequests } from './conversion.ts';
import type { ToolServerRequests } from './tool-servers.ts';

export type ServerRequests = ConversionRequests & ToolServerRequests;

export interface ServerNotifications {
  /** Once `switchyard/servers` was requested: its result may be different now. */
  'switchyard/serversChanged': undefined;
}

export const serversChanged = 'switchyard/serversChanged' satisfies keyof ServerNotifications;

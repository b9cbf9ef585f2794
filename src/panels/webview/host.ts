import type { ToHost } from '../messages.ts';

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };
const host = acquireVsCodeApi();

export function post(message: ToHost): void {
  host.postMessage(message);
}

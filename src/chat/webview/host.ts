/** Messages of the panel to its host. */
import type { PanelAction, ToHost } from '../messages.ts';

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

let api: ReturnType<typeof acquireVsCodeApi> | undefined;

export function post(message: ToHost): void {
  api ??= acquireVsCodeApi();
  api.postMessage(message);
}

export function run(action: PanelAction): void {
  post({ kind: 'run', action });
}

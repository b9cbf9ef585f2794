/** Messaging between the panel and its host. */
import type { PanelAction, ToHost, ToPanel } from '../messages.ts';

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

let api: ReturnType<typeof acquireVsCodeApi> | undefined;

export function post(message: ToHost): void {
  api ??= acquireVsCodeApi();
  api.postMessage(message);
}

export function run(action: PanelAction): void {
  post({ kind: 'run', action });
}

/** Listens for messages from the host. Returns a function that stops listening. */
export function listen(onMessage: (message: ToPanel) => void): () => void {
  const listener = ({ data }: MessageEvent<ToPanel>) => onMessage(data);
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

/** The panel's side of the conversation with its host. */
import type { ToHost, ToPanel } from '../messages.ts';

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

let api: ReturnType<typeof acquireVsCodeApi> | undefined;

export function post(message: ToHost): void {
  api ??= acquireVsCodeApi();
  api.postMessage(message);
}

/** Hears the host until the function that it returns is called. */
export function listen(hear: (message: ToPanel) => void): () => void {
  const listener = ({ data }: MessageEvent<ToPanel>) => hear(data);
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

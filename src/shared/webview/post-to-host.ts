/** The host on the other side of a page. */
declare function acquireVsCodeApi(): { postMessage(message: unknown): void; setState(state: unknown): void };

let api: ReturnType<typeof acquireVsCodeApi> | undefined;

/** Posts a message to the host, which validates it. */
export function postToHost(message: unknown): void {
  api ??= acquireVsCodeApi();
  api.postMessage(message);
}

/** Keeps what the page shows, so that the host can open it again after the window was reloaded. */
export function keepState(state: unknown): void {
  api ??= acquireVsCodeApi();
  api.setState(state);
}

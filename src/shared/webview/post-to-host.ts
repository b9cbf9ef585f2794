/** The host on the other side of a page. */
declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

let api: ReturnType<typeof acquireVsCodeApi> | undefined;

/** Posts a message to the host, which validates it. */
export function postToHost(message: unknown): void {
  api ??= acquireVsCodeApi();
  api.postMessage(message);
}

/** Thrown by a `fetch` that knows why the browser didn't send the request. */
export class CrossOriginError extends Error {}

/** Thrown by a `fetch` that detects why the browser didn't send the request. */
export class CrossOriginError extends Error {}

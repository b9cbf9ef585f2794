/** Requests that have no shape in the spec (the /keys prefix). */

export interface RawRequest {
  /** GET, POST, PATCH, ... */
  method: string;
  /** Below the base URL, starting with `/`; a query may follow. Nothing that leads elsewhere is taken. */
  path: string;
  /** `Authorization` is the client's and cannot be set. */
  headers?: Record<string, string>;
  body?: string;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
  /** The body as text, without the key. */
  text: string;
}

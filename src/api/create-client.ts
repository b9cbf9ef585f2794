import type { ApiClient, ClientOptions } from './client.ts';
import { invalid } from './errors.ts';

/** Makes a client. Throws `ApiFailure` of kind `validation` for a base URL or key that cannot be used. */
export function createClient(_options: ClientOptions): ApiClient {
  throw invalid('The client is still being built.');
}

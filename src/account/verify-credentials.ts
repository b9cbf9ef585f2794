/** Sends a request that succeeds only with a valid key (spec http-api.md, Authentication 3). */
import { apiErrorOf, createClient } from '../api/index.ts';
import { platform } from '../shared/platform.ts';
import { setting } from '../shared/settings.ts';

/**
 * @returns `error` is undefined if the key was accepted; `runs` is the `total` of runs, as the service sent it; `took` is
 * the time in milliseconds
 */
export async function verifyCredentials(baseUrl: URL, apiKey: string, signal: AbortSignal) {
  const started = performance.now();
  const took = () => performance.now() - started;
  try {
    const timeoutMs = setting('switchyard.requestTimeout') * 1000;
    const client = createClient({ baseUrl: baseUrl.href, apiKey, fetch: platform().fetch, timeoutMs });
    const { total } = await client.listExecutions({ limit: 1 }, { signal });
    return { runs: total, took: took() };
  } catch (thrown) {
    const error = apiErrorOf(thrown);
    if (!error) throw thrown;
    return { error, runs: 0, took: took() };
  }
}

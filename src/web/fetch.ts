/** `fetch` in a browser that distinguishes a service that is down from one that rejects requests from other origins. */
import { l10n } from 'vscode';
import { CrossOriginError } from '../../common/cross-origin-error.ts';

/** @throws CrossOriginError if the service is reachable but doesn't allow this request */
export async function fetchAcrossOrigins(input: string | URL, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    const { origin, host } = new URL(input);
    if (init.signal?.aborted || !(await isReachable(origin))) throw error;
    throw new CrossOriginError(
      l10n.t(
        "{0} doesn't accept requests from a browser: it doesn't respond to the browser's preflight request (CORS). Use VS Code on your computer, or connect this window to a remote machine.",
        host,
      ),
    );
  }
}

/** Sends a request without key and headers, which needs no permission (CORS). Its response can't be read. */
function isReachable(origin: string): Promise<boolean> {
  return fetch(origin, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }).then(
    () => true,
    () => false,
  );
}

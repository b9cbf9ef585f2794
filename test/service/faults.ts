/** Faults of the service for tests, added in-process or over `/__faults` with the key. */

export type Effect =
  /** Another status, with a custom body ({error} by default). */
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  /** 429; `retryAfter` is the value of the header: seconds or an HTTP date. */
  | { kind: 'rateLimit'; retryAfter?: string }
  /** The real response, delayed. */
  | { kind: 'delay'; ms: number }
  /** No response; the connection stays open until the faults are cleared, and is closed then. */
  | { kind: 'hang' }
  /** The connection is closed before a response. */
  | { kind: 'drop' }
  /** Half of the real response, then the connection is closed. */
  | { kind: 'truncate' }
  /** An HTML page, as from a proxy. */
  | { kind: 'html'; status?: number }
  /** 204 or another status without a body. */
  | { kind: 'empty'; status?: number }
  /** Any JSON instead of the response body: wrong types, null. */
  | { kind: 'body'; body: unknown; status?: number }
  /** Text of any content type instead of the response body. */
  | { kind: 'text'; text: string; contentType: string; status?: number }
  /** A redirect with a `Location`. */
  | { kind: 'redirect'; to: string; status?: number }
  /** A broken stream: cut after a few events, or without an end. */
  | { kind: 'stream'; how: 'cut' | 'endless'; ms?: number };

export interface Fault {
  effect: Effect;
  /** Any method if absent. */
  method?: string;
  /** A path, or a prefix followed by `*`. Any path if absent. */
  path?: string;
  /** Number of affected requests; 1 if absent, 0 for all until the fault is cleared. */
  count?: number;
}

const KINDS = new Set([
  'status',
  'rateLimit',
  'delay',
  'hang',
  'drop',
  'truncate',
  'html',
  'empty',
  'body',
  'text',
  'redirect',
  'stream',
]);

export class Faults {
  #waiting: { fault: Fault; left: number }[] = [];
  #cleared = Promise.withResolvers<void>();

  add(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.count === 0 ? Number.POSITIVE_INFINITY : (fault.count ?? 1) });
  }

  clear(): void {
    this.#waiting = [];
    this.#cleared.resolve();
    this.#cleared = Promise.withResolvers();
  }

  /** Resolves when the faults of now are cleared. */
  get cleared(): Promise<void> {
    return this.#cleared.promise;
  }

  list(): Fault[] {
    return this.#waiting.map((one) => one.fault);
  }

  /** Returns the effect on a request and counts it as used. Faults apply in the order in which they were added. */
  take(method: string, path: string): Effect | undefined {
    const found = this.#waiting.find(({ fault }) => matches(fault, method, path));
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.#waiting = this.#waiting.filter((one) => one !== found);
    return found.fault.effect;
  }
}

/** True if the effect replaces the real response: the request is not handled, so nothing changes. */
export function replaces(effect: Effect | undefined): boolean {
  return effect !== undefined && !['delay', 'truncate', 'stream'].includes(effect.kind);
}

/** True if an untrusted value is a fault. */
export function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null || !('effect' in value)) return false;
  const { effect } = value;
  return typeof effect === 'object' && effect !== null && 'kind' in effect && KINDS.has(String(effect.kind));
}

function matches({ method, path }: Fault, actualMethod: string, actualPath: string): boolean {
  if (method !== undefined && method.toUpperCase() !== actualMethod) return false;
  if (path === undefined) return true;
  return path.endsWith('*') ? actualPath.startsWith(path.slice(0, -1)) : path === actualPath;
}

/** Switches that make the service misbehave, for tests: in the process, or over `/__faults` with the key. */

export type Effect =
  /** Another status, with a separate body ({error} by default). */
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  /** 429; `retryAfter` is seconds or an HTTP date, as it stands in the header. */
  | { kind: 'rateLimit'; retryAfter?: string }
  /** The real answer, later. */
  | { kind: 'delay'; ms: number }
  /** No answer, ever; the connection stays open. */
  | { kind: 'hang' }
  /** The connection is closed before an answer. */
  | { kind: 'drop' }
  /** Half of the real answer, then the connection is closed. */
  | { kind: 'truncate' }
  /** Half of the real answer as if that were all: JSON that is broken. */
  | { kind: 'malformed' }
  /** A web page, as a proxy in between would send it. */
  | { kind: 'html'; status?: number }
  /** 204 or another status without a body. */
  | { kind: 'empty'; status?: number }
  /** Any JSON in place of the answer's: wrong types, null. */
  | { kind: 'body'; body: unknown; status?: number }
  /** Any text of any type in place of the answer. */
  | { kind: 'text'; text: string; contentType: string; status?: number }
  /** A redirect with a `Location`. */
  | { kind: 'redirect'; to: string; status?: number }
  /** A streamed answer goes wrong: with pauses between events, cut after a few, with an error event, or without an end. */
  | { kind: 'stream'; how: 'slow' | 'cut' | 'error' | 'endless'; ms?: number };

export interface Fault {
  effect: Effect;
  /** Any method when absent. */
  method?: string;
  /** A path, or the start of one followed by `*`. Any when absent. */
  path?: string;
  /** How many requests it meets; 1 when absent, 0 for every one until it is cleared. */
  count?: number;
}

const KINDS = new Set([
  'status',
  'rateLimit',
  'delay',
  'hang',
  'drop',
  'truncate',
  'malformed',
  'html',
  'empty',
  'body',
  'text',
  'redirect',
  'stream',
]);

export class Faults {
  #waiting: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.count === 0 ? Number.POSITIVE_INFINITY : (fault.count ?? 1) });
  }

  clear(): void {
    this.#waiting = [];
  }

  list(): Fault[] {
    return this.#waiting.map((one) => one.fault);
  }

  /** The effect on a request, used up by it. The one that was added first goes first. */
  take(method: string, path: string): Effect | undefined {
    const found = this.#waiting.find(({ fault }) => matches(fault, method, path));
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.#waiting = this.#waiting.filter((one) => one !== found);
    return found.fault.effect;
  }
}

/** Whether the effect stands in the real answer's place: nothing is done then, and nothing changes. */
export function replaces(effect: Effect | undefined): boolean {
  return effect !== undefined && !['delay', 'truncate', 'malformed', 'stream'].includes(effect.kind);
}

/** Whether a value from outside is a fault. */
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

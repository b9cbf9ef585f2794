/** Requests shared by several callers. */
import { canceled } from '../api/errors/errors.ts';

interface Shared<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Pending requests by key, each with a separate signal: if one caller cancels, the others still get the response. The
 * request is canceled with its last caller.
 */
export class SharedRequests<T> {
  readonly #running = new Map<string, Shared<T>>();

  /** Joins the request with this key, or starts it. */
  async join(key: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal?.aborted) throw canceled();
    const shared = this.#running.get(key) ?? this.#start(key, start);
    shared.waiting++;
    const left = Promise.withResolvers<never>();
    const leave = () => {
      shared.waiting--;
      if (shared.waiting === 0) {
        // Removed first, because a new caller must not join a canceled request.
        if (this.#running.get(key) === shared) this.#running.delete(key);
        shared.controller.abort();
      }
      left.reject(canceled());
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([shared.answer, left.promise]);
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const controller = new AbortController();
    const shared: Shared<T> = { answer: start(controller.signal), controller, waiting: 0 };
    this.#running.set(key, shared);
    const end = () => {
      if (this.#running.get(key) === shared) this.#running.delete(key);
    };
    shared.answer.then(end, end);
    return shared;
  }
}

import type { Disposable as VsDisposable } from 'vscode';

/** Disposes of everything passed to `own` when it's disposed, in reverse order. */
export abstract class DisposableStore implements VsDisposable {
  readonly #owned: VsDisposable[] = [];

  /** Disposes of `thing` with this store. @returns `thing` */
  protected own<T extends VsDisposable>(thing: T): T {
    this.#owned.push(thing);
    return thing;
  }

  /** Disposes of all of them with this store. */
  protected ownAll(...things: readonly VsDisposable[]): void {
    this.#owned.push(...things);
  }

  dispose(): void {
    for (const thing of this.#owned.splice(0).reverse()) thing.dispose();
  }
}

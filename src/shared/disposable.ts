import type { Disposable as VsDisposable } from 'vscode';

/** Owns what it registers: everything handed to `own` ends with it, last first. */
export abstract class Owner implements VsDisposable {
  readonly #owned: VsDisposable[] = [];

  /** Ties a lifetime to this one and hands the thing back. */
  protected own<T extends VsDisposable>(thing: T): T {
    this.#owned.push(thing);
    return thing;
  }

  dispose(): void {
    for (const thing of this.#owned.splice(0).reverse()) thing.dispose();
  }
}

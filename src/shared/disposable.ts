import type { Disposable as VsDisposable } from 'vscode';

/** Disposes of everything passed to `register` when it's disposed, in reverse order. */
export abstract class DisposableStore implements VsDisposable {
  readonly #registered: VsDisposable[] = [];

  /** Disposes of `thing` with this store. @returns `thing` */
  protected register<T extends VsDisposable>(thing: T): T {
    this.#registered.push(thing);
    return thing;
  }

  /** Disposes of all of them with this store. */
  protected registerAll(...things: readonly VsDisposable[]): void {
    this.#registered.push(...things);
  }

  dispose(): void {
    for (const thing of this.#registered.splice(0).reverse()) thing.dispose();
  }
}

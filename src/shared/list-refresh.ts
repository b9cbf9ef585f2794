/**
 * Decides how much of a list view must be redrawn.
 *
 * Redrawing the whole list makes VS Code forget its rows until the new ones are loaded. A command that is run on a row
 * in the meantime doesn't receive the row, so the list is redrawn only if its rows changed.
 */
export class ListRefresh {
  #shown: string | undefined;
  #asking = 0;

  /** Loads the rows and remembers their IDs in order. */
  async load<T>(rows: () => Promise<readonly T[]>, id: (row: T) => string): Promise<T[]> {
    this.#asking++;
    try {
      const loaded = await rows();
      this.#shown = key(loaded.map(id));
      return [...loaded];
    } finally {
      this.#asking--;
    }
  }

  /**
   * @param ids the current rows in order; undefined if the list must be loaded again
   * @returns `nothing` while the list is already being loaded, `rows` if only the look of its rows may have changed
   */
  needed(ids: readonly string[] | undefined): 'list' | 'rows' | 'nothing' {
    if (ids === undefined) return 'list';
    if (this.#asking > 0) return 'nothing';
    return key(ids) === this.#shown ? 'rows' : 'list';
  }
}

const key = (ids: readonly string[]) => ids.join('\n');

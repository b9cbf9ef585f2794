/**
 * How much of a list view has to be drawn again.
 *
 * Drawing the whole list makes VS Code forget its rows until the new ones have come; a command that the user starts from a
 * row in that moment arrives without the row. So the list is drawn anew only when other rows are in it.
 */
export class ListRefresh {
  #shown: string | undefined;
  #asking = 0;

  /** Wraps the loading of the list's rows, given by their ids in order. */
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
   * @param ids what the list would hold now, in order; undefined when it has to be asked for anew
   * @returns `nothing` while the list is being loaded anyway, `rows` when the same rows only look different
   */
  needed(ids: readonly string[] | undefined): 'list' | 'rows' | 'nothing' {
    if (ids === undefined) return 'list';
    if (this.#asking > 0) return 'nothing';
    return key(ids) === this.#shown ? 'rows' : 'list';
  }
}

const key = (ids: readonly string[]) => ids.join('\n');

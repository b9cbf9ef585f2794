/** Rows of list views. */
import { l10n, type MarkdownString, ThemeIcon, TreeItem } from 'vscode';

/**
 * What a row shows follows from its lists at the time of each call, so a row stays the same while its subject changes.
 * @typeParam Lists the lists that the view shows
 */
export abstract class Row<Lists = unknown> {
  readonly lists: Lists;
  /** Unique in the view, and stable as long as the subject exists. */
  readonly id: string;
  readonly parent: Row<Lists> | undefined;

  constructor(lists: Lists, id: string, parent?: Row<Lists>) {
    this.lists = lists;
    this.id = id;
    this.parent = parent;
  }

  /** What the row doesn't read from the lists: a row with the same ID and other data replaces it. */
  get data(): unknown {
    return undefined;
  }

  /** Changes if the hover may have changed, although the row looks the same. */
  get revision(): string {
    return '';
  }

  abstract item(): TreeItem;

  children(): readonly Row<Lists>[] | Promise<readonly Row<Lists>[]> {
    return [];
  }

  /** Called when the hover is shown, because it may need data that the row doesn't. */
  async hover(): Promise<MarkdownString | undefined> {
    return undefined;
  }
}

/** Creates the item of a row. */
export function rowItem(label: string, properties: Partial<TreeItem> = {}): TreeItem {
  return Object.assign(new TreeItem(label), properties);
}

/** A message about the parent of the row. */
export class NoteRow<Lists> extends Row<Lists> {
  readonly #text: string;
  /** True if the row says why its siblings are missing. */
  readonly failed: boolean;

  constructor(parent: Row<Lists>, text: string, failed = false) {
    super(parent.lists, `${parent.id}/note/${text}`, parent);
    this.#text = text;
    this.failed = failed;
  }

  override item(): TreeItem {
    return rowItem(this.#text, { iconPath: new ThemeIcon(this.failed ? 'warning' : 'info'), tooltip: this.#text });
  }
}

/** A next step in place of rows that couldn't be loaded. */
export class CommandRow extends Row {
  readonly #command: string;
  readonly #title: string;
  readonly #icon: string;

  constructor(command: string, title: string, icon: string) {
    super(undefined, `command/${command}`);
    this.#command = command;
    this.#title = title;
    this.#icon = icon;
  }

  override item(): TreeItem {
    return rowItem(this.#title, {
      iconPath: new ThemeIcon(this.#icon),
      command: { command: this.#command, title: this.#title },
    });
  }
}

/** Loads the next page. */
export class MoreRow<Lists> extends Row<Lists> {
  readonly #command: string;
  readonly #progress: () => readonly [shown: number, total: number | undefined];

  /** @param progress returns how many rows are shown, and how many there are, if that's known */
  constructor(
    lists: Lists,
    command: string,
    progress: () => readonly [shown: number, total: number | undefined],
    parent?: Row<Lists>,
  ) {
    super(lists, parent ? `${parent.id}/more` : 'more', parent);
    this.#command = command;
    this.#progress = progress;
  }

  override item(): TreeItem {
    const [shown, total] = this.#progress();
    return rowItem(l10n.t('Load More'), {
      iconPath: new ThemeIcon('unfold'),
      description: total === undefined ? l10n.t('{0} shown', shown) : l10n.t('{0} of {1} shown', shown, total),
      command: { command: this.#command, title: l10n.t('Load More'), arguments: [this] },
    });
  }
}

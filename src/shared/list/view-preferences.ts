/** Preferences of a view or a command, stored for the workspace or the user. */
import { EventEmitter, l10n, type Memento, QuickPickItemKind, window } from 'vscode';
import { isRecord, isText } from '../../../common/guards.ts';
import { DisposableStore } from '../disposable.ts';
import { oneLine } from '../text/format.ts';
import { text, validOf } from '../text/parse.ts';

const validTexts = validOf(text);

/** Values in a Memento, with a change event. Subclasses validate them: another version may have written them. */
export abstract class ViewPreferences extends DisposableStore {
  readonly #memento: Memento;
  readonly #changed = this.register(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  /** Valid texts of the lists that were read, by the stored list, which the Memento replaces when it changes. */
  readonly #ids = new WeakMap<object, ReadonlySet<string>>();

  constructor(memento: Memento) {
    super();
    this.#memento = memento;
  }

  protected read(key: string): unknown {
    return this.#memento.get<unknown>(key);
  }

  /** @param value undefined removes it */
  protected async write(key: string, value: unknown): Promise<void> {
    await this.#memento.update(key, value);
    this.#changed.fire();
  }

  /** Moves a value that an earlier version stored under another key. */
  protected migrate(from: string, to: string): void {
    const value = this.read(from);
    if (value === undefined) return;
    if (this.read(to) === undefined) void this.#memento.update(to, value);
    void this.#memento.update(from, undefined);
  }

  /** Returns the IDs, or other texts, in a stored list. Each row of a view asks, so a list is validated only once. */
  protected readIds(key: string): ReadonlySet<string> {
    const stored = this.read(key);
    if (!Array.isArray(stored)) return new Set();
    const ids = this.#ids.get(stored) ?? new Set(validTexts(stored));
    this.#ids.set(stored, ids);
    return ids;
  }

  /** Adds an ID to a stored list or removes it. */
  protected toggleId(key: string, id: string, on: boolean): Promise<void> {
    const others = [...this.readIds(key)].filter((one) => one !== id);
    return this.write(key, on ? [...others, id] : others);
  }
}

export interface ListFilter<Kind extends string> {
  /** Case is ignored. */
  readonly text?: string;
  readonly kind?: Kind;
}

interface ListPreferencesOptions<Sort extends string, Kind extends string> {
  /** Prefix of the keys in the Memento. */
  readonly prefix: string;
  /** The first is the default. */
  readonly sorts: readonly Sort[];
  readonly kinds: readonly Kind[];
  /** Property name of the kind in the stored filter. */
  readonly field: string;
  readonly sortName: (sort: Sort) => string;
  readonly kindName: (kind: Kind) => string;
}

/** User text for choosing a filter. */
type FilterTexts = Readonly<Record<'all' | 'group' | 'placeholder' | 'title', string>>;

/** Sort order and filter of a list view. */
export abstract class ListPreferences<Sort extends string, Kind extends string> extends ViewPreferences {
  readonly #options: ListPreferencesOptions<Sort, Kind>;

  constructor(memento: Memento, options: ListPreferencesOptions<Sort, Kind>) {
    super(memento);
    this.#options = options;
  }

  get sort(): Sort {
    const { sorts, prefix } = this.#options;
    return sorts.find((known) => known === this.read(`${prefix}.sort`)) ?? (sorts[0] as Sort);
  }

  get filter(): ListFilter<Kind> {
    const value = this.read(`${this.#options.prefix}.filter`);
    if (!isRecord(value)) return {};
    const kind = this.#options.kinds.find((known) => known === value[this.#options.field]);
    return { ...(isText(value.text) && value.text !== '' && { text: value.text }), ...(kind && { kind }) };
  }

  get isFiltered(): boolean {
    return Object.keys(this.filter).length > 0;
  }

  setSort(sort: Sort): Promise<void> {
    return this.write(`${this.#options.prefix}.sort`, sort === this.#options.sorts[0] ? undefined : sort);
  }

  setFilter({ text, kind }: ListFilter<Kind>): Promise<void> {
    const filter = { ...(text && { text }), ...(kind && { [this.#options.field]: kind }) };
    return this.write(`${this.#options.prefix}.filter`, Object.keys(filter).length > 0 ? filter : undefined);
  }

  /** Returns what differs from the default, for the view's description: `enabled, “invoice”, by latest run`. */
  describe(): string {
    const { text, kind } = this.filter;
    const parts: string[] = [];
    if (kind) parts.push(this.#options.kindName(kind));
    if (text) parts.push(`“${oneLine(text, 30)}”`);
    if (this.sort !== this.#options.sorts[0]) parts.push(this.#options.sortName(this.sort));
    return parts.join(', ');
  }

  async askSort(placeHolder: string): Promise<void> {
    const { sorts, sortName } = this.#options;
    const items = sorts.map((sort) => ({ label: sortName(sort), ...currentMark(sort === this.sort), sort }));
    const answer = await window.showQuickPick(items, { placeHolder });
    if (answer) await this.setSort(answer.sort);
  }

  /** Asks for a kind; a typed text filters by name. Changing one keeps the other. @param kinds to choose from */
  async askFilter(texts: FilterTexts, kinds: readonly Kind[] = this.#options.kinds): Promise<void> {
    const { text, kind } = this.filter;
    const itemOf = (label: string, filter: ListFilter<Kind>, isChosen: boolean) => {
      return { label, ...currentMark(isChosen), filter, value: JSON.stringify(filter) };
    };
    const contains = (name: string) => l10n.t('Name contains "{0}"', oneLine(name, 60));
    const items = [
      ...(text === undefined ? [] : [itemOf(contains(text), this.filter, true)]),
      itemOf(texts.all, {}, !this.isFiltered),
      { label: texts.group, kind: QuickPickItemKind.Separator, filter: {}, value: '' },
      ...kinds.map((one) => itemOf(this.#options.kindName(one), { ...this.filter, kind: one }, one === kind)),
    ];
    let chosen: ListFilter<Kind> | undefined;
    const { askChoiceOrText } = await import('../multi-step-input.ts');
    await askChoiceOrText(
      { title: texts.title },
      {
        placeholder: texts.placeholder,
        items,
        typedLabel: contains,
        accept: (value) => {
          chosen = items.find((item) => item.value === value)?.filter ?? { ...(kind && { kind }), text: value };
        },
      },
    );
    if (chosen !== undefined) await this.setFilter(chosen);
  }
}

/** Marks the item of the current value. */
export function currentMark(yes: boolean): { description?: string } {
  return yes ? { description: l10n.t('current') } : {};
}

/** A quick pick that counts how often its items are sent. */
import { onTestFinished } from 'vitest';
import { EventEmitter, window } from './fake-vscode.ts';

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly alwaysShow?: boolean;
  readonly buttons?: readonly { readonly tooltip: string }[];
}

export class FakeQuickPick {
  title = '';
  value = '';
  busy = false;
  sent = 0;
  isOpen = false;
  selectedItems: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  #items: readonly Item[] = [];
  readonly #changed = new EventEmitter();
  readonly #accepted = new EventEmitter();
  readonly #pressed = new EventEmitter();
  readonly #hidden = new EventEmitter();
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerItemButton = this.#pressed.event;
  readonly onDidTriggerButton = new EventEmitter().event;

  get items(): readonly Item[] {
    return this.#items;
  }

  set items(items: readonly Item[]) {
    this.sent++;
    this.#items = items;
  }

  get labels(): readonly string[] {
    return this.#items.map(({ label }) => label);
  }

  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }

  /** Accepts the row whose label has a part; without one, what is typed. */
  accept(part?: string): void {
    this.selectedItems = part === undefined ? [] : this.#items.filter(({ label }) => label.includes(part)).slice(0, 1);
    this.activeItems = this.selectedItems;
    this.#accepted.fire(undefined);
  }

  /** Presses a button of the first row that has one of this name. */
  press(tooltip: string): void {
    const named = (one: { readonly tooltip: string }) => one.tooltip === tooltip;
    const item = this.#items.find(({ buttons }) => buttons?.some(named));
    this.#pressed.fire({ item, button: item?.buttons?.find(named) });
  }

  show(): void {
    this.isOpen = true;
  }

  hide(): void {
    this.isOpen = false;
    this.#hidden.fire(undefined);
  }

  dispose(): void {}
}

/** Returns the quick pick that is opened next in the test. */
export function fakeQuickPick(): FakeQuickPick {
  const pick = new FakeQuickPick();
  Object.assign(window, { createQuickPick: () => pick });
  onTestFinished(() => void Reflect.deleteProperty(window, 'createQuickPick'));
  return pick;
}

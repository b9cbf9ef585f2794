import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseModel } from '../../../../src/service/models/picker.ts';
import { UserModels } from '../../../../src/service/models/user-models.ts';
import { EventEmitter, FakeMemento, window } from '../../fake-vscode.ts';
import { sessionOf } from '../../session.ts';
import { settle } from '../../settle.ts';

interface Item {
  readonly label: string;
  readonly description?: string;
}

/** A quick pick that counts how often its items are sent. */
class FakePick {
  value = '';
  sent = 0;
  selectedItems: readonly Item[] = [];
  #items: readonly Item[] = [];
  readonly changed = new EventEmitter();
  readonly accepted = new EventEmitter();
  readonly hidden = new EventEmitter();
  readonly onDidChangeValue = this.changed.event;
  readonly onDidAccept = this.accepted.event;
  readonly onDidHide = this.hidden.event;
  readonly onDidTriggerButton = () => this;
  readonly onDidTriggerItemButton = () => this;

  get items(): readonly Item[] {
    return this.#items;
  }

  set items(items: readonly Item[]) {
    this.sent++;
    this.#items = items;
  }

  type(text: string): void {
    this.value = text;
    this.changed.fire(text);
  }

  accept(label: string): void {
    this.selectedItems = this.#items.filter((item) => item.label === label);
    this.accepted.fire(undefined);
  }

  show(): void {}
  dispose(): void {}
  hide(): void {
    this.hidden.fire(undefined);
  }
}

const custom = 'Use the entered ID';
let pick: FakePick;

beforeEach(() => {
  pick = new FakePick();
  Object.assign(window, { createQuickPick: () => pick });
});
afterEach(() => Reflect.deleteProperty(window, 'createQuickPick'));

async function open(modality?: 'image') {
  const records = [
    { id: 'acme/one', name: 'One', raw: { type: 'chat' } },
    { id: 'acme/painter', name: 'Painter', raw: { type: 'image' } },
  ];
  const session = sessionOf({ models: async () => records });
  await session.models.ensure();
  const chosen = chooseModel(session, new UserModels(new FakeMemento() as never), modality && { modality });
  await settle();
  pick.sent = 0;
  return { chosen };
}

/** Types a text letter by letter. */
const typeAll = (text: string) => Array.from(text, (_, index) => pick.type(text.slice(0, index + 1)));

test('the items are sent once while an ID is typed that no row has', async () => {
  const { chosen } = await open();
  typeAll('acme/own-model:free');
  expect(pick.sent).toBe(1);
  expect(pick.items.find(({ label }) => label === custom)?.description).toBe('not listed by the service');
  pick.accept(custom);
  expect(await chosen).toBe('acme/own-model:free');
});

test('an ID that a row has, and a text that is no ID, are not offered as a custom ID', async () => {
  await open();
  for (const text of ['acme/one', ' acme/one ', 'one', 'a b/c', '/x', 'a/', 'a/b c', `a/${'b'.repeat(300)}`]) {
    pick.type(text);
    expect(
      pick.items.map(({ label }) => label),
      text,
    ).not.toContain(custom);
  }
  expect(pick.sent).toBe(0);
});

test('the ID of a model that the list leaves out is offered, without saying that the service does not list it', async () => {
  const { chosen } = await open('image');
  pick.type(' acme/one ');
  expect(pick.items.find(({ label }) => label === custom)?.description).toBe('');
  pick.accept(custom);
  expect(await chosen).toBe('acme/one');
});

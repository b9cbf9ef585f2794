import { beforeEach, expect, test } from 'vitest';
import { chooseModel } from '../../../../src/service/models/picker.ts';
import { UserModels } from '../../../../src/service/models/user-models.ts';
import { type FakeQuickPick, fakeQuickPick } from '../../fake-quick-pick.ts';
import { FakeMemento } from '../../fake-vscode.ts';
import { sessionOf } from '../../session.ts';
import { settle } from '../../settle.ts';

const custom = 'Use the entered ID';
let pick: FakeQuickPick;

beforeEach(() => {
  pick = fakeQuickPick();
});

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
    expect(pick.labels, text).not.toContain(custom);
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

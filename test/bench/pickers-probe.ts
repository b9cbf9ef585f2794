/** Runs inside the extension host: keys in the pickers of models and chats, and comparisons of runs. */
import { randomUUID } from 'node:crypto';
import { CancellationTokenSource, EventEmitter, type QuickPick, type QuickPickItem, window } from 'vscode';
import { DiskFolder } from '../../src/node/disk-folder.ts';
import { nodePlatform } from '../../src/node/platform.ts';
import { chooseChat } from '../../src/service/chat/host/chat-picker.ts';
import type { ChatRecord } from '../../src/service/chat/record.ts';
import { ChatStore } from '../../src/service/chat/stored/chat-store.ts';
import { chooseModel } from '../../src/service/models/picker.ts';
import { UserModels } from '../../src/service/models/user-models.ts';
import { runViewModel } from '../../src/service/panels/run/run-view-model.ts';
import { ModelStore } from '../../src/service/session/models/model-store.ts';
import { usePlatform } from '../../src/shared/platform.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { run as runOf, step } from '../unit/service/panels/fixtures.ts';
import { until } from '../until.ts';
import { writeReport } from '../workbench/suite/report.ts';
import { collected } from './collected.ts';
import { longestBlock } from './longest-block.ts';
import { manyModels } from './many-models.ts';
import type { PickerFigures } from './pickers.ts';
import { median } from './row.ts';

const CHATS = 2000;
const MEBIBYTE = 1024 * 1024;

export async function run(): Promise<void> {
  usePlatform(nodePlatform(''));
  const comparison2000 = compare(2000);
  const figures: PickerFigures = {
    modelKey: await typeModel(),
    ...(await showChats()),
    ...(await searchChats()),
    comparison2000,
    comparison20000: compare(20_000),
  };
  await writeReport(figures);
}

/** A quick pick on the screen, in which the probe types. */
interface Typed {
  readonly pick: QuickPick<QuickPickItem>;
  key(value: string): void;
}

/** Opens a quick pick. An extension can't press keys in it, so it gets another event of its value. */
function opened(open: () => unknown): Typed {
  const typed = new EventEmitter<string>();
  const { createQuickPick } = window;
  let pick: QuickPick<QuickPickItem> | undefined;
  window.createQuickPick = (() => {
    pick = Object.defineProperty(createQuickPick(), 'onDidChangeValue', { value: typed.event });
    return pick;
  }) as typeof createQuickPick;
  open();
  window.createQuickPick = createQuickPick;
  if (pick === undefined) throw new Error('nothing has opened a quick pick');
  const shown = pick;
  return {
    pick: shown,
    key: (value) => {
      shown.value = value;
      typed.fire(value);
    },
  };
}

/** Types a text, and returns the longest block by one of its keys. */
async function longestByKey({ key }: Typed, text: string): Promise<number> {
  const blocks: number[] = [];
  for (let end = 1; end <= text.length; end++) blocks.push(await longestBlock(() => key(text.slice(0, end))));
  return Math.max(...blocks);
}

async function typeModel(): Promise<number> {
  const records = manyModels().map(({ id, name, ...raw }) => ({ id, name, raw }));
  const models = new ModelStore({ models: async () => records } as never);
  await models.refresh();
  const memento = { keys: () => [], get: () => undefined, update: async () => undefined };
  const { token } = new CancellationTokenSource();
  const typed = opened(() => chooseModel({ models, token } as never, new UserModels(memento as never)));
  await until('the models', () => typed.pick.items.length > records.length);
  const longest = await longestByKey(typed, 'acme/new-1');
  typed.pick.hide();
  return longest;
}

/** Fills a folder with chats. @param size of each, in characters */
function chatsOf(size: number): { readonly store: ChatStore; remove(): void } {
  const folder = new TemporaryFolder('chats');
  const words = 'The router sends each request to one of the models. ';
  for (let index = 0; index < CHATS; index++) {
    const text = `${index} ${words.repeat(size / words.length)}`;
    const records: readonly ChatRecord[] = [
      { kind: 'prompt', id: 'p', text: `Question ${index}`, at: index, after: '' },
      { kind: 'answer', id: 'a', model: 'acme/one', at: index, after: 'p' },
      { kind: 'text', id: 'a', text },
      { kind: 'end', id: 'a', ending: { how: 'complete' }, at: index + 1 },
    ];
    folder.write(
      `${randomUUID()}.jsonl`,
      records
        .map((record) => JSON.stringify(record))
        .join('\n')
        .concat('\n'),
    );
  }
  return { store: new ChatStore(new DiskFolder(folder.path)), remove: () => folder.remove() };
}

const nothing = async () => undefined;
const showAll = (store: ChatStore) =>
  opened(() =>
    chooseChat('', store, { rename: nothing, pin: nothing, export: nothing, remove: nothing, openFile: nothing }),
  );

async function showChats() {
  const { store, remove } = chatsOf(10_000);
  const start = performance.now();
  const typed = showAll(store);
  await until('the first rows', () => typed.pick.items.length > 1);
  const firstChat = performance.now() - start;
  await until('all chats', () => !typed.pick.busy);
  const chatKey = await longestByKey(typed, 'question 7');
  typed.pick.hide();
  remove();
  return { firstChat, chatKey };
}

async function searchChats() {
  const { store, remove } = chatsOf(200_000);
  const before = collected();
  const typed = showAll(store);
  await until('all chats', () => !typed.pick.busy, 120_000);
  const searchedMiB = (collected() - before) / MEBIBYTE;
  const searchKey = await longestByKey(typed, 'models. th');
  typed.pick.hide();
  remove();
  return { searchKey, searchedMiB };
}

/** Compares two runs whose steps are in opposite order. Returns the median of seven times, in milliseconds. */
function compare(steps: number): number {
  const names = Array.from({ length: steps }, (_, index) => `step ${index}`);
  const before = runOf(names.map((name) => step(name)));
  const run = runOf(names.toReversed().map((name) => step(name)));
  const versions = { before: undefined, after: undefined, between: [], isWhole: true };
  const changes = { before, search: undefined, versions };
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    const start = performance.now();
    runViewModel({ run, changes }, 'Two runs', 0);
    times.push(performance.now() - start);
  }
  return median(times);
}

import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DiskFolder } from '../../../../src/node/disk-folder.ts';
import type { ChatRecord } from '../../../../src/service/chat/record.ts';
import { ChatStore } from '../../../../src/service/chat/stored/chat-store.ts';
import { checkImportSize, fromText, toJson, toMarkdown } from '../../../../src/service/chat/stored/export.ts';
import {
  type ChatSummary,
  foundLine,
  searchChats,
  summaryOf,
  titleOf,
} from '../../../../src/service/chat/stored/summary.ts';
import { ChatTranscript } from '../../../../src/service/chat/transcript.ts';
import { TemporaryFolder } from '../../../temporary-folder.ts';
import { fc } from '../../random-runs.ts';

const chat = (question = 'What is a webhook?', answer = 'A **call** back.'): ChatRecord[] => [
  { kind: 'model', model: 'acme/one' },
  { kind: 'prompt', id: 'p', text: question, at: Date.UTC(2026, 0, 2), after: '' },
  { kind: 'answer', id: 'x', model: 'acme/one', at: Date.UTC(2026, 0, 2), after: 'p' },
  { kind: 'text', id: 'x', text: answer },
  { kind: 'end', id: 'x', ending: { how: 'complete' }, at: Date.UTC(2026, 0, 3) },
];

let folder: TemporaryFolder;
let store: ChatStore;
beforeEach(() => {
  folder = new TemporaryFolder('chats');
  store = new ChatStore(new DiskFolder(folder.path));
});
afterEach(() => folder.remove());

describe('chat store', () => {
  it('lists chats that have messages, and omits those with only a model', async () => {
    const id = store.create(chat());
    store.create([{ kind: 'model', model: 'a/b' }]);
    expect(await store.list()).toMatchObject([
      { id, title: 'What is a webhook?', messages: 2, model: 'acme/one', at: Date.UTC(2026, 0, 3) },
    ]);
    expect(await new ChatStore(new DiskFolder(folder.at('none'))).list()).toEqual([]);
  });

  it('shows the chats that were written last before it has read all, and reads several at the same time', async () => {
    const files = new DiskFolder(folder.path);
    const ids = Array.from({ length: 300 }, (_, index) => store.create(chat(`Question ${index}`)));
    for (const [index, id] of ids.entries()) utimesSync(folder.at(`${id}.jsonl`), index, index);
    let reads = 0;
    let open = 0;
    let most = 0;
    vi.spyOn(files, 'log').mockImplementation((name) => ({
      append: () => false,
      read: async () => {
        reads++;
        most = Math.max(most, ++open);
        await new Promise((resolve) => setImmediate(resolve));
        open--;
        return folder.read(name);
      },
    }));
    const other = new ChatStore(files);
    const shown: [count: number, first: string | undefined, reads: number][] = [];
    const all = await other.list({
      showFirst: (chats) => shown.push([chats.length, chats[0]?.title, reads]),
    });
    expect(shown).toEqual([[100, 'Question 299', 100]]);
    expect([all.length, reads]).toEqual([300, 300]);
    expect(most).toBeGreaterThan(4);
    await other.list();
    expect(reads).toBe(300);
  });

  it('keeps only the beginning of a chat for which there is no room', () => {
    const transcript = new ChatTranscript(chat('Why?', 'x'.repeat(300_000)));
    const lengths = [undefined, 50_000, -5].map((room) => {
      const { text, isPartial } = summaryOf('a', transcript, room);
      return [text.length, isPartial];
    });
    expect(lengths).toEqual([
      [200_000, true],
      [50_000, true],
      [2000, true],
    ]);
    expect(summaryOf('a', new ChatTranscript(chat())).isPartial).toBe(false);
  });

  it('reads a file again after it changes', async () => {
    const id = store.create(chat());
    await store.list();
    store.append(id, { kind: 'title', text: 'Hooks' }, { kind: 'pin', on: true });
    expect(await store.list()).toMatchObject([{ title: 'Hooks', pinned: true }]);
  });

  it('removes a chat from the list, and restores it unchanged', async () => {
    const id = store.create(chat());
    const before = folder.read(`${id}.jsonl`);
    await store.remove(id);
    expect(await store.list()).toEqual([]);
    await store.restore(id);
    expect(folder.read(`${id}.jsonl`)).toBe(before);
    await store.remove(id);
    await store.forget(id);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  const followUp: ChatRecord = { kind: 'prompt', id: 'p2', text: 'Go on', at: 5, after: 'x' };

  async function openInOtherWindow(id: string) {
    const other = new ChatStore(new DiskFolder(folder.path));
    const onForeign = vi.fn();
    const { log } = await other.open(id, { onFailure: (error) => expect.fail(String(error)), onForeign });
    const say = (record: ChatRecord) => {
      log?.add(record);
      log?.flush();
    };
    return { say, onForeign };
  }

  it.each(['is restored', 'is forgotten'])('keeps a chat that another window continues until it %s', async (end) => {
    const id = store.create(chat());
    const other = await openInOtherWindow(id);
    store.append(id, { kind: 'prompt', id: 'p1', text: 'Only here', at: 4, after: 'x' });
    await store.writeComposed(id, { text: 'unsent' });
    await store.remove(id);
    other.say(followUp);
    expect(other.onForeign).toHaveBeenCalledOnce();
    other.say({ kind: 'pin', on: true });
    if (end === 'is restored') await store.restore(id);
    else await store.forget(id);
    const { records } = await store.read(id);
    const own = end === 'is restored' ? [{ kind: 'prompt', id: 'p1', text: 'Only here', at: 4, after: 'x' }] : [];
    expect(records.slice(1)).toEqual([...chat(), followUp, { kind: 'pin', on: true }, ...own]);
    expect(await store.readComposed(id)).toEqual({ text: 'unsent' });
    expect(readdirSync(folder.path).sort()).toEqual([`${id}.draft.json`, `${id}.jsonl`]);
  });

  it('combines what two windows know of a deleted chat', async () => {
    const id = store.create(chat());
    const [one, two] = [await openInOtherWindow(id), await openInOtherWindow(id)];
    two.say({ kind: 'title', text: 'Hooks '.repeat(20) });
    await store.remove(id);
    await store.forget(id);
    one.say(followUp);
    two.say({ kind: 'pin', on: true });
    const { records } = await store.read(id);
    const title = { kind: 'title', text: 'Hooks '.repeat(20) };
    expect(records.slice(1)).toEqual([...chat(), followUp, title, { kind: 'pin', on: true }]);
  });

  it('combines them even if the other window wrote more than the first one knows', async () => {
    const id = store.create(chat());
    const [one, two] = [await openInOtherWindow(id), await openInOtherWindow(id)];
    one.say(followUp);
    two.say({ kind: 'title', text: 'Hooks '.repeat(100) });
    await store.remove(id);
    await store.forget(id);
    two.say({ kind: 'pin', on: true });
    one.say({ kind: 'model', model: 'acme/two' });
    expect((await store.read(id)).records).toContainEqual(followUp);
  });

  it('deletes a removed chat and its composed text after an hour', async () => {
    const id = store.create(chat());
    await store.writeComposed(id, { text: 'unsent' });
    await store.remove(id);
    await store.list();
    expect(readdirSync(folder.path)).toHaveLength(2);
    vi.useFakeTimers({ now: Date.now() + 3_700_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await store.list();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('sets an unreadable file aside, and lists the others', async () => {
    folder.write('bad.jsonl', '\u0000\u0001 garbage\n{{{');
    const good = store.create(chat());
    const stored = await store.open('bad', { onFailure: (error) => expect.fail(String(error)) });
    expect(stored.records).toEqual([]);
    expect(folder.read(stored.setAside ?? '')).toContain('garbage');
    expect((await store.list()).map(({ id }) => id)).toEqual([good]);
  });

  it('names the chats that it leaves out of the list because they cannot be read, and why', async () => {
    const files = new DiskFolder(folder.path);
    const [good, locked] = [store.create(chat()), store.create(chat())];
    folder.write('bad.jsonl', '\u0000 garbage\n{{{');
    folder.write('typed.draft.json', '{"text": ');
    const { log } = files;
    vi.spyOn(files, 'log').mockImplementation((name) => ({
      ...log.call(files, name),
      read: () =>
        name.startsWith(locked) ? Promise.reject(new Error('permission denied')) : log.call(files, name).read(),
    }));
    const unread: [string, string][] = [];
    const listed = await new ChatStore(files).list({
      showUnread: (chats) => unread.push(...chats.map(({ file, why }): [string, string] => [file, why])),
    });
    expect(listed.map(({ id }) => id)).toEqual([good]);
    expect(unread.toSorted()).toEqual(
      [
        ['bad.jsonl', 'Nothing in the file is a message of a chat.'],
        [`${locked}.jsonl`, 'permission denied'],
        ['typed.draft.json', expect.stringContaining('JSON')],
      ].toSorted(),
    );
  });

  it('leaves out a chat that was deleted while the list is read, without a word', async () => {
    const files = new DiskFolder(folder.path);
    const id = store.create(chat());
    vi.spyOn(files, 'list').mockImplementation(async () => {
      rmSync(folder.at(`${id}.jsonl`));
      return [`${id}.jsonl`];
    });
    expect(await new ChatStore(files).list({ showUnread: () => expect.fail('nothing is unread') })).toEqual([]);
  });

  it('stores what is composed beside its chat', async () => {
    await store.writeComposed('one', { text: 'unsent' });
    expect(await store.readComposed('one')).toEqual({ text: 'unsent' });
    await store.writeComposed('one', undefined);
    expect(await store.readComposed('one')).toBeUndefined();
    expect(readdirSync(folder.path)).toEqual([]);
    await expect(store.writeComposed('../one', { text: 'a' })).rejects.toThrow();
  });

  it.each([1e20, -1e20])('reads the invalid time %d as unknown', async (at) => {
    const imported = chat().map((record) => ('at' in record ? { ...record, at } : record));
    const read = fromText(JSON.stringify({ format: 'switchyard-chat', version: 1, records: imported }));
    const id = store.create(read);
    expect(await store.list()).toMatchObject([{ id, at: 0 }]);
  });

  it('lists a chat after the clock goes backwards', async () => {
    const id = store.create(chat());
    await store.list();
    utimesSync(folder.at(`${id}.jsonl`), new Date(0), new Date(0));
    expect(await store.list()).toHaveLength(1);
  });
});

describe('the list of chats', () => {
  const summary = (id: string, at: number, more: Partial<ChatSummary> = {}): ChatSummary => ({
    ...summaryOf(id, new ChatTranscript(chat(`Question ${id}`))),
    at,
    ...more,
  });

  it('shows pinned chats first, then the latest', () => {
    const chats = [summary('a', 1), summary('b', 3), summary('c', 2, { pinned: true })];
    expect(searchChats(chats, '').map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });

  it('finds all words in any message, and shows the matching line', () => {
    const chats = [summary('a', 1, { text: 'before\nthe Webhook fires\nafter' }), summary('b', 2)];
    expect(searchChats(chats, 'fires WEBHOOK').map(({ id }) => id)).toEqual(['a']);
    expect(searchChats(chats, 'fires nothing')).toEqual([]);
    expect(chats[0] && foundLine(chats[0], 'webhook')).toContain('the Webhook fires');
    expect(chats[1] && foundLine(chats[1], 'question')).toBeUndefined();
  });

  it('shows the matching line even if letters before it get longer in lower case', () => {
    const found = summary('a', 1, { text: `${'\u0130'.repeat(200)}\u{1f600}${'.'.repeat(39)}(Webhook) fires` });
    expect(foundLine(found, '(webhook)')).toBe(`${'.'.repeat(39)}(Webhook) fires`);
  });

  it('names a chat after its first prompt on one line, unless the user renames it', () => {
    const transcript = new ChatTranscript(chat('a\nb\u202e\u0000 c'));
    expect(titleOf(transcript)).toBe('a b c');
    transcript.apply({ kind: 'title', text: 'Mine' });
    expect(titleOf(transcript)).toBe('Mine');
  });
});

describe('chat import', () => {
  it('restores everything from JSON', () => {
    const records: ChatRecord[] = [
      ...chat(),
      { kind: 'answer', id: 'y', model: 'acme/two', at: 5, after: 'p' },
      { kind: 'text', id: 'y', text: 'other' },
      { kind: 'usage', id: 'y', usage: { input: 1, output: 2, estimated: false, cost: 3 } },
      { kind: 'end', id: 'y', ending: { how: 'stopped' }, at: 6 },
      { kind: 'settings', settings: { temperature: 1 } },
    ];
    const first = new ChatTranscript(records);
    const read = fromText(toJson(first));
    expect(new ChatTranscript(read).records()).toEqual(first.records());
  });

  it('goes on with the model of its last answer, if no other was chosen', () => {
    const answered = new ChatTranscript(chat('One', 'two'));
    const [answer] = answered.answers;
    expect(new ChatTranscript(fromText(toJson(answered))).model).toBe(answered.model ?? answer?.model);
  });

  it('rejects Markdown, to which a chat can be exported for reading', () => {
    const text = toMarkdown(new ChatTranscript(chat('One\n\ntwo', '# x')));
    expect(text).toBe('# One two\n\n## You\n\nOne\n\ntwo\n\n## acme/one\n\n# x\n');
    expect(() => fromText(text)).toThrow("This isn't an exported chat.");
  });

  it.each([
    ['an empty file', '', "This isn't an exported chat."],
    ['another document', '# Readme\n\nHello', "This isn't an exported chat."],
    ['JSON in another format', '{"format":"other"}', "This isn't an exported chat."],
    ['an unknown version', '{"format":"switchyard-chat","version":2,"records":[]}', "This isn't an exported chat."],
    ['broken JSON', '{"format":', 'the file is damaged'],
    [
      'an invalid record',
      '{"format":"switchyard-chat","version":1,"records":[{"kind":"exec"}]}',
      'the file is damaged',
    ],
    ['a chat without messages', '{"format":"switchyard-chat","version":1,"records":[]}', 'contains no messages'],
  ])('rejects %s', (_what, text, why) => {
    expect(() => fromText(text)).toThrow(why);
  });

  it('rejects a file that is too large', () => {
    expect(() => checkImportSize(50_000_000)).not.toThrow();
    expect(() => checkImportSize(50_000_001)).toThrow('larger than 50 MB');
  });

  it('ends running responses, and rejects other values with a message for the user', () => {
    const running = chat().slice(0, 4);
    const read = fromText(JSON.stringify({ format: 'switchyard-chat', version: 1, records: running }));
    expect(new ChatTranscript(read).running).toBeUndefined();
    const record = fc.oneof(fc.anything(), fc.record({ kind: fc.constantFrom('prompt', 'end'), id: fc.anything() }));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(record)), (value) => {
        const text =
          typeof value === 'string' ? value : safeJson({ format: 'switchyard-chat', version: 1, records: value });
        const message = messageOf(() => fromText(text));
        expect(message ?? 'the file is damaged').toMatch(/exported chat|the file is damaged|contains no messages/);
      }),
    );
  });
});

/** Returns the message of what it throws. */
function messageOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? String(one) : one)) ?? '';
  } catch {
    return '';
  }
}

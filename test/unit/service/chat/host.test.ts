import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExtensionContext, WebviewViewProvider } from 'vscode';
import { type ChatHost, openChatHost } from '../../../../src/service/chat/host/host.ts';
import { Chat } from '../../../../src/service/chat/index.ts';
import { ChatTranscript, type Notice, type ToPage } from '../../../../src/service/chat/messages.ts';
import { TemporaryFolder } from '../../../temporary-folder.ts';
import {
  EventEmitter,
  FakeMemento,
  type FakePanel,
  panels,
  settings,
  shown,
  TextEditorSelectionChangeKind,
  textSelection,
  Uri,
  window,
} from '../../fake-vscode.ts';
import { TestAccounts } from '../../session.ts';
import { settle } from '../../settle.ts';
import { FakeService } from './fake-service.ts';

let folder: TemporaryFolder;
let service: FakeService;
let context: ExtensionContext;
let accounts: TestAccounts;
let features: ConstructorParameters<typeof Chat>[1];

beforeEach(() => {
  folder = new TemporaryFolder('host');
  settings.set('switchyard.chat.budget', 0);
  service = new FakeService();
  accounts = new TestAccounts({ ...service.client, models: async () => [] });
  context = {
    globalStorageUri: Uri.file(folder.path),
    extensionUri: Uri.file('/extension'),
    workspaceState: new FakeMemento(),
  } as unknown as ExtensionContext;
  const models = { userModels: { initial: 'a/b' } };
  // Runs and workflows are only used to explain a run.
  features = { accounts, models, runs: { selectedRow: undefined } } as unknown as typeof features;
});
afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
  folder.remove();
});

/** What the test has opened. */
const opened: { dispose(): void }[] = [];

async function openHost(): Promise<ChatHost> {
  const host = await openChatHost(context, features);
  opened.push(host);
  return host;
}

/** Shows a chat in an editor. */
async function showChat() {
  const chat = new Chat(context, features);
  opened.push(chat);
  await chat.showInEditor();
  return chat;
}

const fileOf = (id: string) => folder.read(`chats/${id}.jsonl`);

/** Returns a host that shows a new chat, and the ID of the one before, whose answer continues. */
async function leftWhileAnswering() {
  const host = await openHost();
  const { id } = host.chat.conversation;
  host.chat.conversation.ask('First');
  await settle();
  await host.newChat();
  return { host, id };
}

/** What the host posted to the panels. */
let posted: ToPage[];
/** Records what the host posts to the first panel. @returns its notices */
function watchNotices(): (Notice | undefined)[] {
  const notices: (Notice | undefined)[] = [];
  posted = [];
  const [panel] = panels;
  if (panel)
    panel.webview.postMessage = async (message) => {
      posted.push(message as ToPage);
      const last = posted.at(-1);
      if (last?.kind === 'notice' || (last?.kind === 'show' && last.notice)) notices.push(last.notice);
      return true;
    };
  panel?.messages.fire({ kind: 'ready' });
  return notices;
}
/** Posts a message of the first page about a chat. */
const tell = (chat: string, message: object) => panels[0]?.messages.fire({ ...message, chat });
const asked = () => service.requests.map(({ messages }) => messages.at(-1)?.content);

describe('the focus', () => {
  it.each([
    ['goes to the composer as soon as the page is ready', undefined, true],
    ['goes there too if a command moves the cursor meanwhile', TextEditorSelectionChangeKind.Command, true],
    ['stays in an editor in which the user types meanwhile', TextEditorSelectionChangeKind.Keyboard, false],
    ['stays in an editor in which the user clicks meanwhile', TextEditorSelectionChangeKind.Mouse, false],
  ])('%s', async (_what, kind, isInComposer) => {
    await showChat();
    if (kind !== undefined) textSelection.fire({ kind });
    watchNotices();
    expect(posted.some((message) => message.kind === 'focus')).toBe(isInComposer);
  });
});

describe('the chat host', () => {
  it('shows the chat that was opened last, and closes the others', async () => {
    const host = await openHost();
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    await Promise.all([host.open(one), host.open(two)]);
    expect(host.chat.conversation.id).toBe(two);
    host.chat.conversation.ask('Hello');
    host.dispose();
    expect(fileOf(two)).toContain('Hello');
    expect(() => fileOf(one)).toThrow();
  });

  it('shows the chat that was opened last, also if an earlier one takes longer to load', async () => {
    const host = await openHost();
    const [slow, last] = [crypto.randomUUID(), crypto.randomUUID()];
    const { promise, resolve } = Promise.withResolvers<void>();
    const open = host.store.open.bind(host.store);
    host.store.open = async (id, events) => {
      if (id === slow) await promise;
      return open(id, events);
    };
    const opening = host.open(slow);
    await host.open(last);
    resolve();
    await opening;
    expect(host.chat.conversation.id).toBe(last);
  });

  it('keeps a message sent in a chat while another chat opens', async () => {
    const host = await openHost();
    const { conversation } = host.chat;
    const opening = host.open(crypto.randomUUID());
    expect(conversation.ask('Said in between')).toBe(true);
    await opening;
    expect(fileOf(conversation.id)).toContain('Said in between');
    host.dispose();
    expect(service.signal?.aborted ?? true).toBe(true);
  });

  it.each([
    ['another chat opens', (host: ChatHost) => host.open(crypto.randomUUID())],
    ['a new chat opens', (host: ChatHost) => host.newChat()],
  ])('continues and stores an answer and the queued messages when %s', async (_what, leave) => {
    const host = await openHost();
    const { id } = host.chat.conversation;
    host.chat.conversation.ask('First');
    host.chat.conversation.ask('Second');
    await service.say({ kind: 'text', text: 'Begin' });
    await leave(host);
    expect([host.chat.conversation.id === id, host.activityOf(id)]).toEqual([false, 'running']);
    await service.say({ kind: 'text', text: ' and end' }, 'end');
    expect([asked(), host.activityOf(id)]).toEqual([['First', 'Second'], 'running']);
    await service.say({ kind: 'text', text: 'Another' }, 'end');
    expect(host.activityOf(id)).toBe('completed');
    const { records } = await host.store.read(id);
    expect(new ChatTranscript(records).turns.map(({ text }) => text)).toEqual([
      'First',
      'Begin and end',
      'Second',
      'Another',
    ]);
    expect(new ChatTranscript(records).answers.map(({ ending }) => ending?.how)).toEqual(['complete', 'complete']);
    await host.open(id);
    expect(host.activityOf(id)).toBeUndefined();
  });

  it('deletes all chats for good after a question, with deleted ones and drafts, and stops their answers', async () => {
    const { host } = await leftWhileAnswering();
    host.chat.conversation.ask('Second');
    await settle();
    await host.store.remove(host.store.create([{ kind: 'prompt', id: 'p', text: 'Deleted before', at: 1, after: '' }]));
    await host.newChat();
    host.chat.composer.compose({ text: 'unsent', context: [] });
    const { showWarningMessage } = window;
    const asked = vi.fn(
      async (_question: string, _options: object, button: string): Promise<string | undefined> => button,
    );
    asked.mockResolvedValueOnce(undefined);
    Object.assign(window, { showWarningMessage: asked, setStatusBarMessage: () => undefined });
    await host.chats.removeAll();
    expect(readdirSync(`${folder.path}/chats`).length).toBeGreaterThan(2);
    await host.chats.removeAll();
    Object.assign(window, { showWarningMessage });
    expect([host.chat.conversation.transcript.turns, host.chat.composed.isEmpty]).toEqual([[], true]);
    await settle();
    host.dispose();
    expect(readdirSync(`${folder.path}/chats`)).toEqual([]);
  });

  it('shows a streaming answer again when the user returns to its chat', async () => {
    const host = await openHost();
    const { conversation } = host.chat;
    conversation.ask('First');
    await service.say({ kind: 'text', text: 'One' });
    await host.newChat();
    await service.say({ kind: 'text', text: ' two' });
    await host.open(conversation.id);
    expect(host.chat.conversation).toBe(conversation);
    await service.say({ kind: 'text', text: ' three' }, 'end');
    expect(host.chat.conversation.transcript.last).toMatchObject({
      text: 'One two three',
      ending: { how: 'complete' },
    });
  });

  it('runs the answers of several chats at the same time', async () => {
    const host = await openHost();
    const first = host.chat.conversation;
    first.ask('First');
    await settle();
    const { signal } = service;
    await host.newChat();
    host.chat.conversation.ask('Second');
    await settle();
    expect([first.busy, host.chat.conversation.busy, signal?.aborted]).toEqual([true, true, false]);
    host.chat.conversation.stop();
    expect([first.busy, host.chat.conversation.busy]).toEqual([true, false]);
  });

  it('does not stop the answer when the current chat is read again', async () => {
    const host = await openHost();
    const { conversation } = host.chat;
    conversation.ask('First');
    await settle();
    const notify = vi.spyOn(host.chat, 'notify');
    await host.reload();
    expect(notify.mock.lastCall?.[0]?.text).toContain('Wait until the response is complete');
    await host.open(conversation.id);
    expect([host.chat.conversation === conversation, conversation.busy]).toEqual([true, true]);
  });

  it('ends the answer of a chat that is deleted, and writes nothing to it afterward', async () => {
    const { host, id } = await leftWhileAnswering();
    await host.chats.remove(id);
    await service.say({ kind: 'text', text: 'Late' }, 'end');
    expect([service.signal?.aborted, host.activityOf(id)]).toEqual([true, undefined]);
    expect(() => fileOf(id)).toThrow();
  });

  it('warns if an answer that continues in the background cannot be stored', async () => {
    const { id } = await leftWhileAnswering();
    shown.length = 0;
    rmSync(folder.at(`chats/${id}.jsonl`));
    mkdirSync(folder.at(`chats/${id}.jsonl`));
    await service.say({ kind: 'text', text: 'Answer' }, 'end');
    expect(shown).toEqual([expect.stringMatching(/^First: Couldn't save this chat to disk:/)]);
  });

  it('renames a chat whose answer continues without losing a record', async () => {
    const { host, id } = await leftWhileAnswering();
    await host.chats.pin(id, true);
    await service.say({ kind: 'text', text: 'Answer' }, 'end');
    const transcript = new ChatTranscript((await host.store.read(id)).records);
    expect([transcript.pinned, transcript.last?.text]).toEqual([true, 'Answer']);
  });

  it('starts one chat for two concurrent commands, and keeps what is composed', async () => {
    const host = await openHost();
    host.chat.conversation.ask('First');
    host.chat.composer.compose({ text: 'not sent yet' });
    await Promise.all([host.newChat(), host.newChat()]);
    expect(host.chat.composed.value.text).toBe('not sent yet');
    expect(host.chat.conversation.transcript.last).toBeUndefined();
  });

  it('lists chats with composed text or a name and without messages, which can be deleted and restored', async () => {
    const host = await openHost();
    const { id } = host.chat;
    host.chat.composer.compose({ text: 'not sent yet' });
    await host.open(crypto.randomUUID());
    const named = host.chat.id;
    host.chat.conversation.rename('Plans');
    await host.newChat();
    await host.open(crypto.randomUUID());
    const listed = async () => (await host.store.list()).map(({ title, messages }) => [title, messages]).sort();
    await expect.poll(listed).toEqual([
      ['Plans', 0],
      ['not sent yet', 0],
    ]);
    await host.chats.remove(named);
    await host.chats.remove(id);
    expect(await listed()).toEqual([]);
    await host.store.restore(id);
    expect(await listed()).toEqual([['not sent yet', 0]]);
    await host.open(id);
    expect(host.chat.composed.value.text).toBe('not sent yet');
  });

  it('keeps the settings and the name of a chat without messages, also while another chat is shown', async () => {
    const host = await openHost();
    const { id } = host.chat.conversation;
    host.chat.conversation.setSettings({ system: 'Be brief.' });
    host.chat.conversation.rename('Plans');
    host.dispose();
    const reloaded = await openHost();
    const { settings: kept, title } = reloaded.chat.conversation.transcript;
    expect([reloaded.chat.conversation.id, kept, title]).toEqual([id, { system: 'Be brief.' }, 'Plans']);
    await reloaded.open(crypto.randomUUID());
    const { conversation } = reloaded.chat;
    conversation.ask('First');
    await reloaded.open(id);
    const listed = (await reloaded.store.list()).map((chat) => chat.id);
    expect(listed.sort()).toEqual([id, conversation.id].sort());
    expect(reloaded.chat.conversation.transcript.settings).toEqual({ system: 'Be brief.' });
  });

  it('sends no queued message to another account', async () => {
    const host = await openHost();
    host.chat.conversation.ask('First');
    host.chat.conversation.ask('Second');
    await settle();
    accounts.switchTo({ ...service.client, models: async () => [] });
    await service.say({ kind: 'text', text: 'Answer' }, 'end');
    await settle();
    expect(asked()).toEqual(['First']);
    expect(host.chat.conversation.transcript.queue).toMatchObject([{ text: 'Second' }]);
    expect(host.chat.conversation.askQueued()).toBe(true);
  });

  it('forgets prices and limits of models when the account changes', async () => {
    const client = (context_length: number) => ({
      ...service.client,
      models: async () => [{ id: 'a/b', name: 'B', raw: { context_length } }],
    });
    accounts.switchTo(client(1000));
    await accounts.only.models.ensure();
    const host = await openHost();
    expect(host.facts.contextWindowOf('a/b')).toBe(1000);
    accounts.switchTo(client(2000));
    expect(host.facts.contextWindowOf('a/b')).toBeUndefined();
  });

  it('sends a message once when two pages send it at the same time', async () => {
    const host = await openHost();
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(accounts.only.models, { ensure: () => promise });
    host.chat.composer.compose({
      text: 'Once',
      context: [{ id: 'c', kind: 'selection', label: 'x', text: 'y', tokens: 1 }],
    });
    const both = [host.chat.composer.submit('Once'), host.chat.composer.submit('Once')];
    resolve();
    await Promise.all(both);
    await settle();
    expect(asked()).toHaveLength(1);
    expect(host.chat.conversation.transcript.queue).toEqual([]);
  });
});

describe('the composer', () => {
  it('keeps what is typed and attached while a message waits for the list of models', async () => {
    const host = await openHost();
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(accounts.only.models, { ensure: () => promise });
    host.chat.composer.addPasted('one.txt', '1');
    host.chat.composer.compose({ text: 'look' });
    const sending = host.chat.composer.submit('look');
    host.chat.composer.addPasted('two.txt', '2');
    host.chat.composer.compose({ text: 'look, and then' });
    resolve();
    await sending;
    expect(host.chat.conversation.transcript.turns[0]).toMatchObject({ text: 'look', context: [{ text: '1' }] });
    expect(host.chat.composed.value).toMatchObject({ text: ', and then', context: [{ text: '2' }] });
  });

  it('shows why a message was not sent until another one is sent', async () => {
    accounts.switchTo({ models: async () => [{ id: 'a/b', name: 'B', raw: { context_length: 100 } }] });
    await accounts.only.models.ensure();
    const host = await (await showChat()).host();
    const notices = watchNotices();
    await host.chat.composer.submit('x'.repeat(10_000));
    expect(notices.at(-1)?.text).toContain('Message not sent.');
    await host.chat.composer.submit('short');
    expect(notices.at(-1)).toBeUndefined();
    const before = notices.length;
    panels[0]?.messages.fire({ kind: 'ready' });
    expect(notices).toHaveLength(before);
  });

  it('closes why a message was not sent when another one is sent, but not a newer notice', async () => {
    accounts.switchTo({ models: async () => [{ id: 'a/b', name: 'B', raw: { context_length: 100 } }] });
    await accounts.only.models.ensure();
    const host = await openHost();
    await host.chat.composer.submit('x'.repeat(10_000));
    expect(host.chat.notice?.text).toContain('Message not sent.');
    host.chat.notify({ text: 'newer' });
    await host.chat.composer.submit('short');
    expect(host.chat.notice?.text).toBe('newer');
  });

  it.each([
    [true, 'Why did this run fail, and what can I do about it?'],
    [false, 'Explain what happened in this run.'],
  ])('asks about the page of a run that failed: %s', async (isFailed, question) => {
    const host = await openHost();
    expect(await host.chat.composer.askAboutPage({ title: 'Invoices', text: 'Its page', isFailed })).toBe(true);
    expect(await host.chat.composer.askAboutPage({ title: 'Invoices', text: 'Its page' })).toBe(false);
    const { text, context: attached } = host.chat.composed.value;
    expect([text, attached.map((one) => one.text)]).toEqual([question, ['Its page']]);
  });

  it('keeps attachments of the same name, and replaces only earlier states of the same thing', async () => {
    const run = (id: string) => ({ id, workflow_id: 'w', status: 'FAILED', steps: [] });
    const workflow = (id: string) => ({ workflow: { id, name: 'Invoice intake' } });
    const { runs, workflows } = accounts.only;
    Object.assign(runs, { get: run, detail: async (id: string) => run(id) });
    const detail = async (id: string) => workflow(id).workflow;
    Object.assign(workflows, { get: workflow, nameOf: () => 'Invoice intake', detail });
    const host = await openHost();
    const { composer } = host.chat;
    for (const id of ['r1', 'r2', 'r1']) await composer.addMention('run', id);
    for (const id of ['w1', 'w2', 'w1']) await composer.addMention('workflow', id);
    const png = [0x89, ...Buffer.from('PNG')];
    for (const last of [1, 2, 1]) composer.addPastedImage('image.png', Buffer.from([...png, last]).toString('base64'));
    expect(composer.view.context.map(({ label }) => label)).toEqual([
      'Run of Invoice intake (failed) · r2',
      'Run of Invoice intake (failed) · r1',
      'Workflow Invoice intake · w2',
      'Workflow Invoice intake · w1',
      'image.png (1 KiB)',
      'image.png (1 KiB)',
    ]);
    composer.ask('Why?', { id: 'a', kind: 'file', label: 'Workflow Invoice intake · w1', text: '', tokens: 0 });
    composer.ask('Why?', { id: 'b', kind: 'workflow', label: 'Workflow Invoice intake · w1', text: '', tokens: 0 });
    expect(composer.view.context.slice(1).map(({ kind }) => kind)).toEqual([
      'failedRun',
      'workflow',
      'image',
      'image',
      'file',
      'workflow',
    ]);
    // The same question about another subject isn't repeated; what the user has typed is kept.
    expect(host.chat.composed.value.text).toBe('Why?');
    composer.compose({ text: 'Typed.' });
    composer.ask('Why?', { id: 'c', kind: 'workflow', label: 'Workflow Other · w3', text: '', tokens: 0 });
    expect(host.chat.composed.value.text).toBe('Why?\n\nTyped.');
  });

  it('keeps a queued message that the user edits while editing a question', async () => {
    const host = await openHost();
    const { conversation, composer, composed } = host.chat;
    conversation.ask('First');
    conversation.ask('Queued');
    composer.compose({ text: 'typed before' });
    composer.edit(conversation.transcript.turns[0]?.id ?? '');
    composer.moveToComposer(conversation.transcript.queue[0]?.id ?? '');
    composer.cancelEdit();
    expect(composed.value).toEqual({ text: 'Queued\n\ntyped before', context: [] });
    expect(conversation.transcript.queue).toEqual([]);
  });
});

describe('a message from a page', () => {
  it('belongs to the new chat if it arrives while that chat opens', async () => {
    const host = await (await showChat()).host();
    const { conversation } = host.chat;
    conversation.ask('First');
    panels[0]?.messages.fire({ kind: 'ready' });
    tell(conversation.id, { kind: 'composed', text: 'typed bef' });
    const creating = host.newChat();
    tell(conversation.id, { kind: 'composed', text: 'typed before and after' });
    await creating;
    await settle();
    expect(host.chat.conversation).not.toBe(conversation);
    expect(host.chat.composed.value.text).toBe('typed before and after');
    tell(host.chat.id, { kind: 'send', text: 'typed before and after' });
    await settle();
    expect(conversation.transcript.turns.map(({ text }) => text)).not.toContain('typed before and after');
    expect(host.chat.conversation.transcript.turns[0]?.text).toBe('typed before and after');
  });

  it('belongs to the new chat that the page has requested, in whatever order keys, command, and chats arrive', async () => {
    const host = await (await showChat()).host();
    const { conversation } = host.chat;
    panels[0]?.messages.fire({ kind: 'ready' });
    conversation.ask('First');
    tell(conversation.id, { kind: 'composed', text: 'Second' });
    tell(conversation.id, { kind: 'send', text: 'Second' });
    tell('n1', { kind: 'newChat' });
    tell('n1', { kind: 'composed', text: 'Third' });
    tell('n1', { kind: 'send', text: 'Third' });
    tell('n2', { kind: 'newChat' });
    tell('n2', { kind: 'composed', text: 'Fourth' });
    await expect.poll(() => host.chat.composed.value.text).toBe('Fourth');
    expect(conversation.transcript.queue).toMatchObject([{ text: 'Second' }]);
    expect(asked()).toEqual(['First', 'Third']);
    expect(host.chat.conversation.transcript.last).toBeUndefined();
  });

  it('saves settings to the chat for which they were typed, if that still exists', async () => {
    const host = await (await showChat()).host();
    const { conversation } = host.chat;
    conversation.ask('First');
    const save = (id: string, system: string) => tell(id, { kind: 'settings', settings: { system } });
    const creating = host.newChat();
    save(conversation.id, 'Be brief.');
    await creating;
    await settle();
    const other = crypto.randomUUID();
    save(other, 'Be kind.');
    save(host.chat.conversation.id, 'Be new.');
    await expect.poll(() => fileOf(conversation.id)).toContain('Be brief.');
    expect(host.chat.conversation.transcript.settings).toEqual({ system: 'Be new.' });
    expect(() => fileOf(other)).toThrow();
  });

  it('belongs to the edited question if it arrives while a new chat opens', async () => {
    const host = await (await showChat()).host();
    const { conversation, composed } = host.chat;
    conversation.ask('First');
    host.chat.composer.edit(conversation.transcript.turns[0]?.id ?? '');
    const creating = host.newChat();
    tell(conversation.id, { kind: 'composed', text: 'First, reworded' });
    await creating;
    expect(composed.value.text).toBe('First, reworded');
    expect(host.chat.composed.value.text).toBe('');
  });

  it('belongs to the chat that the page showed, also if another one has been opened since', async () => {
    const host = await (await showChat()).host();
    const { id } = host.chat;
    await host.open(crypto.randomUUID());
    const other = host.chat;
    for (const text of ['t', 'ty', 'typed late']) tell(id, { kind: 'composed', text });
    tell(id, { kind: 'attachText', name: 'a.txt', text: 'dropped late' });
    await expect.poll(async () => (await host.store.list()).map(({ title }) => title)).toEqual(['typed late']);
    expect(other.composed.isEmpty).toBe(true);
    await host.open(id);
    expect(host.chat.composed.value).toMatchObject({ text: 'typed late', context: [{ text: 'dropped late' }] });
  });

  it('is sent in the chat that the page showed, whose answer continues in the background', async () => {
    const host = await (await showChat()).host();
    const { id } = host.chat;
    await host.open(crypto.randomUUID());
    const other = host.chat;
    tell(id, { kind: 'send', text: 'Sent late' });
    await expect.poll(asked).toEqual(['Sent late']);
    await service.say({ kind: 'text', text: 'Answer' }, 'end');
    expect([host.chat, host.activityOf(id), other.conversation.transcript.last]).toEqual([
      other,
      'completed',
      undefined,
    ]);
    expect(new ChatTranscript((await host.store.read(id)).records).last?.text).toBe('Answer');
  });

  it.each(['another chat', 'a new chat'])('is sent if %s opens while it waits for the list of models', async (next) => {
    const host = await (await showChat()).host();
    const { id, conversation } = host.chat;
    conversation.ask('First');
    await service.say('end');
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(accounts.only.models, { ensure: () => promise });
    tell(id, { kind: 'attachText', name: 'one.txt', text: '1' });
    tell(id, { kind: 'send', text: 'Second' });
    await settle();
    const opening = next === 'a new chat' ? host.newChat() : host.open(crypto.randomUUID());
    resolve();
    await opening;
    await settle();
    expect(asked().map((text) => String(text).slice(-6))).toEqual(['First', 'Second']);
    expect([host.chat.id === id, host.chat.composed.isEmpty]).toEqual([false, true]);
    await host.open(id);
    expect([host.chat.conversation, host.chat.composed.isEmpty]).toEqual([conversation, true]);
  });

  it('regenerates a response in its chat, also if another one is opened while the user chooses a model', async () => {
    const host = await (await showChat()).host();
    const { id, conversation } = host.chat;
    conversation.ask('First');
    await service.say({ kind: 'text', text: 'Answer' }, 'end');
    const { promise, resolve } = Promise.withResolvers<boolean>();
    host.chat.chooseModel = () => promise;
    tell(id, { kind: 'turn', action: 'retryWith', id: conversation.transcript.last?.id });
    await settle();
    await host.open(crypto.randomUUID());
    resolve(true);
    await settle();
    expect([asked(), host.activityOf(id)]).toEqual([['First', 'First'], 'running']);
  });

  it('does not send anything in a chat that is deleted while the message waits', async () => {
    const host = await (await showChat()).host();
    const { id, conversation } = host.chat;
    conversation.ask('First');
    await service.say('end');
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(accounts.only.models, { ensure: () => promise });
    tell(id, { kind: 'attachText', name: 'one.txt', text: '1' });
    tell(id, { kind: 'send', text: 'Second' });
    await settle();
    await host.chats.remove(id);
    resolve();
    await settle();
    expect(asked()).toEqual(['First']);
    expect(() => fileOf(id)).toThrow();
  });

  it('changes what is composed in all other pages', async () => {
    const host = await (await showChat()).host();
    const second = window.createWebviewPanel() as FakePanel;
    host.attach(second as never);
    watchNotices();
    const received: ToPage[] = [];
    second.webview.postMessage = async (message) => received.push(message as ToPage) > 0;
    second.messages.fire({ kind: 'ready' });
    const { id } = host.chat;
    tell(id, { kind: 'composed', text: 'typed in one' });
    second.messages.fire({ kind: 'composed', text: 'typed in one and the other', chat: id });
    await settle();
    const drafts = (all: readonly ToPage[]) => all.filter(({ kind }) => kind === 'composed');
    expect(drafts(received)).toEqual([{ kind: 'composed', text: 'typed in one', was: '' }]);
    expect(drafts(posted)).toEqual([{ kind: 'composed', text: 'typed in one and the other', was: 'typed in one' }]);
    expect(host.chat.composed.value.text).toBe('typed in one and the other');
    // The page that requests a new chat takes the text along, and the other one shows it.
    host.chat.conversation.ask('First');
    tell('n1', { kind: 'newChat' });
    tell('n1', { kind: 'composed', text: 'typed in one and the other!' });
    second.messages.fire({ kind: 'composed', text: 'typed in the other, before it knew', chat: id });
    await expect.poll(() => host.chat.id).toBe('n1');
    await settle();
    expect(host.chat.composed.value.text).toBe('typed in one and the other!');
  });

  it('is kept if the page is loaded again, or the window, in the middle of a new chat', async () => {
    const host = await (await showChat()).host();
    watchNotices();
    host.chat.conversation.ask('First');
    tell('n1', { kind: 'newChat' });
    tell('n1', { kind: 'composed', text: 'typed at once' });
    panels[0]?.messages.fire({ kind: 'ready' });
    await expect.poll(() => host.chat.composed.value.text).toBe('typed at once');
    const last = posted.findLast((message) => message.kind === 'show');
    expect([last?.chat, last?.newChat]).toEqual(['n1', undefined]);
    panels[0]?.messages.fire({ kind: 'ready' });
    expect(posted.at(-1)).toMatchObject({ kind: 'show', chat: 'n1', composed: 'typed at once' });
    host.dispose();
    const reloaded = await openHost();
    expect([reloaded.chat.id, reloaded.chat.composed.value.text]).toEqual(['n1', 'typed at once']);
  });

  it('is kept if it arrives while the chat is read again', async () => {
    const host = await (await showChat()).host();
    const { id } = host.chat;
    tell(id, { kind: 'composed', text: 'typed' });
    await settle();
    const reading = host.reload();
    tell(id, { kind: 'composed', text: 'typed meanwhile' });
    await reading;
    await settle();
    expect([host.chat.id, host.chat.composed.value.text]).toEqual([id, 'typed meanwhile']);
  });

  it('shows an error to the user if it fails', async () => {
    const host = await (await showChat()).host();
    host.mentions.find = () => Promise.reject(new Error('The disk is gone.'));
    shown.length = 0;
    tell(host.chat.id, { kind: 'findMentions', of: 'file', query: '', request: 1 });
    await settle();
    expect(shown).toEqual(['The disk is gone.']);
  });

  it('tells its pages that a message wasn’t accepted, so that they can send it again', async () => {
    const host = await (await showChat()).host();
    watchNotices();
    Object.assign(accounts.only.models, { ensure: () => Promise.reject(new Error('No models.')) });
    host.chat.composer.addPasted('one.txt', '1');
    tell(host.chat.id, { kind: 'send', text: 'Once' });
    await settle();
    expect(posted).toContainEqual({ kind: 'composed', text: 'Once', was: 'Once' });
  });

  it('shows an error once if two messages to send arrive at the same time', async () => {
    const host = await (await showChat()).host();
    Object.assign(accounts.only.models, { ensure: () => Promise.reject(new Error('No models.')) });
    host.chat.composer.addPasted('one.txt', '1');
    shown.length = 0;
    for (let sent = 0; sent < 2; sent++) tell(host.chat.id, { kind: 'send', text: 'Once' });
    await settle();
    expect(shown).toEqual(['No models.']);
  });
});

describe('the view', () => {
  it('shows an error once if it is hidden and shown while the chat loads, and tries again when shown later', async () => {
    const registering = vi.spyOn(window, 'registerWebviewViewProvider');
    const failing = {
      ...context,
      get globalStorageUri(): Uri {
        throw new Error('cannot be read');
      },
    };
    opened.push(new Chat(failing as typeof context, features));
    const [, provider] = registering.mock.calls[0] as unknown as [string, WebviewViewProvider];
    const visibility = new EventEmitter();
    const view = { visible: true, onDidDispose: new EventEmitter().event, onDidChangeVisibility: visibility.event };
    shown.length = 0;
    const resolved = provider.resolveWebviewView(view as never, {} as never, {} as never);
    visibility.fire(undefined);
    await resolved;
    await settle();
    expect(shown).toEqual(['cannot be read']);
    visibility.fire(undefined);
    await settle();
    expect(shown).toEqual(['cannot be read', 'cannot be read']);
    registering.mockRestore();
  });
});

describe('a page that is shown again', () => {
  it('shows the notice and Undo again, unless the user has closed them', async () => {
    const host = await (await showChat()).host();
    const notices = watchNotices();
    const reopen = () => panels[0]?.messages.fire({ kind: 'ready' });
    host.chat.conversation.ask('First');
    const id = host.chat.conversation.transcript.turns[0]?.id ?? '';
    const removed = () => posted.findLast((message) => message.kind === 'show')?.removed;
    host.chat.notify({ text: 'a notice' });
    host.chat.conversation.remove(id);
    reopen();
    expect([notices.at(-1)?.text, removed()]).toEqual(['a notice', id]);
    for (const notice of ['notice', 'undo']) tell(host.chat.id, { kind: 'dismiss', notice });
    await settle();
    notices.length = 0;
    reopen();
    expect([notices, removed()]).toEqual([[], undefined]);
    host.chat.conversation.restore(id);
    host.chat.conversation.remove(id);
    host.chat.conversation.ask('Second');
    reopen();
    expect(removed()).toBeUndefined();
  });
});

describe('the chat in an editor tab', () => {
  const open = (chat: Chat) => chat.showInEditor();

  it('opens one tab for two concurrent commands', async () => {
    const chat = new Chat(context, features);
    await Promise.all([open(chat), open(chat)]);
    expect(panels).toHaveLength(1);
    expect((await chat.host()).webviews.size).toBe(1);
    panels[0]?.dispose();
    expect((await chat.host()).webviews.size).toBe(0);
    await open(chat);
    expect(panels).toHaveLength(2);
  });

  it('closes if its host cannot be loaded, and opens again with the next command', async () => {
    let fails = true;
    const failing = {
      ...context,
      get globalStorageUri() {
        if (fails) throw new Error('cannot be read');
        return context.globalStorageUri;
      },
    };
    const chat = new Chat(failing as typeof context, features);
    await expect(open(chat)).rejects.toThrow('cannot be read');
    expect(panels.map(({ isDisposed }) => isDisposed)).toEqual([true]);
    fails = false;
    await open(chat);
    expect((await chat.host()).webviews.size).toBe(1);
  });
});

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExtensionContext, WebviewViewProvider } from 'vscode';
import { type ChatHost, openChatHost } from '../../../../src/service/chat/host.ts';
import { Chat } from '../../../../src/service/chat/index.ts';
import { ChatTranscript, type Notice, type ToPanel } from '../../../../src/service/chat/messages.ts';
import { TemporaryFolder } from '../../../temporary-folder.ts';
import { EventEmitter, FakeMemento, panels, settings, shown, Uri, window } from '../../fake-vscode.ts';
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
afterEach(() => folder.remove());

const fileOf = (id: string) => folder.read(`chats/${id}.jsonl`);

/** Returns a host that shows a new chat, and the ID of the one before, whose answer continues. */
async function leftWhileAnswering() {
  const host = await openChatHost(context, features);
  const { id } = host.session;
  host.session.send('First');
  await settle();
  await host.newChat();
  return { host, id };
}

/** What the host posted to the panels. */
let posted: ToPanel[];
/** Records what the host posts to the first panel. @returns its notices */
function watchNotices(): (Notice | undefined)[] {
  const notices: (Notice | undefined)[] = [];
  posted = [];
  const [panel] = panels;
  if (panel)
    panel.webview.postMessage = async (message) => {
      posted.push(message as ToPanel);
      const last = posted.at(-1);
      if (last?.kind === 'notice' || (last?.kind === 'show' && last.notice)) notices.push(last.notice);
      return true;
    };
  panel?.messages.fire({ kind: 'ready' });
  return notices;
}
const asked = () => service.requests.map(({ messages }) => messages.at(-1)?.content);

describe('the chat host', () => {
  it('shows the chat that was opened last, and closes the others', async () => {
    const host = await openChatHost(context, features);
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    await Promise.all([host.open(one), host.open(two)]);
    expect(host.session.id).toBe(two);
    host.session.send('Hello');
    host.dispose();
    expect(fileOf(two)).toContain('Hello');
    expect(() => fileOf(one)).toThrow();
  });

  it('shows the chat that was opened last, also if an earlier one takes longer to load', async () => {
    const host = await openChatHost(context, features);
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
    expect(host.session.id).toBe(last);
    host.dispose();
  });

  it('keeps a message sent in a chat while another chat opens', async () => {
    const host = await openChatHost(context, features);
    const { session } = host;
    const opening = host.open(crypto.randomUUID());
    expect(session.send('Said in between')).toBe(true);
    await opening;
    expect(fileOf(session.id)).toContain('Said in between');
    host.dispose();
    expect(service.signal?.aborted ?? true).toBe(true);
  });

  it.each([
    ['another chat opens', (host: ChatHost) => host.open(crypto.randomUUID())],
    ['a new chat opens', (host: ChatHost) => host.newChat()],
  ])('continues and stores an answer and the queued messages when %s', async (_what, leave) => {
    const host = await openChatHost(context, features);
    const { id } = host.session;
    host.session.send('First');
    host.session.send('Second');
    await service.say({ kind: 'text', text: 'Begin' });
    await leave(host);
    expect([host.session.id === id, host.activityOf(id)]).toEqual([false, 'running']);
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
    host.dispose();
  });

  it('deletes all chats for good after a question, with deleted ones and drafts, and stops their answers', async () => {
    const { host } = await leftWhileAnswering();
    host.session.send('Second');
    await settle();
    await host.store.remove(host.store.create([{ kind: 'prompt', id: 'p', text: 'Deleted before', at: 1, after: '' }]));
    await host.newChat();
    host.composer.updateDraft({ text: 'unsent', context: [] });
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
    expect([host.session.transcript.turns, host.draft.isEmpty]).toEqual([[], true]);
    await settle();
    host.dispose();
    expect(readdirSync(`${folder.path}/chats`)).toEqual([]);
  });

  it('shows a streaming answer again when the user returns to its chat', async () => {
    const host = await openChatHost(context, features);
    const { session } = host;
    session.send('First');
    await service.say({ kind: 'text', text: 'One' });
    await host.newChat();
    await service.say({ kind: 'text', text: ' two' });
    await host.open(session.id);
    expect(host.session).toBe(session);
    await service.say({ kind: 'text', text: ' three' }, 'end');
    expect(host.session.transcript.last).toMatchObject({ text: 'One two three', ending: { how: 'complete' } });
    host.dispose();
  });

  it('runs the answers of several chats at the same time', async () => {
    const host = await openChatHost(context, features);
    const first = host.session;
    first.send('First');
    await settle();
    const { signal } = service;
    await host.newChat();
    host.session.send('Second');
    await settle();
    expect([first.busy, host.session.busy, signal?.aborted]).toEqual([true, true, false]);
    host.session.stop();
    expect([first.busy, host.session.busy]).toEqual([true, false]);
    host.dispose();
  });

  it('does not stop the answer when the current chat is read again', async () => {
    const host = await openChatHost(context, features);
    const { session } = host;
    session.send('First');
    await settle();
    await host.reload();
    await host.open(session.id);
    expect([host.session === session, session.busy]).toEqual([true, true]);
    host.dispose();
  });

  it('ends the answer of a chat that is deleted, and writes nothing to it afterward', async () => {
    const { host, id } = await leftWhileAnswering();
    await host.chats.remove(id);
    await service.say({ kind: 'text', text: 'Late' }, 'end');
    expect([service.signal?.aborted, host.activityOf(id)]).toEqual([true, undefined]);
    expect(() => fileOf(id)).toThrow();
    host.dispose();
  });

  it('warns if an answer that continues in the background cannot be stored', async () => {
    const { host, id } = await leftWhileAnswering();
    shown.length = 0;
    rmSync(folder.at(`chats/${id}.jsonl`));
    mkdirSync(folder.at(`chats/${id}.jsonl`));
    await service.say({ kind: 'text', text: 'Answer' }, 'end');
    expect(shown).toEqual([expect.stringMatching(/^First: Couldn't save this chat to disk:/)]);
    host.dispose();
  });

  it('renames a chat whose answer continues without losing a record', async () => {
    const { host, id } = await leftWhileAnswering();
    await host.chats.pin(id, true);
    await service.say({ kind: 'text', text: 'Answer' }, 'end');
    const transcript = new ChatTranscript((await host.store.read(id)).records);
    expect([transcript.pinned, transcript.last?.text]).toEqual([true, 'Answer']);
    host.dispose();
  });

  it('starts one chat for two concurrent commands, and keeps the draft', async () => {
    const host = await openChatHost(context, features);
    host.session.send('First');
    host.composer.updateDraft({ text: 'not sent yet' });
    await Promise.all([host.newChat(), host.newChat()]);
    expect(host.draft.value.text).toBe('not sent yet');
    expect(host.session.transcript.last).toBeUndefined();
    host.dispose();
  });

  it('continues the drafts of new chats that the user left, newest first', async () => {
    const host = await openChatHost(context, features);
    host.session.send('First');
    const listed = host.session.id;
    for (const text of ['older draft', 'newer draft']) {
      host.composer.updateDraft({ text });
      await host.newChat();
      await host.open(listed);
    }
    host.dispose();
    const reloaded = await openChatHost(context, features);
    await reloaded.newChat();
    expect(reloaded.draft.value.text).toBe('newer draft');
    reloaded.session.send('newer draft');
    reloaded.draft.clear();
    await reloaded.newChat();
    expect(reloaded.draft.value.text).toBe('older draft');
    reloaded.composer.updateDraft({ text: '' });
    await reloaded.open(listed);
    await reloaded.newChat();
    expect(reloaded.draft.value.text).toBe('');
    reloaded.dispose();
  });

  it('keeps the settings and the name of a chat without messages, also while another chat is shown', async () => {
    const host = await openChatHost(context, features);
    const { id } = host.session;
    host.session.setSettings({ system: 'Be brief.' });
    host.session.rename('Plans');
    host.dispose();
    const reloaded = await openChatHost(context, features);
    const { settings: kept, title } = reloaded.session.transcript;
    expect([reloaded.session.id, kept, title]).toEqual([id, { system: 'Be brief.' }, 'Plans']);
    await reloaded.open(crypto.randomUUID());
    const { session } = reloaded;
    session.send('First');
    await reloaded.newChat();
    expect([reloaded.session.id, reloaded.session.transcript.settings]).toEqual([id, { system: 'Be brief.' }]);
    expect((await reloaded.store.list()).map((chat) => chat.id)).toEqual([session.id]);
    reloaded.dispose();
  });

  it('sends no queued message to another account', async () => {
    const host = await openChatHost(context, features);
    host.session.send('First');
    host.session.send('Second');
    await settle();
    accounts.switchTo({ ...service.client, models: async () => [] });
    await service.say({ kind: 'text', text: 'Answer' }, 'end');
    await settle();
    expect(asked()).toEqual(['First']);
    expect(host.session.transcript.queue).toMatchObject([{ text: 'Second' }]);
    expect(host.session.sendQueued()).toBe(true);
    host.dispose();
  });

  it('forgets prices and limits of models when the account changes', async () => {
    const client = (context_length: number) => ({
      ...service.client,
      models: async () => [{ id: 'a/b', name: 'B', raw: { context_length } }],
    });
    accounts.switchTo(client(1000));
    await accounts.only.models.ensure();
    const host = await openChatHost(context, features);
    expect(host.facts.contextWindowOf('a/b')).toBe(1000);
    accounts.switchTo(client(2000));
    expect(host.facts.contextWindowOf('a/b')).toBeUndefined();
    host.dispose();
  });

  it('sends a message once when two panels send it at the same time', async () => {
    const host = await openChatHost(context, features);
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(accounts.only.models, { ensure: () => promise });
    host.composer.updateDraft({
      text: 'Once',
      context: [{ id: 'c', kind: 'selection', label: 'x', text: 'y', tokens: 1 }],
    });
    const both = [host.composer.send('Once'), host.composer.send('Once')];
    resolve();
    await Promise.all(both);
    await settle();
    expect(asked()).toHaveLength(1);
    expect(host.session.transcript.queue).toEqual([]);
    host.dispose();
  });
});

describe('the composer', () => {
  it('keeps what is typed and attached while a message waits for the list of models', async () => {
    const host = await openChatHost(context, features);
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(accounts.only.models, { ensure: () => promise });
    host.composer.addPasted('one.txt', '1');
    host.composer.updateDraft({ text: 'look' });
    const sending = host.composer.send('look');
    host.composer.addPasted('two.txt', '2');
    host.composer.updateDraft({ text: 'look, and then' });
    resolve();
    await sending;
    expect(host.session.transcript.turns[0]).toMatchObject({ text: 'look', context: [{ text: '1' }] });
    expect(host.draft.value).toMatchObject({ text: ', and then', context: [{ text: '2' }] });
    host.dispose();
  });

  it('shows why a message was not sent until another one is sent', async () => {
    accounts.switchTo({ models: async () => [{ id: 'a/b', name: 'B', raw: { context_length: 100 } }] });
    await accounts.only.models.ensure();
    const chat = new Chat(context, features);
    await chat.showInEditor();
    const host = await chat.host();
    const notices = watchNotices();
    await host.composer.send('x'.repeat(10_000));
    expect(notices.at(-1)?.text).toContain('Message not sent.');
    await host.composer.send('short');
    expect(notices.at(-1)).toBeUndefined();
    const before = notices.length;
    panels[0]?.messages.fire({ kind: 'ready' });
    expect(notices).toHaveLength(before);
    chat.dispose();
  });

  it('closes why a message was not sent when another one is sent, but not a newer notice', async () => {
    accounts.switchTo({ models: async () => [{ id: 'a/b', name: 'B', raw: { context_length: 100 } }] });
    await accounts.only.models.ensure();
    const host = await openChatHost(context, features);
    await host.composer.send('x'.repeat(10_000));
    expect(host.notice?.text).toContain('Message not sent.');
    host.notify({ text: 'newer' });
    await host.composer.send('short');
    expect(host.notice?.text).toBe('newer');
    host.dispose();
  });

  it('keeps attachments of the same name, and replaces only earlier states of the same thing', async () => {
    const run = (id: string) => ({ id, workflow_id: 'w', status: 'FAILED', steps: [] });
    const workflow = (id: string) => ({ workflow: { id, name: 'Invoice intake' } });
    const { runs, workflows } = accounts.only;
    Object.assign(runs, { get: run, detail: async (id: string) => run(id) });
    const detail = async (id: string) => workflow(id).workflow;
    Object.assign(workflows, { get: workflow, nameOf: () => 'Invoice intake', detail });
    const host = await openChatHost(context, features);
    const { composer } = host;
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
    expect(host.draft.value.text).toBe('Why?');
    composer.updateDraft({ text: 'Typed.' });
    composer.ask('Why?', { id: 'c', kind: 'workflow', label: 'Workflow Other · w3', text: '', tokens: 0 });
    expect(host.draft.value.text).toBe('Why?\n\nTyped.');
    host.dispose();
  });

  it('keeps a queued message that the user edits while editing a question', async () => {
    const host = await openChatHost(context, features);
    const { session, composer, draft } = host;
    session.send('First');
    session.send('Queued');
    composer.updateDraft({ text: 'typed before' });
    composer.edit(session.transcript.turns[0]?.id ?? '');
    composer.moveToComposer(session.transcript.queue[0]?.id ?? '');
    composer.cancelEdit();
    expect(draft.value).toEqual({ text: 'Queued\n\ntyped before', context: [] });
    expect(session.transcript.queue).toEqual([]);
    host.dispose();
  });
});

describe('a message from a panel', () => {
  it('belongs to the new chat if it arrives while that chat opens', async () => {
    const chat = new Chat(context, features);
    await chat.showInEditor();
    const host = await chat.host();
    const { session } = host;
    session.send('First');
    const [panel] = panels;
    panel?.messages.fire({ kind: 'ready' });
    panel?.messages.fire({ kind: 'draft', text: 'typed bef' });
    const creating = host.newChat();
    panel?.messages.fire({ kind: 'draft', text: 'typed before and after' });
    await creating;
    await settle();
    expect(host.session).not.toBe(session);
    expect(host.draft.value.text).toBe('typed before and after');
    panel?.messages.fire({ kind: 'send', text: 'typed before and after' });
    await settle();
    expect(session.transcript.turns.map(({ text }) => text)).not.toContain('typed before and after');
    expect(host.session.transcript.turns[0]?.text).toBe('typed before and after');
    chat.dispose();
  });

  it('belongs to the new chat that the page has requested, in whatever order keys, command, and chats arrive', async () => {
    const chat = new Chat(context, features);
    await chat.showInEditor();
    const host = await chat.host();
    const { session } = host;
    const [panel] = panels;
    const tell = (message: object) => panel?.messages.fire(message);
    tell({ kind: 'ready' });
    session.send('First');
    tell({ kind: 'draft', text: 'Second' });
    tell({ kind: 'send', text: 'Second' });
    tell({ kind: 'newChat', newChat: 'n1' });
    tell({ kind: 'draft', text: 'Third', newChat: 'n1' });
    tell({ kind: 'send', text: 'Third', newChat: 'n1' });
    tell({ kind: 'newChat', newChat: 'n2' });
    tell({ kind: 'draft', text: 'Fourth', newChat: 'n2' });
    await expect.poll(() => host.draft.value.text).toBe('Fourth');
    expect(session.transcript.queue).toMatchObject([{ text: 'Second' }]);
    expect(asked()).toEqual(['First', 'Third']);
    expect(host.session.transcript.last).toBeUndefined();
    chat.dispose();
  });

  it('never replaces the draft of an earlier chat by text that was typed before the page showed that draft', async () => {
    const chat = new Chat(context, features);
    await chat.showInEditor();
    const host = await chat.host();
    const { session } = host;
    session.send('First');
    await host.newChat();
    host.composer.updateDraft({ text: 'an earlier draft' });
    await host.open(session.id);
    const tell = (message: object) => panels[0]?.messages.fire(message);
    tell({ kind: 'newChat', newChat: 'n1' });
    for (const text of ['H', 'Hi']) tell({ kind: 'draft', text, newChat: 'n1' });
    tell({ kind: 'send', text: 'Hi', newChat: 'n1' });
    await expect.poll(() => asked()).toEqual(['First', 'Hi']);
    await host.newChat();
    expect(host.draft.value.text).toBe('an earlier draft');
    chat.dispose();
  });

  it('saves settings to the chat for which they were typed, if that still exists', async () => {
    const chat = new Chat(context, features);
    await chat.showInEditor();
    const host = await chat.host();
    const { session } = host;
    session.send('First');
    const save = (id: string, system: string) =>
      panels[0]?.messages.fire({ kind: 'settings', chat: id, settings: { system } });
    const creating = host.newChat();
    save(session.id, 'Be brief.');
    await creating;
    await settle();
    const other = crypto.randomUUID();
    save(other, 'Be kind.');
    save(host.session.id, 'Be new.');
    await expect.poll(() => fileOf(session.id)).toContain('Be brief.');
    expect(host.session.transcript.settings).toEqual({ system: 'Be new.' });
    expect(() => fileOf(other)).toThrow();
    chat.dispose();
  });

  it('belongs to the edited question if it arrives while a new chat opens', async () => {
    const chat = new Chat(context, features);
    await chat.showInEditor();
    const host = await chat.host();
    const { session, draft } = host;
    session.send('First');
    host.composer.edit(session.transcript.turns[0]?.id ?? '');
    const creating = host.newChat();
    panels[0]?.messages.fire({ kind: 'draft', text: 'First, reworded' });
    await creating;
    expect(draft.value.text).toBe('First, reworded');
    expect(host.draft.value.text).toBe('');
    chat.dispose();
  });

  it('shows an error to the user if it fails', async () => {
    const chat = new Chat(context, features);
    await chat.showInEditor();
    (await chat.host()).mentions.find = () => Promise.reject(new Error('The disk is gone.'));
    shown.length = 0;
    panels[0]?.messages.fire({ kind: 'findMentions', of: 'file', query: '', request: 1 });
    await settle();
    expect(shown).toEqual(['The disk is gone.']);
    chat.dispose();
  });

  it('shows an error once if two messages to send arrive at the same time', async () => {
    const chat = new Chat(context, features);
    await chat.showInEditor();
    const host = await chat.host();
    Object.assign(accounts.only.models, { ensure: () => Promise.reject(new Error('No models.')) });
    host.composer.addPasted('one.txt', '1');
    shown.length = 0;
    for (let sent = 0; sent < 2; sent++) panels[0]?.messages.fire({ kind: 'send', text: 'Once' });
    await settle();
    expect(shown).toEqual(['No models.']);
    chat.dispose();
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
    const chat = new Chat(failing as typeof context, features);
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
    chat.dispose();
  });
});

describe('a panel that is shown again', () => {
  it('shows the notice and Undo again, unless the user has closed them', async () => {
    const chat = new Chat(context, features);
    await chat.showInEditor();
    const host = await chat.host();
    const notices = watchNotices();
    const reopen = () => panels[0]?.messages.fire({ kind: 'ready' });
    host.session.send('First');
    const id = host.session.transcript.turns[0]?.id ?? '';
    const removed = () => posted.findLast((message) => message.kind === 'show')?.removed;
    host.notify({ text: 'a notice' });
    host.session.remove(id);
    reopen();
    expect([notices.at(-1)?.text, removed()]).toEqual(['a notice', id]);
    for (const notice of ['notice', 'undo']) panels[0]?.messages.fire({ kind: 'dismiss', notice });
    await settle();
    notices.length = 0;
    reopen();
    expect([notices, removed()]).toEqual([[], undefined]);
    host.session.restore(id);
    host.session.remove(id);
    host.session.send('Second');
    reopen();
    expect(removed()).toBeUndefined();
    chat.dispose();
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
    chat.dispose();
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
    chat.dispose();
  });
});

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages, commands as registry, Selection, TabInputWebview, Uri, window, workspace } from 'vscode';
import type { ChatWebview } from '../../../src/service/chat/chat/chat-webview.ts';
import { runCode } from '../../../src/service/chat/code/code-actions.ts';
import type { ChatHost } from '../../../src/service/chat/host/host.ts';
import { handleMessage } from '../../../src/service/chat/host/message-handler.ts';
import { commands } from '../../../src/shared/generated/names.ts';
import { unlistedCommands } from '../../../src/shared/unlisted-commands.ts';
import { type Service, startService } from '../../service/index.ts';
import { until } from '../../until.ts';
import { inWorkspace } from './workspace-files.ts';
import { api, closeEditors, connect, session } from './world.ts';

describe('chat', () => {
  let service: Service;
  let host: ChatHost;
  before(async () => {
    service = await startService();
    await connect(service.key, service.url);
    host = await (await api()).chat.host();
  });
  beforeEach(() => host.open(crypto.randomUUID(), 'anthropic/claude-haiku-4.5'));
  afterEach(() => service.faults.clear());
  after(async () => {
    await connect(undefined);
    await service.close();
    await closeEditors();
  });

  const answered = () => until('the end of the answer', () => !host.chat.conversation.busy);
  const chips = () => host.chat.composer.view.context.map(({ kind, label }) => `${kind} ${label}`);
  async function open(content: string, language = 'typescript') {
    return window.showTextDocument(await workspace.openTextDocument({ content, language }));
  }

  it('opens in an editor tab, once', async () => {
    const tabs = () =>
      window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter((tab) => tab.input instanceof TabInputWebview && tab.input.viewType.endsWith('switchyard.chatPanel'));
    await registry.executeCommand(commands.chat.openInEditor);
    await until('the chat tab', () => tabs().length === 1);
    await registry.executeCommand(commands.chat.openInEditor);
    assert.equal(tabs().length, 1);
    await window.tabGroups.close(tabs());
    await until('the tab to be closed', () => tabs().length === 0);
  });

  it('opens in the secondary side bar', async () => {
    await registry.executeCommand(commands.chat.open);
  });

  it('saves every change in a file, and restores the same chat', async () => {
    await host.chat.composer.submit('Explain what a webhook is');
    await answered();
    host.chat.conversation.setSettings({ temperature: 0.5 });
    await host.chat.composer.submit('And then?');
    await answered();
    host.chat.composer.compose({ text: 'unsent' });
    const before = host.chat.conversation.transcript.records();
    const { id } = host.chat.conversation;
    await host.open(crypto.randomUUID());
    assert.equal(host.chat.composed.value.text, '');
    await host.open(id);
    assert.deepEqual(host.chat.conversation.transcript.records(), before);
    assert.equal(host.chat.composed.value.text, 'unsent');
    host.chat.composer.compose({ text: '' });
  });

  it('shows the cost of an answer that the service reports', async () => {
    await host.chat.composer.submit('Explain what a webhook is');
    await answered();
    const [first] = host.chat.conversation.transcript.usages;
    assert.equal(first?.estimated, false);
    assert.ok((first?.cost ?? 0) > 0);
  });

  it('saves the text of an answer while it streams, so that a killed editor loses at most one second', async () => {
    service.faults.add({ effect: { kind: 'stream', how: 'endless', ms: 20 }, path: '/v1/chat/completions' });
    await host.chat.composer.submit('Count to infinity');
    const { id } = host.chat.conversation;
    await until('text in the file', async () => {
      const { records } = await host.store.read(id);
      const last = host.chat.conversation.transcript.running?.id;
      return records.some((record) => record.kind === 'text' && record.id === last);
    });
    await registry.executeCommand(commands.chat.stop);
    const { last } = host.chat.conversation.transcript;
    assert.equal(last?.kind === 'answer' && last.ending?.how, 'stopped');
  });

  it('warns when another window writes to the same chat, and keeps the messages of both', async () => {
    const { id } = host.chat.conversation;
    const notices = listen();
    host.store.append(id, { kind: 'prompt', id: 'theirs', text: 'from elsewhere', at: 1, after: '' });
    await host.chat.composer.submit('from here');
    await answered();
    await until('the notice', () => notices().some((text) => text.includes('another window')));
    await host.open(id);
    const said = host.chat.conversation.transcript
      .records()
      .flatMap((record) => (record.kind === 'prompt' ? [record.text] : []));
    assert.ok(said.includes('from elsewhere') && said.includes('from here'));
  });

  it("renames a file that can't be read, says so, and starts with an empty chat", async () => {
    const id = host.store.create([]);
    writeFileSync(path.join(chats(), `${id}.jsonl`), '\u0000 not a chat');
    await host.open(id);
    assert.equal(host.chat.conversation.transcript.last, undefined);
    assert.match(host.chat.notice?.text ?? '', /was moved to/);
    assert.ok(readdirSync(chats()).some((name) => name.startsWith(`${id}.damaged`)));
  });

  it("says once that a chat can't be saved, continues, and saves all of it as soon as possible", async () => {
    const notices = listen();
    // A folder at the path of the file: not even root can append to it.
    const where = host.file.fsPath;
    mkdirSync(where, { recursive: true });
    try {
      await host.chat.composer.submit('one');
      await answered();
      await host.chat.composer.submit('two');
      await answered();
      assert.equal(notices().filter((text) => text.includes("Couldn't save this chat")).length, 1);
      assert.equal(host.chat.conversation.transcript.turns.length, 4);
    } finally {
      rmdirSync(where);
    }
    await host.chat.composer.submit('three');
    await answered();
    const { records } = await host.store.read(host.chat.conversation.id);
    assert.equal(records.filter(({ kind }) => kind === 'prompt').length, 3);
  });

  it('attaches selections, files, folders and problems', async () => {
    host.chat.composer.compose({ text: '', context: [] });
    const editor = await open('one\ntwo\nthree\n');
    assert.equal(await host.chat.composer.addSelection(), false);
    editor.selection = new Selection(0, 0, 2, 0);
    await registry.executeCommand(commands.chat.addSelection);
    assert.match(chips()[0] ?? '', /^selection .*:1-2$/);
    assert.equal(host.chat.composed.value.context[0]?.text, 'one\ntwo');
    writeFileSync(inWorkspace('along.md').fsPath, '# Along\n');
    await host.chat.composer.addFiles([inWorkspace('along.md')]);
    await host.chat.composer.addFiles([inWorkspace('along.md')]);
    assert.deepEqual(chips().slice(1), ['file along.md']);
    await host.chat.composer.addFiles([inWorkspace('')]);
    assert.ok(host.chat.composed.value.context.at(-1)?.text.split('\n').includes('along.md'));
    const problems = languages.createDiagnosticCollection('test');
    problems.set(inWorkspace('along.md'), [
      { range: editor.selection, message: 'Too short', severity: 1, source: 'test', code: 'T1' },
    ]);
    await host.chat.composer.addProblems(inWorkspace('along.md'));
    assert.equal(host.chat.composed.value.context.at(-1)?.text, '1:1 warning: Too short (test T1)');
    problems.dispose();
    host.chat.composer.compose({ context: [] });
  });

  it("detects an image by its bytes, and doesn't send it to a model without image input", async () => {
    const notices = listen();
    writeFileSync(inWorkspace('a.txt').fsPath, Buffer.from('89504e470d0a1a0a00', 'hex'));
    host.chat.conversation.setModel('mistralai/mistral-large');
    await host.chat.composer.addFiles([inWorkspace('a.txt')]);
    assert.deepEqual(chips(), ['image a.txt (1 KiB)']);
    assert.ok(notices().some((said) => said.includes("doesn't list image input")));
    const asked = service.requests.filter(({ method }) => method === 'POST').length;
    await host.chat.composer.submit('what is this?');
    assert.equal(service.requests.filter(({ method }) => method === 'POST').length, asked);
    assert.deepEqual(chips(), ['image a.txt (1 KiB)']);
    host.chat.conversation.setModel('anthropic/claude-haiku-4.5');
    host.chat.composer.compose({ context: [] });
  });

  it("doesn't attach files outside the workspace for a panel, in any notation", async () => {
    const outside = Uri.file('/etc/hostname').toString();
    await host.chat.composer.addDropped([
      outside,
      `${inWorkspace('').toString()}/../../../../etc/hostname`,
      'untitled:x',
      'nonsense',
    ]);
    assert.deepEqual(host.chat.composed.value.context, []);
    writeFileSync(inWorkspace('inside.md').fsPath, '# Inside\n');
    await host.chat.composer.addDropped([inWorkspace('inside.md').toString()]);
    assert.deepEqual(chips(), ['file inside.md']);
    host.chat.composer.compose({ context: [] });
  });

  it('rejects a message that is too large, with its size and the limit', async () => {
    const notices = listen();
    host.chat.conversation.setModel('meta-llama/llama-3.3-70b-instruct:free');
    host.chat.composer.compose({ text: 'x'.repeat(300_000) });
    const asked = service.requests.length;
    await host.chat.composer.submit(host.chat.composed.value.text);
    assert.ok(notices().some((text) => text.includes('75,') && text.includes('65,536')));
    assert.equal(service.requests.slice(asked).filter(({ method }) => method === 'POST').length, 0);
    assert.equal(host.chat.composed.value.text.length, 300_000);
    host.chat.composer.compose({ text: '' });
    host.chat.conversation.setModel('anthropic/claude-haiku-4.5');
  });

  it('opens with an unsent question about a run', async () => {
    await session().runs.refresh();
    const failed = session().runs.runs.find(({ status }) => status === 'FAILED');
    assert.ok(failed);
    const asked = service.requests.filter(({ method }) => method === 'POST').length;
    await registry.executeCommand(commands.chat.explainRun, { kind: 'run', id: failed.id });
    assert.match(host.chat.composed.value.text, /Why did this run fail/);
    assert.match(host.chat.composed.value.context[0]?.text ?? '', new RegExp(`ID: ${failed.id}`));
    assert.equal(service.requests.filter(({ method }) => method === 'POST').length, asked);
    host.chat.composer.compose({ text: '', context: [] });
  });

  it('opens with a page of a run, says about what it costs, and sends nothing', async () => {
    const asked = service.requests.filter(({ method }) => method === 'POST').length;
    const page = { title: 'A run', text: 'Failed in a step.', isFailed: true };
    await registry.executeCommand(unlistedCommands.explainPage, page);
    assert.match(host.chat.composed.value.text, /Why did this run fail/);
    assert.equal(host.chat.composed.value.context[0]?.text, 'Failed in a step.');
    await until('the price', () => /^About 5 tokens, .+ with anthropic\//.test(host.chat.notice?.text ?? ''));
    assert.equal(service.requests.filter(({ method }) => method === 'POST').length, asked);
    host.chat.dismiss();
    host.chat.composer.compose({ text: '', context: [] });
    await registry.executeCommand(unlistedCommands.explainPage, { title: 1 });
    assert.deepEqual(host.chat.composed.value.context, []);
  });

  it('offers files, runs, and workflows to mention, and attaches nothing else', async () => {
    // Open files are offered even if the workspace can't be searched.
    await window.showTextDocument(inWorkspace('README.md'));
    const files = await host.mentions.find('file', '');
    assert.equal(files.items[0]?.label, 'README.md');
    const found = await host.mentions.find('run', 'failed');
    assert.ok(found.items.length > 0);
    assert.ok(found.items.every(({ key }) => session().runs.get(key)?.status === 'FAILED'));
    const [workflow] = (await host.mentions.find('workflow', '')).items;
    assert.ok(workflow);
    assert.equal(await host.chat.composer.addMention('run', found.items[0]?.key ?? ''), true);
    assert.equal(await host.chat.composer.addMention('workflow', workflow.key), true);
    assert.deepEqual(
      host.chat.composed.value.context.map(({ kind }) => kind),
      ['failedRun', 'workflow'],
    );
    const webhook = (await session().workflows.detail(workflow.key)).webhook_url;
    assert.ok(webhook !== '' && !host.chat.composed.value.context.some(({ text }) => text.includes(webhook)));
    for (const key of ['../../secrets', 'file:///etc/passwd', '__proto__'])
      for (const of of ['file', 'run', 'workflow'] as const)
        assert.equal(await host.chat.composer.addMention(of, key), false);
    assert.equal(host.chat.composed.value.context.length, 2);
    host.chat.composer.compose({ text: '', context: [] });
  });

  it('opens a message as Markdown source instead of a preview', async () => {
    host.chat.conversation.ask('Hello');
    await answered();
    const answer = host.chat.conversation.transcript.last;
    assert.ok(answer && answer.text !== '');
    const from = { kind: 'view', focus: () => undefined } as unknown as ChatWebview;
    await handleMessage(host.chat, { kind: 'turn', action: 'openMarkdown', id: answer.id }, from);
    assert.equal(window.activeTextEditor?.document.languageId, 'markdown');
    assert.equal(window.activeTextEditor?.document.getText(), answer.text);
  });

  it('inserts code at the cursor and opens it as a new file', async () => {
    const editor = await open('a\nb\n');
    editor.selection = new Selection(1, 0, 1, 1);
    await runCode({ kind: 'code', action: 'insert', text: 'c()\n', language: 'ts' });
    assert.equal(editor.document.getText(), 'a\nc()\n');
    await registry.executeCommand('undo');
    assert.equal(editor.document.getText(), 'a\nb\n');
    await runCode({ kind: 'code', action: 'newFile', text: 'print(1)\n', language: 'py' });
    assert.equal(window.activeTextEditor?.document.languageId, 'python');
    assert.equal(window.activeTextEditor?.document.getText(), 'print(1)\n');
  });

  /** Records the notices of the host, even if no panel is open. */
  function listen(): () => string[] {
    const said: string[] = [];
    const { chat } = host;
    const { notify } = chat;
    chat.notify = (notice) => {
      said.push(notice.text);
      notify.call(chat, notice);
    };
    return () => said;
  }

  function chats(): string {
    const folder = path.dirname(host.file.fsPath);
    assert.ok(existsSync(folder));
    return folder;
  }
});

/**
 * Messages from a compromised webview: the host ignores invalid ones, and no message has an effect outside the chat.
 */
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { EventEmitter, type Webview, type WebviewPanel, window, workspace } from 'vscode';
import type { ChatWebview } from '../../../src/service/chat/chat/chat-webview.ts';
import type { ChatHost } from '../../../src/service/chat/host/host.ts';
import { parseToHost, type ToPage, turnActions } from '../../../src/service/chat/messages.ts';
import { offered } from '../../offered-messages.ts';
import { type Service, startService } from '../../service/index.ts';
import { fc, runs } from '../../unit/random-runs.ts';
import { until } from '../../until.ts';
import { inWorkspace } from './workspace-files.ts';
import { api, connect } from './world.ts';

const RUNS = runs(5000);

const dangerous = fc.constantFrom(
  'workbench.action.terminal.new',
  'workbench.action.files.newUntitledFile',
  'command:workbench.action.files.newUntitledFile',
  '__proto__',
  'constructor',
  'toString',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'vscode-userdata:/User/settings.json',
);

/** A valid message with some fields changed, removed or added, or any other value. */
const mutated = fc.oneof(
  fc.anything(),
  fc
    .tuple(
      fc.constantFrom(...offered),
      fc.dictionary(
        fc.constantFrom(
          'kind',
          'action',
          'id',
          'text',
          'uris',
          'href',
          'settings',
          'chat',
          'name',
          'data',
          'command',
          '__proto__',
        ),
        fc.oneof(dangerous, fc.anything(), fc.array(dangerous)),
        { minKeys: 1, maxKeys: 3 },
      ),
    )
    .map(([message, changes]) => ({ ...message, ...changes })),
);

describe('messages of a chat webview', () => {
  let service: Service;
  let host: ChatHost;
  let chatWebview: ChatWebview;
  const posts = new EventEmitter<unknown>();
  const silent = new EventEmitter<void>().event;
  const heard: ToPage[] = [];
  before(async () => {
    service = await startService();
    await connect(service.key, service.url);
    host = await (await api()).chat.host();
    await host.open(crypto.randomUUID());
    host.chat.conversation.setModel('anthropic/claude-haiku-4.5');
    await host.chat.composer.submit('Hello');
    await until('the answer', () => !host.chat.conversation.busy);
    // Replaces only the webview; the test sends its messages.
    const webview = {
      options: {},
      html: '',
      cspSource: 'https://webview.example',
      onDidReceiveMessage: posts.event,
      postMessage: async (message: ToPage) => heard.push(message) > 0,
      asWebviewUri: (uri: unknown) => uri,
    } as unknown as Webview;
    const place = { webview, visible: true, title: '', onDidDispose: silent, onDidChangeViewState: silent };
    chatWebview = host.attach(place as unknown as WebviewPanel);
    posts.fire({ kind: 'ready' });
  });
  after(async () => {
    chatWebview.dispose();
    await connect(undefined);
    await service.close();
  });

  it('have no effect when they are invalid', async () => {
    const before = state();
    let refused = 0;
    for (const message of fc.sample(mutated, RUNS)) {
      if (parseToHost(message)) continue;
      refused++;
      posts.fire(message);
    }
    assert.ok(refused > RUNS / 2);
    await settled();
    assert.deepEqual(state(), before);
  });

  it('have no effect with unknown names, and change nothing outside the chat', async () => {
    const before = world();
    const turns = host.chat.conversation.transcript.turns.length;
    // Chats that don't exist, too.
    const chat = fc.constantFrom(host.chat.id, 'a-1', '__proto__');
    const actions = fc.record({
      chat,
      kind: fc.constant('turn'),
      action: fc.constantFrom(...turnActions),
      id: fc.oneof(dangerous, fc.string()),
    });
    const addresses = fc.record({
      chat: fc.constant(host.chat.id),
      kind: fc.constant('attachUris'),
      uris: fc.array(fc.oneof(dangerous, fc.webUrl(), fc.string()), { maxLength: 3 }),
    });
    const others = fc.record({
      chat,
      kind: fc.constantFrom('detach', 'cancelEdit', 'sendQueued', 'stop'),
      id: fc.oneof(dangerous, fc.string()),
    });
    for (const message of fc.sample(fc.oneof(actions, others), RUNS)) posts.fire(message);
    for (const message of fc.sample(addresses, 200)) posts.fire(message);
    await settled();
    assert.deepEqual(world(), before);
    assert.equal(host.chat.conversation.transcript.turns.length, turns);
    assert.deepEqual(host.chat.composed.value.context, []);
  });

  /** Waits until all earlier messages are handled: the host handles them in order. */
  async function settled(): Promise<void> {
    const text = crypto.randomUUID();
    posts.fire({ kind: 'composed', text, chat: host.chat.id });
    await until('the last message', () => host.chat.composed.value.text === text);
    posts.fire({ kind: 'composed', text: '', chat: host.chat.id });
    await until('the empty composer', () => host.chat.composed.value.text === '');
  }

  function state(): unknown {
    return { world: world(), records: host.chat.conversation.transcript.records(), composed: host.chat.composed.value };
  }

  /** Returns all state that commands, files and requests could change. */
  function world(): unknown {
    const own = path.basename(host.file.fsPath).replace('.jsonl', '');
    const folders = [path.dirname(host.file.fsPath), inWorkspace('').fsPath];
    return {
      requests: service.requests.filter(({ method }) => method !== 'GET').length,
      tabs: window.tabGroups.all.flatMap((group) => group.tabs).map((tab) => tab.label),
      terminals: window.terminals.length,
      documents: workspace.textDocuments.map(({ uri }) => uri.toString()).sort(),
      files: folders.flatMap((folder) =>
        readdirSync(folder)
          .filter((name) => !name.startsWith(own))
          .map((name) => `${name} ${statSync(path.join(folder, name)).size}`),
      ),
    };
  }
});

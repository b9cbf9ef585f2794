import assert from 'node:assert/strict';
import {
  CompletionItemKind,
  type CompletionList,
  Position,
  commands as registry,
  type TextDocument,
  type TextEditor,
  window,
  workspace,
} from 'vscode';
import { commands, languageIds } from '../../../src/shared/generated/names.ts';
import { type Service, startService } from '../../service/index.ts';
import { until } from '../../until.ts';
import { api, connect } from './world.ts';

describe('API requests', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    // Visible views would send requests.
    await registry.executeCommand('workbench.action.closeSidebar');
    await connect(service.key, service.url);
    await (await controller()).history.clear();
  });
  afterEach(() => service.faults.clear());
  after(async () => {
    await closeAll();
    await connect(undefined);
    await service.close();
  });

  const controller = async () => (await api()).requests.controller();
  const closeAll = () =>
    registry
      .executeCommand('workbench.action.revertAndCloseActiveEditor')
      .then(() => registry.executeCommand('workbench.action.closeAllEditors'));
  const write = (content: string) => workspace.openTextDocument({ language: languageIds.request, content });
  const responses = () => workspace.textDocuments.filter(({ uri }) => uri.scheme === 'switchyard-api-response');
  const responseTo = (request: TextDocument) => responses().find(({ uri }) => uri.query === request.uri.toString());

  async function send(content: string): Promise<string> {
    const requests = await controller();
    const document = await write(content);
    await requests.send(document);
    return responseTo(document)?.getText() ?? '';
  }

  it('begin with a document that can be sent as it is', async () => {
    await registry.executeCommand(commands.requests.new);
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.languageId, languageIds.request);
    const before = service.requests.length;
    await registry.executeCommand(commands.requests.send);
    const response = responseTo(editor.document);
    assert.match(response?.getText() ?? '', /^# GET http:\/\/127\.0\.0\.1:\d+\/v1\/workflows\n# 200 · /);
    assert.match(response?.getText() ?? '', /content-type: application\/json.*\n[\s\S]*"webhook_url": /);
    assert.equal(response?.languageId, languageIds.response);
    assert.match(response?.uri.path ?? '', /\/Response to Request \d+$/, 'the title of the tab');
    assert.deepEqual(
      service.requests.slice(before).map(({ method, path }) => `${method} ${path}`),
      ['GET /v1/workflows'],
    );
  });

  it('close without a question if nothing was typed, and are kept when they are saved', async () => {
    const documents = await (await api()).requests.documents();
    const active = (): TextEditor | undefined => window.activeTextEditor;
    const close = () => registry.executeCommand('workbench.action.closeActiveEditor');
    await closeAll();
    await registry.executeCommand(commands.requests.new);
    assert.equal(active()?.document.isDirty, false);
    await close();
    assert.equal(active(), undefined);
    assert.deepEqual(documents.saved, []);
    await documents.open('GET /keys');
    const editor = active();
    assert.equal(editor?.document.isDirty, false);
    await editor.edit((edit) => edit.insert(new Position(0, 9), '?x=1'));
    assert.equal(editor.document.isDirty, true);
    assert.equal(await editor.document.save(), true);
    await close();
    assert.deepEqual(
      documents.saved.map(({ text }) => text),
      ['GET /keys?x=1'],
    );
    await documents.show(editor.document.uri);
    assert.equal(active()?.document.getText(), 'GET /keys?x=1');
    assert.equal(active()?.document.languageId, languageIds.request);
    await close();
    await documents.clear();
    assert.deepEqual(documents.saved, []);
  });

  it('are completed on their request line, but not in a body', async () => {
    const document = await write('GET /v1\n\n{}');
    const completed = async (line: number) => {
      const position = new Position(line, 1);
      const list: CompletionList = await registry.executeCommand(
        'vscode.executeCompletionItemProvider',
        document.uri,
        position,
      );
      const items = list.items.filter(({ kind }) => kind === CompletionItemKind.Method);
      return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    const requests = await completed(0);
    for (const request of ['PATCH /v1/workflows/{id}/status', 'GET /keys'])
      assert.ok(requests.includes(request), `${requests}`);
    assert.deepEqual(await completed(2), []);
  });

  it('show the response in the same document when sent again [spec H10 H37]', async () => {
    const requests = await controller();
    const document = await write('GET /keys');
    await requests.send(document);
    await requests.send(document);
    assert.equal(responses().filter(({ uri }) => uri.query === document.uri.toString()).length, 1);
  });

  it('send a body, and show an error response', async () => {
    const [workflow] = service.state.workflows.values();
    assert.ok(workflow);
    const path = `/v1/workflows/${workflow.id}/status`;
    assert.match(await send(`PATCH ${path}\n\n{"status": "disabled"}`), /# 200 · /);
    assert.equal(workflow.status, 'disabled');
    const refused = await send(`PATCH ${path}\n\n{"status": "paused"}`);
    assert.match(refused, /# 400 · /);
    assert.match(refused, /VALIDATION_ERROR/);
  });

  it("show an error when the connection is lost, and aren't sent twice", async () => {
    const [workflow] = service.state.workflows.values();
    const before = service.requests.length;
    service.faults.add({ effect: { kind: 'drop' } });
    assert.equal(await send(`PATCH /v1/workflows/${workflow?.id}/status\n\n{"status": "enabled"}`), '');
    service.faults.add({ effect: { kind: 'truncate' } });
    assert.equal(await send('GET /v1/workflows'), '');
    assert.equal(service.requests.length, before + 2);
    const { accounts } = await api();
    assert.equal(accounts.state.kind, 'unreachable');
    await send('GET /keys');
    assert.equal(accounts.state.kind, 'connected');
  });

  it('update the connection state when the key is rejected', async () => {
    const { accounts } = await api();
    service.faults.add({ effect: { kind: 'status', status: 401 } });
    assert.match(await send('GET /keys'), /# 401/);
    await until('the connection to know', () => accounts.state.kind === 'unauthorized');
    await send('GET /keys');
    await until('the connection to recover', () => accounts.state.kind === 'connected');
  });

  it('are remembered without keys', async () => {
    const requests = await controller();
    await requests.history.clear();
    await send('GET /keys\nX-Api-Key: very-secret\nAccept: */*');
    assert.deepEqual(
      requests.history.all.map(({ text, what, status }) => [text, what, status]),
      [['GET /keys\nX-Api-Key:\nAccept: */*', 'GET /keys', 200]],
    );
    await requests.history.clear();
  });

  it("aren't sent when signed out", async () => {
    await connect(undefined);
    const requests = await controller();
    const before = service.requests.length;
    await requests.send(await write('GET /keys'));
    assert.equal(service.requests.length, before);
    await connect(service.key, service.url);
  });
});

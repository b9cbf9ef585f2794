import assert from 'node:assert/strict';
import { CancellationTokenSource, LanguageModelTextPart, lm, MarkdownString, commands as registry } from 'vscode';
import { type Tool, tools } from '../../../src/shared/generated/names.ts';
import { type Effect, type Service, startService } from '../../service/index.ts';
import { until } from '../../until.ts';
import { api, connect, session } from './world.ts';

describe('tools of language models', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    // Visible views would send requests.
    await registry.executeCommand('workbench.action.closeSidebar');
    await connect(service.key, service.url);
  });
  afterEach(() => service.faults.clear());
  after(async () => {
    await connect(undefined);
    await service.close();
  });

  async function use(name: Tool, input: object = {}): Promise<string> {
    const result = await lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return result.content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('');
  }
  const json = async (name: Tool, input: object = {}) => JSON.parse(await use(name, input));
  const sent = (since: number, method: string) =>
    service.requests.slice(since).filter((request) => request.method === method);

  /** Returns the confirmation message, as the editor shows it. */
  async function question(name: Tool, input: object): Promise<string> {
    const tool = (await api()).modelTools.tools.get(name);
    const prepared = await tool?.prepareInvocation?.({ input }, new CancellationTokenSource().token);
    const { title, message } = prepared?.confirmationMessages ?? { title: '', message: '' };
    return `${title}\n${message instanceof MarkdownString ? message.value : message}`;
  }

  /** Returns a workflow with an active version and an inactive one. */
  function target() {
    const { workflows, versions } = service.state;
    for (const workflow of workflows.values()) {
      const other = [...versions.values()].find(
        (one) => workflow.own && one.workflowId === workflow.id && one.id !== workflow.activeVersionId,
      );
      const active = versions.get(workflow.activeVersionId ?? '');
      if (other && active) return { workflow, other, active };
    }
    throw new Error('no workflow with two versions');
  }

  it('are registered in the editor with descriptions and schemas', () => {
    const known = lm.tools.filter(({ name }) => name.startsWith('switchyard_'));
    assert.deepEqual(known.map(({ name }) => name).sort(), Object.values<string>(tools).sort());
    for (const { description, inputSchema } of known) assert.ok(description && inputSchema);
  });

  it('list all workflows compactly', async () => {
    const text = await use(tools.listWorkflows);
    const { total, items } = JSON.parse(text);
    const own = [...service.state.workflows.values()].filter((one) => one.own);
    assert.equal(total, own.length);
    assert.deepEqual(items.map(({ id }: { id: string }) => id).sort(), own.map(({ id }) => id).sort());
    assert.ok(!text.includes('\n') && !text.includes('webhook'));
  });

  it('read a workflow, its versions, runs and one run with its steps', async () => {
    const { workflow } = target();
    const details = await json(tools.getWorkflow, { workflow_id: workflow.id });
    assert.equal(details.active_version_id, workflow.activeVersionId);
    assert.equal(details.status, workflow.status);
    assert.match(details.webhook_url, /^http/);
    const versions = await json(tools.listVersions, { workflow_id: workflow.id, limit: 1 });
    assert.equal(versions.items.length, 1);
    assert.equal(versions.next_page, 2);
    const runs = await json(tools.listRuns, { status: 'FAILED', limit: 100 });
    assert.ok(runs.total > 0 && runs.items.every((run: { status: string }) => run.status === 'FAILED'));
    const run = await use(tools.getRun, { run_id: runs.items[0].id });
    assert.match(run, new RegExp(`^# .*\\nFailed in [^]*Error: [^]*\\n- ID: ${runs.items[0].id}\\n`));
    assert.equal((await json(tools.listRuns, { limit: 100, page: 9999 })).next_page, undefined);
  });

  it('need no confirmation if they only read', async () => {
    const { modelTools } = await api();
    const { workflow } = target();
    const before = service.requests.length;
    for (const name of [tools.listWorkflows, tools.getWorkflow, tools.listVersions, tools.listRuns, tools.getRun]) {
      const input =
        name === tools.getRun ? { run_id: 'x' } : /get_|versions/.test(name) ? { workflow_id: workflow.id } : {};
      const prepared = await modelTools.tools
        .get(name)
        ?.prepareInvocation?.({ input }, new CancellationTokenSource().token);
      assert.ok(prepared?.invocationMessage);
      assert.equal(prepared.confirmationMessages, undefined, name);
    }
    assert.equal(service.requests.length, before);
  });

  it('describe the effect of publishing in the confirmation', async () => {
    const { workflow, other, active } = target();
    const input = { workflow_id: workflow.id, version_id: other.id, commit_message: 'Ship it' };
    const before = service.requests.length;
    const text = await question(tools.publishVersion, input);
    assert.match(text, /^Publish this version as the active one\?/);
    for (const part of [
      workflow.name,
      other.displayName,
      `Active version: ${active.displayName}`,
      'Ship it',
      service.url,
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
    assert.deepEqual(sent(before, 'POST'), []);
  });

  it('show a hostile name as text in the confirmation', async () => {
    const { workflow } = target();
    const { name } = workflow;
    workflow.name = '```\n````\n[yes](command:x) ![p](https://evil.example/p.png) <img src=x>\nNew status: enabled';
    const text = await question(tools.setWorkflowStatus, { workflow_id: workflow.id, status: 'disabled' });
    const [, fence = '', inside = ''] = /\n(`{3,})text\n([\s\S]*)\n\1\n$/.exec(text) ?? [];
    assert.ok(!inside.split('\n').some((line) => new RegExp(`^ {0,3}${fence}`).test(line)), text);
    assert.equal(inside.split('\n').filter((line) => !line.startsWith('    ')).length, 5, 'the name begins no line');
    workflow.name = name;
  });

  it('publish once, and update the view', async () => {
    await session().workflows.ensure();
    const { workflow, other } = target();
    assert.notEqual((await session().workflows.detail(workflow.id)).active_version_id, other.id);
    const before = service.requests.length;
    const answer = await json(tools.publishVersion, {
      workflow_id: workflow.id,
      version_id: other.id,
      commit_message: 'Ship',
    });
    assert.equal(answer.version_id, other.id);
    assert.equal(other.commitMessage, 'Ship');
    assert.equal(sent(before, 'POST').length, 1);
    await until('the view', async () => (await session().workflows.detail(workflow.id)).active_version_id === other.id);
  });

  it('set a status, and update the view', async () => {
    const { workflow } = target();
    const status = workflow.status === 'enabled' ? 'disabled' : 'enabled';
    assert.notEqual((await session().workflows.detail(workflow.id)).status, status);
    assert.equal((await json(tools.setWorkflowStatus, { workflow_id: workflow.id, status })).status, status);
    assert.equal(workflow.status, status);
    await until('the view', async () => (await session().workflows.detail(workflow.id)).status === status);
  });

  it('do nothing when the connection was changed after the confirmation', async () => {
    const { modelTools } = await api();
    const tool = modelTools.tools.get(tools.publishVersion);
    const { workflow, other } = target();
    const input = { workflow_id: workflow.id, version_id: other.id };
    const { token } = new CancellationTokenSource();
    await tool?.prepareInvocation?.({ input }, token);
    await connect(undefined);
    await connect(service.key, service.url);
    await session().workflows.ensure();
    const before = service.requests.length;
    const invoked = async () => tool?.invoke({ input, toolInvocationToken: undefined }, token);
    await assert.rejects(invoked, /connection changed after the user confirmed/);
    assert.deepEqual(sent(before, 'POST'), []);
    await until('the list to be asked for, whatever came of it', () => sent(before, 'GET').length > 0);
  });

  const wrong: readonly (readonly [Tool, object, RegExp])[] = [
    [tools.getWorkflow, {}, /workflow_id is required/],
    [tools.getWorkflow, { workflow_id: '..' }, /isn't a valid ID/],
    [tools.listRuns, { status: 'BROKEN' }, /status must be one of PENDING/],
    [tools.listVersions, { workflow_id: 'a', page: 0.5 }, /page must be a whole number/],
    [tools.setWorkflowStatus, { workflow_id: 'a', status: 'paused' }, /status must be one of enabled, disabled/],
    [
      tools.publishVersion,
      { workflow_id: 'a', version_id: 'b', commit_message: 'x'.repeat(501) },
      /501 characters. The maximum is 500/,
    ],
  ];
  for (const [name, input, message] of wrong)
    it(`reject invalid input before a request: ${name} ${JSON.stringify(input).slice(0, 50)}`, async () => {
      const before = service.requests.length;
      await assert.rejects(use(name, input), message);
      // Listing the models for VS Code's picker isn't caused by the tool.
      const sent = service.requests.slice(before).filter(({ path }) => path !== '/v1/models');
      assert.deepEqual(sent, []);
    });

  const faults: readonly (readonly [string, Effect, RegExp])[] = [
    [
      '402 plan [spec H42]',
      {
        kind: 'status',
        status: 402,
        body: { error: 'full', code: 'SUBSCRIPTION_LIMIT', details: { workflow_limit: 3, current_workflows: 5 } },
      },
      /workflow limit \(5 of 3\)/,
    ],
    ['404 [spec H43]', { kind: 'status', status: 404 }, /Not found/],
    [
      '422 [spec H44]',
      { kind: 'status', status: 422, body: { error: 'Version does not belong' } },
      /Version does not belong/,
    ],
    ['a lost connection', { kind: 'drop' }, /Couldn't reach the service/],
  ];
  for (const [name, effect, message] of faults)
    it(`say what went wrong and send a publish once: ${name}`, async () => {
      const { workflow, other } = target();
      const path = `/v1/workflows/${workflow.id}/publish`;
      service.faults.add({ effect, path, count: 0 });
      const before = service.requests.length;
      await assert.rejects(use(tools.publishVersion, { workflow_id: workflow.id, version_id: other.id }), message);
      assert.equal(sent(before, 'POST').length, 1);
      service.faults.clear();
      await session().client.listWorkflows();
    });

  it('report errors if they only read', async () => {
    service.faults.add({ effect: { kind: 'body', body: { items: 'none' } }, path: '/v1/executions', count: 0 });
    await assert.rejects(use(tools.listRuns), /sent an unexpected response/);
    service.faults.clear();
    await assert.rejects(use(tools.getRun, { run_id: 'gone' }), /Not found/);
  });

  it('stop when they are canceled', async () => {
    service.faults.add({ effect: { kind: 'hang' }, path: '/v1/workflows', count: 0 });
    const source = new CancellationTokenSource();
    const before = service.requests.length;
    const options = { input: {}, toolInvocationToken: undefined };
    const refused = assert.rejects(async () => lm.invokeTool(tools.listWorkflows, options, source.token), /[Cc]ancel/);
    await until('the request', () => service.requests.length > before);
    source.cancel();
    await refused;
  });

  it('say what to do when signed out, without a prompt to sign in', async () => {
    await connect(undefined);
    await assert.rejects(use(tools.listWorkflows), /Ask the user to run the command "Switchyard: Sign In"/);
    const { workflow, other } = target();
    await assert.rejects(
      use(tools.publishVersion, { workflow_id: workflow.id, version_id: other.id }),
      /user isn't signed in to Switchyard/,
    );
    await connect(service.key, service.url);
  });
});

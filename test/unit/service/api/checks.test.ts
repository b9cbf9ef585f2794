import { describe, expect, it } from 'vitest';
import { type ApiClient, apiLimits } from '../../../../src/service/api/index.ts';
import {
  asAny,
  clientOf,
  errorOf,
  executionPage,
  json,
  run,
  step,
  text,
  version,
  wholeChat,
  workflow,
  workflowDetails,
} from './support.ts';

type Call = (client: ApiClient) => Promise<unknown>;
describe('request validation', () => {
  it.each<[string, Call, string]>([
    ['page 0', (client) => client.listExecutions({ page: 0 }), 'page'],
    ['page 1.5', (client) => client.listVersions('w', { page: 1.5 }), 'page'],
    ['page NaN', (client) => client.listVersions('w', { page: Number.NaN }), 'page'],
    ['limit 0', (client) => client.listExecutions({ limit: 0 }), 'limit'],
    ['limit 101 [spec H69]', (client) => client.listVersions('w', { limit: 101 }), 'limit'],
    ['limit 2.5', (client) => client.listExecutions({ limit: 2.5 }), 'limit'],
    ['limit as text', (client) => client.listExecutions({ limit: asAny('20') }), 'limit'],
    ['an unknown run status [spec H48]', (client) => client.listExecutions({ status: asAny('DONE') }), 'status'],
    [
      'an unknown workflow status [spec StatusRequest.status]',
      (client) => client.setWorkflowStatus('w', asAny('paused')),
      'status',
    ],
    [
      'a commit message of 501 characters [spec Publish.commit_message H70]',
      (client) => client.publish('w', { version_id: 'v', commit_message: 'x'.repeat(501) }),
      'commit_message',
    ],
    ['a model without a provider [spec H7]', (client) => wholeChat(client, { model: 'gpt', messages: [] }), 'model'],
    ['a model with an empty provider [spec H7]', (client) => client.speech({ model: '/gpt', input: 'x' }), 'model'],
    ['a model with an empty name [spec H7]', (client) => client.images({ model: 'openai/', prompt: 'x' }), 'model'],
    ['a model with a space [spec H7]', (client) => client.transcribe({ model: 'a b/c', file: new Blob() }), 'model'],
    ['a size in words [spec H34]', (client) => client.images({ model: 'a/b', prompt: 'x', size: 'large' }), 'size'],
    [
      'a message without content',
      (client) => wholeChat(client, { model: 'a/b', messages: asAny([{ role: 'user' }]) }),
      'messages[0]',
    ],
    [
      'a role that is not a string',
      (client) => wholeChat(client, { model: 'a/b', messages: asAny([{ role: 1, content: 'x' }]) }),
      'messages[0].role',
    ],
    [
      'a temperature of NaN',
      (client) => wholeChat(client, { model: 'a/b', messages: [], temperature: Number.NaN }),
      'temperature',
    ],
    [
      'a fraction of a token',
      (client) => wholeChat(client, { model: 'a/b', messages: [], max_completion_tokens: 1.5 }),
      'max_completion_tokens',
    ],
    [
      'a field that is not in the spec',
      (client) => wholeChat(client, asAny({ model: 'a/b', messages: [], max_tokens: 5 })),
      '',
    ],
  ])('reports a validation error, without a request, for %s', async (_, call, field) => {
    const { client, sent } = clientOf([json({})]);
    const error = await errorOf(call(client));
    expect(error).toMatchObject({ kind: 'validation' });
    expect(error.message.split(': ').slice(0, -1).join()).toBe(field);
    expect(error).not.toHaveProperty('status');
    expect(sent).toHaveLength(0);
  });

  it('reports the field and the expected value', async () => {
    const { client } = clientOf([json({})]);
    const messageOf = async (call: Promise<unknown>) => (await errorOf(call)).message;
    expect(await messageOf(client.listExecutions({ limit: 101 }))).toBe('limit: must be <= 100');
    expect(await messageOf(client.setWorkflowStatus('w', asAny('x')))).toBe('status: must be one of enabled, disabled');
    expect(await messageOf(wholeChat(client, { model: 'gpt', messages: [] }))).toBe(
      'model: must look like provider/model_name',
    );
    expect(await messageOf(client.images({ model: 'a/b', prompt: 'x', size: 'xx' }))).toBe(
      'size: must look like <width>x<height>',
    );
    expect(await messageOf(wholeChat(client, asAny({ model: 'a/b', messages: [], top_p: 1 })))).toBe(
      'has an unknown field "top_p"',
    );
  });

  it('counts characters of a commit message as code points [spec H70]', async () => {
    const { client, sent } = clientOf([json({ message: 'ok', workflow_id: 'w', version_id: 'v' })]);
    await client.publish('w', { version_id: 'v', commit_message: '👍'.repeat(apiLimits.commitMessageLength) });
    expect(await errorOf(client.publish('w', { version_id: 'v', commit_message: '👍'.repeat(501) }))).toMatchObject({
      message: expect.stringMatching(/^commit_message: /),
    });
    expect(sent).toHaveLength(1);
  });

  it('accepts the limits themselves and every value of an enumeration [spec H48 H69]', async () => {
    const { client, sent } = clientOf([json(executionPage([]))]);
    await client.listExecutions({ page: 1, limit: 100 });
    await client.listExecutions({ limit: 1 });
    for (const status of ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'PAUSED', 'all'] as const)
      await client.listExecutions({ status });
    expect(sent).toHaveLength(9);
  });

  it('sends no defaults and preserves the caller’s objects [spec H68]', async () => {
    const { client, sent } = clientOf([json(executionPage([]))]);
    const query = {};
    await client.listExecutions(query);
    expect(sent[0]?.url).toBe('https://service.example/v1/executions');
    expect(query).toEqual({});
    expect(apiLimits).toEqual({ firstPage: 1, pageSize: 20, pageSizeMaximum: 100, commitMessageLength: 500 });
  });

  it.each(['', '   ', 'a b', 'a\nb', 'schlüssel'])('rejects the key %j', (apiKey) => {
    expect(() => clientOf([], { apiKey })).toThrow(/API key/);
  });
});

describe('response validation', () => {
  const detail = { ...run(1), steps: [step], step_count: 1 };

  it.each<[string, Call, unknown, string]>([
    ['a list that is an object', (client) => client.listWorkflows(), {}, ''],
    ['a list that is null', (client) => client.listWorkflows(), null, ''],
    [
      'a workflow without a name',
      (client) => client.listWorkflows(),
      [workflow, { ...workflow, name: undefined }],
      '[1]',
    ],
    ['a detail with a wrong status', (client) => client.getWorkflow('w'), { ...workflowDetails, status: 1 }, 'status'],
    [
      'a run with a wrong status',
      (client) => client.listExecutions(),
      executionPage([run(1), run(2), run(3), { ...run(4), status: null }]),
      'items[3].status',
    ],
    ['a bare version [spec H46]', (client) => client.getVersion('v'), version(1), ''],
    [
      'a step with a wrong attempt',
      (client) => client.getExecution('r'),
      { ...detail, steps: [step, { ...step, attempt: 'x' }] },
      'steps[1].attempt',
    ],
    ['a run without steps', (client) => client.getExecution('r'), run(1), ''],
  ])('rejects, with the path of the fault, %s', async (_, call, body, path) => {
    const { client } = clientOf([json(body)]);
    const message = expect.stringContaining(`: ${path === '' ? '' : `${path}: `}must `);
    expect(await errorOf(call(client))).toMatchObject({ kind: 'badResponse', status: 200, message });
  });

  it.each<[string, () => Response]>([
    ['without a message', () => json({ workflow_id: 'w', version_id: 'v', status: 'enabled' })],
    ['that is an empty object', () => json({})],
    ['with an empty body', () => new Response(null, { status: 204 })],
    ['with a blank body', () => text('\n')],
    ['with a plain text', () => text('OK')],
    ['that is null', () => json(null)],
  ])('accepts a response %s as the success of a change', async (_, answer) => {
    const { client } = clientOf([answer]);
    const publish = client.publish('w', { version_id: 'v' });
    expect(await publish).toMatchObject({ message: null, workflow_id: 'w', version_id: 'v' });
    const change = client.setWorkflowStatus('w', 'enabled');
    expect(await change).toMatchObject({ message: null, workflow_id: 'w', status: 'enabled' });
  });

  it.each([
    ['an error under status 200', { error: 'Maintenance' }, { kind: 'server', message: 'Maintenance' }],
    ['a list', [], { kind: 'badResponse' }],
    ['another workflow', { workflow_id: 'x' }, { message: expect.stringContaining(': workflow_id: must be w.') }],
  ])('rejects %s as the success of a change', async (_, body, error) => {
    const { client } = clientOf([json(body)]);
    expect(await errorOf(client.publish('w', { version_id: 'v' }))).toMatchObject(error);
    expect(await errorOf(client.setWorkflowStatus('w', 'enabled'))).toMatchObject(error);
  });

  it('rejects another status and a web page as the success of a change', async () => {
    const { client } = clientOf([json({ status: 'disabled' }), text('<html>')]);
    const message = expect.stringContaining(': status: must be enabled.');
    expect(await errorOf(client.setWorkflowStatus('w', 'enabled'))).toMatchObject({ kind: 'badResponse', message });
    expect(await errorOf(client.setWorkflowStatus('w', 'enabled'))).toMatchObject({ kind: 'badResponse' });
  });

  it.each([200_000, 201])('rejects JSON of %i nested lists as a bad response', async (levels) => {
    const deep = '['.repeat(levels) + ']'.repeat(levels);
    const bodies = [
      deep,
      `{"items":${deep},"detail":${deep}}`,
      `{"error":${deep}}`,
      `${'{"detail":'.repeat(levels)}1${'}'.repeat(levels)}`,
    ];
    for (const body of bodies) {
      const { client, clock } = clientOf([() => text(body, 200, 'application/json')]);
      const calls = [
        client.listWorkflows(),
        client.getWorkflow('w'),
        client.listExecutions({}, { onUnreadable: () => undefined }),
        client.publish('w', { version_id: 'v' }),
        client.models(),
        wholeChat(client, { model: 'a/b', messages: [] }),
        client.images({ model: 'a/b', prompt: 'x' }),
        client.speech({ model: 'a/b', input: 'x' }),
        client.transcribe({ model: 'a/b', file: new Blob(['x']) }),
      ];
      const errors = await clock.advanceUntil(Promise.all(calls.map(errorOf)));
      expect(errors.map(({ kind }) => kind)).toEqual(calls.map(() => 'badResponse'));
      const refused = clientOf([() => text(body, 422, 'application/json')]).client;
      expect((await errorOf(refused.getWorkflow('w'))).kind).toBe('invalidBody');
    }
  });

  it('accepts any number of brackets in strings and of adjacent lists', async () => {
    const name = '[{"\\'.repeat(1000);
    const { client } = clientOf([json([{ ...workflow, name, more: Array.from({ length: 1000 }, () => [[]]) }])]);
    expect((await client.listWorkflows())[0]?.name).toBe(name);
  });

  it('reports the path and the expected type of the first fault', async () => {
    const { client } = clientOf([json(executionPage([{ ...run(1), status: 7 }]))]);
    expect((await errorOf(client.listExecutions())).message).toBe(
      "The response doesn't match the API description: items[0].status: must be string.",
    );
  });

  it.each([
    ['a web page', text('<!doctype html><title>x</title>', 200, 'text/html'), /web page/],
    ['an empty body', text(''), /empty response body/],
    ['white space', text('  \n'), /empty response body/],
    ['204', new Response(null, { status: 204 }), /status 204 with an empty response body/],
    ['cut-off JSON', text('[{"id": "w', 200, 'application/json'), /invalid or truncated/],
    ['plain text', text('OK', 200, 'text/plain'), /text\/plain instead of JSON/],
    ['text of an unknown content type', text('OK', 200, 'x'), /another content type instead of JSON/],
  ])('reports %s in place of JSON', async (_, answer, message) => {
    const { client } = clientOf([answer]);
    expect(await errorOf(client.listWorkflows())).toMatchObject({
      kind: 'badResponse',
      message: expect.stringMatching(message),
    });
  });

  it('accepts JSON with any content type', async () => {
    const { client } = clientOf([text(JSON.stringify([workflow]), 200, 'text/plain')]);
    expect(await client.listWorkflows()).toEqual([workflow]);
  });

  it('preserves fields that are not in the API description', async () => {
    const { client } = clientOf([json([{ ...workflow, colour: 'red' }])]);
    expect(await client.listWorkflows()).toEqual([{ ...workflow, colour: 'red' }]);
  });

  it('preserves unknown values of enumerations [spec WorkflowDetails.status WorkflowVersion.state WorkflowRunMetadata.type WorkflowRunMetadata.status StepExecution.step_type StepExecution.status H20 H22]', async () => {
    const grown = {
      ...detail,
      type: 'CRON',
      status: 'QUEUED',
      steps: [{ ...step, status: 'SKIPPED', step_type: 'LOOP' }],
    };
    const { client } = clientOf([
      json(grown),
      json({ ...workflowDetails, status: 'archived' }),
      json({ version: { ...version(1), state: 'locked' } }),
    ]);
    expect(await client.getExecution('r')).toEqual(grown);
    expect((await client.getWorkflow('w')).status).toBe('archived');
    expect((await client.getVersion('v')).state).toBe('locked');
  });
});

describe('response size limit', () => {
  it('cancels an endless body', async () => {
    let released = false;
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        given += 1000;
        controller.enqueue(new Uint8Array(1000));
      },
      cancel: () => {
        released = true;
      },
    });
    const { client } = clientOf([() => new Response(endless)], { maxBodyBytes: 10_000 });
    expect(await errorOf(client.getWorkflow('w'))).toMatchObject({
      kind: 'badResponse',
      message: 'The response is larger than 0.01 MiB.',
    });
    expect(released).toBe(true);
    expect(given).toBeLessThan(20_000);
  });

  it('is 32 MiB for a list, whose records are read without a pause', async () => {
    const large = `[${' '.repeat(32 * 1024 * 1024)}]`;
    const message = 'The response is larger than 32 MiB.';
    const { client } = clientOf([text(large, 200, 'application/json')]);
    expect(await errorOf(client.listWorkflows())).toMatchObject({ kind: 'badResponse', message });
    expect((await client.raw({ method: 'GET', path: '/workflows' })).bytes.byteLength).toBe(large.length);
  });

  it('applies to error responses', async () => {
    const { client } = clientOf([text('x'.repeat(20_000), 500)], { maxBodyBytes: 10_000 });
    expect(await errorOf(client.getWorkflow('w'))).toMatchObject({ kind: 'badResponse', status: 500 });
  });
});

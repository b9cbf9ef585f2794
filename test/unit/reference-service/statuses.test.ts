/** Each status of the spec's error table, from the service through the client to an `ApiError`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createClient } from '../../../src/service/api/index.ts';
import { type Service, startService } from '../../service/index.ts';
import { errorOf, wholeChat } from '../service/api/support.ts';

let service: Service;
let api: ApiClient;
let workflowId = '';

beforeAll(async () => {
  service = await startService();
  api = createClient({ baseUrl: service.url, apiKey: service.key });
  workflowId = (await api.listWorkflows())[0]?.id ?? '';
});
afterAll(() => service.close());

/** A client that replaces the body of each request, because its own validation would reject this body. */
function spoiled(body: string): ApiClient {
  return createClient({
    baseUrl: service.url,
    apiKey: service.key,
    fetch: (url, init) => fetch(url, { ...init, body }),
  });
}

describe('error table', () => {
  it('400: invalid status parameter, VALIDATION_ERROR [spec H12 H40 H57]', async () => {
    for (const body of ['{"status":"paused"}', '{"status":""}', '{"status":null}', '{"status":1}', '{}'])
      expect(await errorOf(spoiled(body).setWorkflowStatus(workflowId, 'enabled'))).toMatchObject({
        kind: 'validation',
        status: 400,
        code: 'VALIDATION_ERROR',
      });
  });

  it('401: invalid API key [spec H49 H53 H58]', async () => {
    const stranger = createClient({ baseUrl: service.url, apiKey: 'sy_wrong' });
    const error = { kind: 'unauthorized', status: 401, message: 'Unauthorized: invalid or expired API key' };
    expect(await errorOf(stranger.listExecutions())).toEqual(error);
    expect(await errorOf(stranger.models())).toEqual(error);
  });

  it('402: balance, only on router operations [spec H6 H37 H59]', async () => {
    service.state.balance = 0;
    expect(await errorOf(api.models())).toMatchObject({
      kind: 'balance',
      status: 402,
      message: 'Insufficient balance',
    });
    expect(await errorOf(wholeChat(api, { model: 'openai/gpt-5-mini', messages: [] }))).toMatchObject({
      kind: 'balance',
    });
    expect(await api.raw({ method: 'GET', path: '/keys' })).toMatchObject({ status: 200 });
    expect(await api.listWorkflows()).toHaveLength(8);
    service.state.balance = 25;
  });

  it('402: SUBSCRIPTION_LIMIT on publish, with limit and count [spec H12 H13 H42 H60 H72]', async () => {
    const version = (await api.listVersions(workflowId)).items[0]?.id ?? '';
    service.state.workflowLimit = 5;
    const error = await errorOf(api.publish(workflowId, { version_id: version }));
    service.state.workflowLimit = 25;
    expect(error).toMatchObject({
      kind: 'subscriptionLimit',
      status: 402,
      code: 'SUBSCRIPTION_LIMIT',
      workflowLimit: 5,
      currentWorkflows: 8,
    });
  });

  it('404: invalid endpoint [spec H61]', async () => {
    const elsewhere = createClient({ baseUrl: `${service.url}/nowhere`, apiKey: service.key });
    expect(await errorOf(elsewhere.listWorkflows())).toMatchObject({
      kind: 'notFound',
      status: 404,
      message: 'Invalid endpoint: GET /nowhere/v1/workflows',
    });
  });

  it('404: missing workflow, version or execution [spec H39 H46 H50 H62]', async () => {
    expect(await errorOf(api.getWorkflow('x'))).toMatchObject({
      kind: 'notFound',
      message: 'Workflow not found or access denied',
    });
    expect(await errorOf(api.getVersion('x'))).toMatchObject({
      kind: 'notFound',
      message: 'Version not found or access denied',
    });
    expect(await errorOf(api.getExecution('x'))).toMatchObject({
      kind: 'notFound',
      message: 'Execution not found or access denied',
    });
  });

  it('422: invalid request body [spec H63]', async () => {
    const error = await errorOf(spoiled('{"model":"openai/tts-1"}').speech({ model: 'openai/tts-1', input: 'x' }));
    expect(error).toEqual({ kind: 'invalidBody', status: 422, message: 'Invalid request body: input is required' });
  });

  it('422: version that is missing or of another workflow, on publish [spec H18 H44 H64]', async () => {
    const others = [...service.state.versions.values()].filter((version) => version.workflowId !== workflowId);
    const isOwn = (id: string) => service.state.workflows.get(id)?.own;
    const [own, foreign] = [true, false].map((wanted) => others.find((one) => isOwn(one.workflowId) === wanted)?.id);
    for (const version of ['x', own, foreign])
      expect(await errorOf(api.publish(workflowId, { version_id: version ?? '' }))).toMatchObject({
        kind: 'invalidBody',
        status: 422,
        message: 'Version not found or does not belong to the workflow',
      });
    expect(others.length > 0 && own !== undefined && foreign !== undefined).toBe(true);
  });

  it('429: rate limit [spec H65]', async () => {
    service.faults.add({ effect: { kind: 'rateLimit', retryAfter: '12' }, method: 'POST' });
    const error = await errorOf(api.publish(workflowId, { version_id: 'x' }));
    expect(error).toEqual({
      kind: 'rateLimited',
      status: 429,
      message: 'Rate limit exceeded',
      retryAfterMs: 12_000,
      retryAt: expect.any(Number),
    });
  });
});

describe('state changes', () => {
  it('set a workflow to either status and return it [spec H14 H15]', async () => {
    for (const status of ['disabled', 'disabled', 'enabled', 'enabled'] as const) {
      expect(await api.setWorkflowStatus(workflowId, status)).toMatchObject({ workflow_id: workflowId, status });
      expect((await api.getWorkflow(workflowId)).status).toBe(status);
    }
  });

  it('publish any version as the active one [spec H17 H19 H75]', async () => {
    for (const { id } of (await api.listVersions(workflowId, { limit: 3 })).items) {
      expect(await api.publish(workflowId, { version_id: id, commit_message: 'why' })).toMatchObject({
        workflow_id: workflowId,
        version_id: id,
      });
      expect((await api.getWorkflow(workflowId)).active_version_id).toBe(id);
    }
  });

  it('preserve the active version if publishing fails [spec H18]', async () => {
    const before = (await api.getWorkflow(workflowId)).active_version_id;
    await errorOf(api.publish(workflowId, { version_id: 'x' }));
    expect((await api.getWorkflow(workflowId)).active_version_id).toBe(before);
  });
});

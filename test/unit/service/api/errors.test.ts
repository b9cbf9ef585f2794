import { describe, expect, it } from 'vitest';
import { createCleaner } from '../../../../src/service/api/clean.ts';
import { errorInside, errorOfResponse } from '../../../../src/service/api/errors/error-body.ts';
import { type ApiError, ApiFailure, apiErrorOf } from '../../../../src/service/api/index.ts';
import { fc } from '../../random-runs.ts';
import { clientOf, errorOf, json, KEY, text } from './support.ts';

const cleaner = createCleaner(KEY);

function errorFor(status: number, body: unknown, headers: Record<string, string> = {}): ApiError {
  const written = typeof body === 'string' ? body : JSON.stringify(body);
  return errorOfResponse({ status, headers: new Headers(headers), body: written }, cleaner, 0);
}

describe('error kind by status', () => {
  it.each([
    [400, { error: 'Bad status', code: 'VALIDATION_ERROR' }, 'validation'],
    [400, { error: 'Bad request' }, 'validation'],
    [401, { error: 'Unauthorized: invalid or expired API key' }, 'unauthorized'],
    [402, { error: 'Balance is 0' }, 'balance'],
    [402, { error: { message: 'Insufficient credits', code: 402 } }, 'balance'],
    [402, { error: 'Limit', code: 'SUBSCRIPTION_LIMIT' }, 'subscriptionLimit'],
    [402, { error: 'Limit', details: { workflow_limit: 5, current_workflows: 5 } }, 'subscriptionLimit'],
    [403, { error: 'Forbidden' }, 'forbidden'],
    [404, { error: 'Workflow not found or access denied' }, 'notFound'],
    [405, '', 'notFound'],
    [408, '', 'server'],
    [409, { error: 'Conflict' }, 'validation'],
    [410, '', 'notFound'],
    [413, '', 'invalidBody'],
    [415, '', 'invalidBody'],
    [422, { error: 'Version not found' }, 'invalidBody'],
    [429, { error: 'Slow down' }, 'rateLimited'],
    [500, '', 'server'],
    [503, '', 'server'],
    [304, '', 'badResponse'],
  ])('%i %j is %s', (status, body, kind) => {
    expect(errorFor(status, body)).toMatchObject({ kind, status });
  });

  it('returns the limit and the count of a subscription limit [spec H13]', () => {
    const details = { workflow_limit: 5, current_workflows: 7 };
    const error = errorFor(402, { error: 'Limit reached', code: 'SUBSCRIPTION_LIMIT', details });
    expect(error).toEqual({
      kind: 'subscriptionLimit',
      status: 402,
      message: 'Limit reached',
      code: 'SUBSCRIPTION_LIMIT',
      details,
      workflowLimit: 5,
      currentWorkflows: 7,
    });
  });

  it('returns the limit from outside the error', () => {
    const body = { error: { message: 'Limit' }, code: 'SUBSCRIPTION_LIMIT', details: { workflow_limit: 3 } };
    expect(errorFor(402, body)).toMatchObject({ kind: 'subscriptionLimit', message: 'Limit', workflowLimit: 3 });
  });

  it('marks a 404 of a request that names no record as a missing endpoint', async () => {
    const missing = async (work: (client: ReturnType<typeof clientOf>['client']) => Promise<unknown>) =>
      errorOf(work(clientOf([text('Not Found', 404), text('Not Found', 404)]).client));
    const lists = [
      missing((client) => client.listWorkflows()),
      missing((client) => client.listExecutions()),
      missing((client) => client.models()),
      missing((client) => client.speech({ model: 'a/b', input: 'x' })),
      missing((client) => client.transcribe({ model: 'a/b', file: new Blob(['x']) })),
      missing((client) => client.images({ model: 'a/b', prompt: 'x' })),
      missing((client) => client.chatStream({ model: 'a/b', messages: [] })[Symbol.asyncIterator]().next()),
    ];
    for (const error of await Promise.all(lists)) expect(error).toMatchObject({ kind: 'notFound', noEndpoint: true });
    expect(await missing((client) => client.getWorkflow('w'))).not.toHaveProperty('noEndpoint');
    expect(await missing((client) => client.listExecutions({ workflow_id: 'w' }))).not.toHaveProperty('noEndpoint');
    const unknown = json({ error: { message: 'The model a/b does not exist', code: 'model_not_found' } }, 404);
    const { client } = clientOf([unknown, unknown]);
    expect(await errorOf(client.speech({ model: 'a/b', input: 'x' }))).not.toHaveProperty('noEndpoint');
  });

  it('marks a 402 of publish as balance or plan if the response names neither', async () => {
    const publish = async (body: unknown) =>
      errorOf(clientOf([json(body, 402)]).client.publish('w', { version_id: 'v' }));
    expect(await publish({})).toMatchObject({ kind: 'balance', orPlan: true, silent: true });
    expect(await publish({ error: 'x', code: 'SUBSCRIPTION_LIMIT' })).toMatchObject({ kind: 'subscriptionLimit' });
    expect(await errorOf(clientOf([json({}, 402)]).client.models())).not.toHaveProperty('orPlan');
  });

  it('marks a 422 of publish as a version of another workflow', async () => {
    const { client } = clientOf([json({}, 422)]);
    expect(await errorOf(client.publish('w', { version_id: 'v' }))).toMatchObject({ otherVersion: true, silent: true });
  });

  it('marks an error without a reason as silent', () => {
    expect(errorFor(404, '')).toMatchObject({ kind: 'notFound', silent: true });
    expect(errorFor(404, { error: 'gone' })).not.toHaveProperty('silent');
  });

  it('returns the time to wait', () => {
    expect(errorFor(429, { error: 'x' }, { 'retry-after': '7' })).toMatchObject({ retryAfterMs: 7000 });
    expect(errorFor(503, '', { 'retry-after': '2' })).toMatchObject({ retryAfterMs: 2000 });
    for (const wait of ['99999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])
      expect(errorFor(429, '', { 'retry-after': wait })).toMatchObject({ retryAfterMs: 366 * 86_400_000 });
    expect(errorFor(429, '', { 'retry-after': '1e400' })).not.toHaveProperty('retryAt');
    for (const reset of ['99999999999999', '9'.repeat(400), '99999999h'])
      expect(errorFor(429, '', { 'x-ratelimit-reset': reset })).not.toHaveProperty('retryAt');
    expect(errorFor(429, '', { 'retry-after': String(40 * 86_400) })).toMatchObject({ retryAfterMs: 40 * 86_400_000 });
    expect(errorFor(429, { error: 'x' })).not.toHaveProperty('retryAfterMs');
    expect(errorFor(429, '', { 'retry-after-ms': '1500', 'retry-after': '2' })).toMatchObject({ retryAfterMs: 1500 });
    expect(errorFor(429, '', { 'retry-after-ms': 'x', 'retry-after': '2' })).toMatchObject({ retryAfterMs: 2000 });
    const dates = { date: 'Thu, 20 Nov 2025 10:00:00 GMT', 'retry-after': 'Thu, 20 Nov 2025 10:00:30 GMT' };
    expect(errorFor(429, '', dates)).toMatchObject({ retryAfterMs: 30_000 });
  });
});

describe('reason of an error', () => {
  it.each<[string, unknown, string]>([
    [
      'Fastify',
      { statusCode: 422, error: 'Unprocessable Entity', message: 'body must have name' },
      'body must have name',
    ],
    [
      'NestJS',
      { statusCode: 400, message: ['name is empty', 'age is text'], error: 'Bad Request' },
      'name is empty; age is text',
    ],
    ['Spring', { timestamp: 't', status: 422, error: 'Unprocessable Entity', path: '/v1' }, 'Unprocessable Entity'],
    [
      'Spring with a message',
      { status: 500, error: 'Internal Server Error', message: 'Disk full', path: '/v1' },
      'Disk full',
    ],
    [
      'JSON:API',
      { errors: [{ title: 'Invalid', detail: 'Name is too long', source: { pointer: '/name' } }] },
      '/name: Name is too long',
    ],
    [
      'Cloudflare',
      { success: false, errors: [{ code: 10000, message: 'Authentication failed' }], result: null },
      'Authentication failed',
    ],
    ['a list of texts', { errors: ['Name is empty', 'Age is text'] }, 'Name is empty; Age is text'],
    [
      'RFC 9457',
      { type: 'about:blank', title: 'Out of credit', status: 403, detail: 'The balance is 30.' },
      'The balance is 30.',
    ],
    ['RFC 9457 with a title only', { title: 'Out of credit', status: 403 }, 'Out of credit'],
    [
      'ASP.NET',
      { title: 'Validation failed.', errors: { Name: ['The Name field is required.'] } },
      'Validation failed. Name: The Name field is required.',
    ],
    [
      'GitHub',
      { message: 'Validation failed', errors: [{ field: 'name', message: 'is too long' }] },
      'Validation failed: name: is too long',
    ],
    [
      'Django',
      { name: ['This field is required.'], non_field_errors: ['Try later.'] },
      'name: This field is required.; Try later.',
    ],
    ['OAuth', { error: 'invalid_token', error_description: 'The token expired' }, 'The token expired'],
    ['a code only', { error: 'invalid_token' }, 'invalid_token'],
    ['msg', { msg: 'No credit left' }, 'No credit left'],
    ['reason', { ok: false, reason: 'No credit left' }, 'No credit left'],
    ['error_message', { error_message: 'No credit left' }, 'No credit left'],
    ['errorMessage', { errorType: 'Error', errorMessage: 'No credit left' }, 'No credit left'],
    ['description', { description: 'No credit left' }, 'No credit left'],
    ['title', { type: 'about:blank', title: 'No credit left' }, 'No credit left'],
    ['fault', { fault: 'No credit left' }, 'No credit left'],
    ['a detail in the error', { error: { detail: 'No credit left' } }, 'No credit left'],
    ['a list in the error', { error: [{ message: 'No credit left' }, 'Try later'] }, 'No credit left; Try later'],
    ['Gemini', [{ error: { code: 400, message: 'No credit left', status: 'INVALID_ARGUMENT' } }], 'No credit left'],
    ['Mistral', { message: { detail: [{ loc: ['body', 'n'], msg: 'Too many' }] } }, 'n: Too many'],
    ['Portkey', { 'html-message': 'No credit left' }, 'No credit left'],
    ['a JSON text', 'No credit left', 'No credit left'],
    ['an error and a message in it', { error: { error: 'Bad Request', message: 'No credit left' } }, 'No credit left'],
    ['a status as the message', { message: '422', detail: 'No credit left' }, 'No credit left'],
    ['no known field', { trouble: { about: 'No credit left' } }, '{"trouble":{"about":"No credit left"}}'],
    ['Apigee', { fault: { faultstring: 'No credit left', detail: { errorcode: 'x.y' } } }, 'No credit left'],
  ])('is read from %s', (_, body, message) => {
    const error = errorFor(422, JSON.stringify(body));
    expect(error.message).toBe(message);
    expect(error).not.toHaveProperty('silent');
  });

  it('is not a body without text', () => {
    for (const body of [
      {},
      { success: false },
      { code: 'X' },
      { errors: [] },
      { errors: {} },
      { status: 422 },
      '',
      [[]],
    ])
      expect(errorFor(422, JSON.stringify(body))).toHaveProperty('silent');
  });
});

describe('error body parser', () => {
  it.each([
    [
      'the spec [spec H11 H12]',
      { error: 'No', code: 'C', details: { a: 1 } },
      { message: 'No', code: 'C', details: { a: 1 } },
    ],
    [
      'OpenAI [spec H67]',
      { error: { message: 'No', type: 't', param: null, code: 'c' } },
      { message: 'No', code: 'c' },
    ],
    [
      'OpenAI without a code',
      { error: { message: 'No', type: 'invalid_request_error' } },
      { message: 'No', code: 'invalid_request_error' },
    ],
    ['LiteLLM', { error: { message: 'No', code: '400' } }, { message: 'No', code: '400' }],
    [
      'OpenRouter [spec H67]',
      { error: { code: 400, message: 'No', metadata: { raw: 'r' } } },
      { message: 'No', code: '400', details: { raw: 'r' } },
    ],
    ['FastAPI text', { detail: 'No' }, { message: 'No' }],
    [
      'FastAPI list [spec H67]',
      { detail: [{ loc: ['body', 'messages', 0, 'role'], msg: 'Field required' }, { msg: 'Other' }] },
      { message: 'messages.0.role: Field required; Other' },
    ],
    ['FastAPI object', { detail: { error: 'No', code: 'C' } }, { message: 'No', code: 'C' }],
    ['an empty error beside a message', { error: '', message: 'No' }, { message: 'No' }],
    ['message', { message: 'No', code: 'C' }, { message: 'No', code: 'C' }],
    ['marked object', { object: 'error', message: 'No' }, { message: 'No' }],
    ['plain text', 'upstream connect error', { message: 'upstream connect error' }],
    ['HTML [spec H67]', '<html><head><title>502 Bad Gateway</title></head></html>', { message: '502 Bad Gateway' }],
    [
      'HTML without a title',
      '<!doctype html><p>x',
      { silent: true, message: 'The service returned status 422 without a reason.' },
    ],
    [
      'XML of a storage service',
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>No entry</Message></Error>',
      { message: 'No entry', code: 'AccessDenied' },
    ],
    [
      'a SOAP fault',
      '<s:Envelope xmlns:s="x"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring xml:lang="en">No entry</faultstring></s:Fault></s:Body></s:Envelope>',
      { message: 'No entry', code: 's:Client' },
    ],
    ['XML without a known field', '<oops><a>No entry</a></oops>', { message: '<oops><a>No entry</a></oops>' }],
    [
      'RFC 9457',
      {
        type: 'https://example.com/probs/out-of-credit',
        title: 'No credit',
        detail: 'Your balance is 30.',
        status: 422,
      },
      { message: 'Your balance is 30.' },
    ],
    ['RFC 9457 without a type', { type: 'about:blank', title: 'No entry' }, { message: 'No entry' }],
    ['RFC 9457 with a URN', { type: 'urn:problem:x', title: 'No entry' }, { message: 'No entry' }],
    ['a type that is a code', { type: 'invalid_request', message: 'No entry' }, { code: 'invalid_request' }],
    ['nothing [spec H67]', '', { message: 'The service returned status 422 without a reason.' }],
    ['null', 'null', { message: 'The service returned status 422 without a reason.' }],
    ['a list', '[]', { message: 'The service returned status 422 without a reason.' }],
    ['an empty error', { error: '' }, { message: 'The service returned status 422 without a reason.' }],
    ['an empty list of issues', { detail: [] }, { message: 'The service returned status 422 without a reason.' }],
  ])('%s', (_, body, expected) => {
    expect(errorFor(422, body)).toMatchObject({ kind: 'invalidBody', status: 422, ...expected });
  });

  it.each(['https://example.com/probs/x', 'about:blank', 'urn:problem:x', '/probs/x'])(
    'takes the type of RFC 9457 for no code: %s',
    (type) => expect(errorFor(422, { type, title: 'No entry' })).not.toHaveProperty('code'),
  );

  it('preserves FastAPI issues as details', () => {
    const detail = [{ loc: ['body', 'model'], msg: 'Field required', type: 'missing' }];
    expect(errorFor(422, { detail }).details).toEqual(detail);
  });

  it('truncates the message and strips control characters', () => {
    const { message } = errorFor(500, { error: `\u001b[31mred\u0000\u202e ${'x'.repeat(2000)}\nnext` });
    expect(message).toHaveLength(500);
    expect(message).toMatch(/^\[31mred x+…$/);
  });

  it('never throws and never reveals the key', () => {
    const anyBody = fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((error) => JSON.stringify({ error })),
      fc.jsonValue().map((detail) => JSON.stringify({ detail })),
    );
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), anyBody, fc.nat(), (status, body, at) => {
        const cut = at % (body.length + 1);
        const error = errorFor(status, body.slice(0, cut) + KEY + body.slice(cut));
        expect(error.message).not.toBe('');
        expect(error.message.length).toBeLessThanOrEqual(500);
        expect(JSON.stringify(error)).not.toContain(KEY);
      }),
    );
  });
});

it('never cuts a message inside a character', () => {
  for (const start of ['', 'x']) {
    const { message } = errorFor(500, { error: start + '😀'.repeat(400) });
    expect([message.isWellFormed(), message.length > 490]).toEqual([true, true]);
  }
});

describe('errors under status 200', () => {
  it.each([
    [{ error: { code: 429, message: 'Slow', metadata: {} } }, { kind: 'rateLimited', status: 429, message: 'Slow' }],
    [{ error: { code: 402, message: 'Pay' } }, { kind: 'balance' }],
    [{ error: { code: 'rate_limit', status: 429 } }, { kind: 'rateLimited', status: 429, code: 'rate_limit' }],
    [
      { error: { code: 'no_credit', message: 'Pay' }, status: 402 },
      { kind: 'balance', code: 'no_credit' },
    ],
    [{ error: { message: 'Broken' } }, { kind: 'server', status: 200 }],
    [{ error: { code: 'server_error', message: 'Broken' } }, { kind: 'server', code: 'server_error' }],
    [
      { object: 'error', message: 'Broken' },
      { kind: 'server', message: 'Broken' },
    ],
    [
      { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } },
      { kind: 'server', message: 'Busy' },
    ],
    [{ error: 'Broken' }, { kind: 'server', message: 'Broken' }],
    [
      { error: true, message: 'Broken' },
      { kind: 'server', message: 'Broken' },
    ],
  ])('are read from %j', (value, expected) => expect(errorInside(value, cleaner)).toMatchObject(expected));

  it.each([
    [null],
    [[]],
    ['x'],
    [{}],
    [{ error: null }],
    [{ error: false }],
    [{ error: '' }],
    [{ error: {} }],
    [{ error: [] }],
    [{ error: 0 }],
    [{ data: [] }],
  ])('not in %j', (value) => {
    expect(errorInside(value, cleaner)).toBeUndefined();
  });

  it('are reported in place of a record', async () => {
    const { client } = clientOf([json({ error: 'Maintenance' })]);
    expect(await errorOf(client.getWorkflow('wf_1'))).toEqual({ kind: 'server', status: 200, message: 'Maintenance' });
  });
});

describe('ApiFailure', () => {
  it('extends Error and has the ApiError and its message', async () => {
    const { client } = clientOf([json({ error: 'No such run' }, 404)]);
    const caught: unknown = await client.getExecution('x').catch((reason: unknown) => reason);
    expect(caught).toBeInstanceOf(ApiFailure);
    expect(caught).toBeInstanceOf(Error);
    expect(caught).toMatchObject({
      name: 'ApiFailure',
      message: 'No such run',
      error: { kind: 'notFound', status: 404 },
    });
    expect(apiErrorOf(caught)).toMatchObject({ kind: 'notFound' });
    expect(apiErrorOf(new Error('other'))).toBeUndefined();
  });

  it('reports why the service is unreachable', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
    const { client, clock } = clientOf([new TypeError('fetch failed', { cause: refused })]);
    const error = await clock.advanceUntil(errorOf(client.listWorkflows()));
    expect(error).toEqual({ kind: 'network', message: "Couldn't reach the service: connect ECONNREFUSED 127.0.0.1:1" });
  });

  it.each([
    [
      'EPROTO',
      'write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/x.c:354:',
    ],
    ['ERR_SSL_WRONG_VERSION_NUMBER', '80A0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number'],
    ['', 'net: 80A0:error:0A00010B:SSL routines:tls_get_more_records:packet length too long'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
    ['CERT_HAS_EXPIRED', 'certificate has expired'],
  ])('reports a TLS failure without the raw text of OpenSSL: %s', async (code, message) => {
    const cause = Object.assign(new Error(message), code === '' ? {} : { code });
    const { client, clock } = clientOf([new TypeError('fetch failed', { cause })]);
    const error = await clock.advanceUntil(errorOf(client.listWorkflows()));
    expect(error?.message).toMatch(/^Couldn't reach the service: .*(?:secure \(TLS\)|certificate)/);
    expect(error?.message).not.toMatch(/openssl|SSL routines|wrong version/i);
  });

  it('reports a refusal of the proxy as that of the proxy', async () => {
    const cause = new Error('Proxy response (407) !== 200 when HTTP Tunneling');
    const { client, clock } = clientOf([new TypeError('fetch failed', { cause })]);
    expect(await clock.advanceUntil(errorOf(client.listWorkflows()))).toMatchObject({
      kind: 'network',
      proxy: true,
      message: 'The proxy refused the request: Proxy response (407) !== 200 when HTTP Tunneling',
    });
    const page = '<html><title>Access Denied</title></html>';
    for (const [status, headers] of [
      [407, {}],
      [403, { 'x-squid-error': 'ERR_ACCESS_DENIED 0' }],
    ] as const)
      expect(errorFor(status, page, headers)).toMatchObject({ kind: 'network', proxy: true });
  });

  it('reports a truncated body as a network error', async () => {
    const cut = new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('[{"id":'));
          controller.error(new TypeError('terminated'));
        },
      }),
    );
    const { client } = clientOf([() => cut]);
    expect(await errorOf(client.publish('wf_1', { version_id: 'v' }))).toMatchObject({ kind: 'network' });
  });

  it('reports an error status with an unreadable body', async () => {
    const { client } = clientOf([text('{"error": "cut', 500, 'application/json')]);
    expect(await errorOf(client.getVersion('v'))).toMatchObject({
      kind: 'server',
      status: 500,
      message: '{"error": "cut',
    });
  });
});

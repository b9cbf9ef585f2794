import { describe, expect, it } from 'vitest';
import { BASE, clientOf, collectChat, errorOf, json, type Sent, text, wholeChat } from './support.ts';

const CHAT = { model: 'a/b', messages: [] };
const missing = json({ error: 'Invalid endpoint' }, 404);
const pathsOf = (sent: Sent[]) => sent.map((one) => one.url.slice(BASE.length));
const answer = json({ choices: [{ message: { content: 'x' } }] });

describe('router path fallback', () => {
  it('tries the path with the prefix first [spec H28]', async () => {
    const { client, sent } = clientOf([answer]);
    await wholeChat(client, CHAT);
    expect(pathsOf(sent)).toEqual(['/v1/chat/completions']);
  });

  it('falls back to the path without the prefix after a 404 and remembers it [spec H28]', async () => {
    const { client, sent } = clientOf([missing, answer]);
    await wholeChat(client, CHAT);
    await wholeChat(client, CHAT);
    await collectChat(client.chatStream(CHAT));
    expect(pathsOf(sent)).toEqual([
      ...'/v1/chat/completions /chat/completions /chat/completions /chat/completions'.split(' '),
    ]);
  });

  it('has both paths for every router operation [spec H23 H24 H25 H26 H27 H74]', async () => {
    const { client, sent } = clientOf([missing]);
    await errorOf(collectChat(client.chatStream(CHAT)));
    await errorOf(client.speech({ model: 'a/b', input: 'x' }));
    await errorOf(client.transcribe({ model: 'a/b', file: new Blob(['x']) }));
    await errorOf(client.images({ model: 'a/b', prompt: 'x' }));
    await errorOf(client.models());
    expect(pathsOf(sent)).toEqual([
      ...'/v1/chat/completions /chat/completions /v1/audio/speech /audio/speech /v1/audio/transcriptions'.split(' '),
      ...'/audio/transcriptions /v1/images/generations /images/generations /v1/models /router/models'.split(' '),
    ]);
  });

  it('remembers the path separately for each operation', async () => {
    const { client, sent } = clientOf([missing, answer, json([])]);
    await wholeChat(client, CHAT);
    await client.models();
    expect(pathsOf(sent)).toEqual(['/v1/chat/completions', '/chat/completions', '/v1/models']);
  });

  it('reports the first reason if both paths return 404', async () => {
    const { client } = clientOf([
      json({ error: 'Model a/b not found' }, 404),
      json({ error: 'Invalid endpoint' }, 404),
    ]);
    expect(await errorOf(wholeChat(client, CHAT))).toMatchObject({ kind: 'notFound', message: 'Model a/b not found' });
  });

  it('reports the first reason if the second path returns 405', async () => {
    const { client } = clientOf([json({ error: 'Model a/b not found' }, 404), text('', 405)]);
    expect(await errorOf(wholeChat(client, CHAT))).toMatchObject({ status: 404, message: 'Model a/b not found' });
  });

  it("doesn't remember a path that returns a web page", async () => {
    const page = text('<html>', 200, 'text/html; charset=utf-8');
    const { client, sent } = clientOf([missing, page, answer, missing, page, json([])]);
    expect(await errorOf(wholeChat(client, CHAT))).toMatchObject({ kind: 'notFound', noEndpoint: true });
    await wholeChat(client, CHAT);
    expect(await errorOf(client.models())).toMatchObject({ kind: 'notFound', noEndpoint: true });
    await client.models();
    expect(pathsOf(sent)).toEqual([
      ...'/v1/chat/completions /chat/completions /v1/chat/completions /v1/models /router/models /v1/models'.split(' '),
    ]);
  });

  it('reports the second reason if the second path fails with another status', async () => {
    const { client } = clientOf([missing, json({ error: 'Pay' }, 402)]);
    expect(await errorOf(wholeChat(client, CHAT))).toMatchObject({ kind: 'balance', message: 'Pay' });
  });

  it('ignores the other path once one has worked, so a 404 is about the model', async () => {
    const { client, sent } = clientOf([answer, json({ error: 'Model not found' }, 404)]);
    await wholeChat(client, CHAT);
    expect(await errorOf(wholeChat(client, CHAT))).toMatchObject({ kind: 'notFound', message: 'Model not found' });
    expect(pathsOf(sent)).toEqual(['/v1/chat/completions', '/v1/chat/completions']);
  });

  it.each<[string, Response]>([
    ['403', json({ error: 'No such route' }, 403)],
    ['405', text('', 405)],
    ['501', text('', 501)],
    ['a web page', text('<html>', 200, 'text/html')],
  ])(
    'sends a request to the other path after %s, which gateways send for a path that is not there',
    async (_, nothing) => {
      const { client, sent } = clientOf([nothing, answer, nothing, json([])]);
      expect(await wholeChat(client, CHAT)).toMatchObject({ text: 'x' });
      await client.models();
      expect(pathsOf(sent)).toEqual('/v1/chat/completions /chat/completions /v1/models /router/models'.split(' '));
    },
  );

  it.each([400, 401, 402, 422, 429, 500, 503])('sends no POST to the other path after %i', async (status) => {
    const { client, sent } = clientOf([json({ error: 'x' }, status)]);
    await errorOf(wholeChat(client, CHAT));
    expect(sent).toHaveLength(1);
  });

  it('sends a complete form again to the other path', async () => {
    const { client, sent } = clientOf([missing, json({ text: 'said' })]);
    expect(await client.transcribe({ model: 'a/b', file: new Blob(['sound']) })).toEqual({ text: 'said' });
    const form = sent[1]?.body;
    expect(form instanceof FormData && form.get('file')).toHaveProperty('size', 5);
  });
});

describe('IDs in paths', () => {
  it('are percent-encoded', async () => {
    const { client, sent } = clientOf([json({ error: 'x' }, 404)]);
    await errorOf(client.getWorkflow('a/../b?c#d e'));
    await errorOf(client.getExecution('ü%2f'));
    expect(pathsOf(sent)).toEqual(['/v1/workflows/a%2F..%2Fb%3Fc%23d%20e', '/v1/executions/%C3%BC%252f']);
  });

  it.each(['', '.', '..', '\ud800'])('are rejected without a request if they are %j', async (id) => {
    const { client, sent } = clientOf([json({})]);
    expect(await errorOf(client.getWorkflow(id))).toMatchObject({
      kind: 'validation',
      message: expect.stringMatching(/^id /),
    });
    expect(await errorOf(client.publish(id, { version_id: 'v' }))).toMatchObject({
      kind: 'validation',
      message: expect.stringMatching(/^workflow_id /),
    });
    expect(await errorOf(client.getVersion(id))).toMatchObject({
      kind: 'validation',
      message: expect.stringMatching(/^version_id /),
    });
    expect(sent).toHaveLength(0);
  });
});

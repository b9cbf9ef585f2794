import { describe, expect, it } from 'vitest';
import { BASE, clientOf, collectChat, errorOf, json, type Sent } from './support.ts';

const CHAT = { model: 'a/b', messages: [] };
const missing = json({ error: 'Invalid endpoint' }, 404);
const pathsOf = (sent: Sent[]) => sent.map((one) => one.url.slice(BASE.length));
const answer = json({ choices: [{ message: { content: 'x' } }] });

describe('router paths', () => {
  it('goes to the prefixed form first', async () => {
    const { client, sent } = clientOf([answer]);
    await client.chat(CHAT);
    expect(pathsOf(sent)).toEqual(['/v1/chat/completions']);
  });

  it('goes to the form without the prefix when the first is not found, and remembers it', async () => {
    const { client, sent } = clientOf([missing, answer]);
    await client.chat(CHAT);
    await client.chat(CHAT);
    await collectChat(client.chatStream(CHAT));
    expect(pathsOf(sent)).toEqual([
      '/v1/chat/completions',
      '/chat/completions',
      '/chat/completions',
      '/chat/completions',
    ]);
  });

  it('has both forms for every router operation', async () => {
    const { client, sent } = clientOf([missing]);
    await errorOf(collectChat(client.chatStream(CHAT)));
    await errorOf(client.speech({ model: 'a/b', input: 'x' }));
    await errorOf(client.transcribe({ model: 'a/b', file: new Blob(['x']) }));
    await errorOf(client.images({ model: 'a/b', prompt: 'x' }));
    await errorOf(client.models());
    expect(pathsOf(sent)).toEqual([
      '/v1/chat/completions',
      '/chat/completions',
      '/v1/audio/speech',
      '/audio/speech',
      '/v1/audio/transcriptions',
      '/audio/transcriptions',
      '/v1/images/generations',
      '/images/generations',
      '/v1/models',
      '/router/models',
    ]);
  });

  it('remembers for each operation by itself', async () => {
    const { client, sent } = clientOf([missing, answer, json([])]);
    await client.chat(CHAT);
    await client.models();
    expect(pathsOf(sent)).toEqual(['/v1/chat/completions', '/chat/completions', '/v1/models']);
  });

  it('tells the first reason when both are not found', async () => {
    const { client } = clientOf([
      json({ error: 'Model a/b not found' }, 404),
      json({ error: 'Invalid endpoint' }, 404),
    ]);
    expect(await errorOf(client.chat(CHAT))).toMatchObject({ kind: 'notFound', message: 'Model a/b not found' });
  });

  it('tells the second reason when that is another', async () => {
    const { client } = clientOf([missing, json({ error: 'Pay' }, 402)]);
    expect(await errorOf(client.chat(CHAT))).toMatchObject({ kind: 'balance', message: 'Pay' });
  });

  it('asks no other form once one has worked: not found is then about the model', async () => {
    const { client, sent } = clientOf([answer, json({ error: 'Model not found' }, 404)]);
    await client.chat(CHAT);
    expect(await errorOf(client.chat(CHAT))).toMatchObject({ kind: 'notFound', message: 'Model not found' });
    expect(pathsOf(sent)).toEqual(['/v1/chat/completions', '/v1/chat/completions']);
  });

  it.each([400, 401, 402, 405, 422, 429, 500, 503])('sends a POST to no other form after %i', async (status) => {
    const { client, sent } = clientOf([json({ error: 'x' }, status)]);
    await errorOf(client.chat(CHAT));
    expect(sent).toHaveLength(1);
  });

  it('sends a form again, whole, on the other path', async () => {
    const { client, sent } = clientOf([missing, json({ text: 'said' })]);
    expect(await client.transcribe({ model: 'a/b', file: new Blob(['sound']) })).toEqual({ text: 'said' });
    const form = sent[1]?.body;
    expect(form instanceof FormData && form.get('file')).toHaveProperty('size', 5);
  });
});

describe('ids in paths', () => {
  it('are encoded, so that no id leads elsewhere', async () => {
    const { client, sent } = clientOf([json({ error: 'x' }, 404)]);
    await errorOf(client.getWorkflow('a/../b?c#d e'));
    await errorOf(client.getExecution('ü%2f'));
    expect(pathsOf(sent)).toEqual(['/v1/workflows/a%2F..%2Fb%3Fc%23d%20e', '/v1/executions/%C3%BC%252f']);
  });

  it.each(['', '.', '..', '\ud800'])('are refused when they are %j, without a request', async (id) => {
    const { client, sent } = clientOf([json({})]);
    expect(await errorOf(client.getWorkflow(id))).toMatchObject({ kind: 'validation', field: 'id' });
    expect(await errorOf(client.publish(id, { version_id: 'v' }))).toMatchObject({
      kind: 'validation',
      field: 'workflow_id',
    });
    expect(await errorOf(client.getVersion(id))).toMatchObject({ kind: 'validation', field: 'version_id' });
    expect(sent).toHaveLength(0);
  });
});

import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ApiClient, createClient } from '../../../../src/service/api/index.ts';
import { DONE, delta, event, STOP } from './chat-events.ts';
import { clientOf, collectChat, errorOf, json, KEY, pieces, run, step, text, wholeChat } from './support.ts';

/** Returns all texts that a person or a log could get from a value. */
function seenOf(value: unknown): string {
  const stack = value instanceof Error ? `${value.stack} ${value.message} ${String(value)}` : '';
  return inspect(value, { depth: null, showHidden: true, getters: true }) + JSON.stringify(value) + stack;
}

const CHAT = { model: 'a/b', messages: [] };

async function everyFailure(client: ApiClient): Promise<unknown[]> {
  const calls: Promise<unknown>[] = [
    wholeChat(client, CHAT),
    collectChat(client.chatStream(CHAT)),
    client.speech({ model: 'a/b', input: 'x' }),
    client.transcribe({ model: 'a/b', file: new Blob(['x']) }),
    client.images({ model: 'a/b', prompt: 'x' }),
    client.models(),
    client.listWorkflows(),
    client.getWorkflow('w'),
    client.setWorkflowStatus('w', 'enabled'),
    client.publish('w', { version_id: 'v' }),
    client.listVersions('w'),
    client.getVersion('v'),
    client.listExecutions(),
    client.getExecution('r'),
    client.raw({ method: 'GET', path: '/keys' }),
  ];
  return Promise.all(calls.map((call) => call.catch((caught: unknown) => caught)));
}

describe('API key', () => {
  it('is sent as Authorization: Token [spec H51]', async () => {
    const { client, sent } = clientOf([json([])]);
    await client.listWorkflows();
    expect(sent[0]?.headers.authorization).toBe(`Token ${KEY}`);
  });

  it('is sent with every call [spec H5 H51]', async () => {
    const { client, sent, clock } = clientOf([json({ error: 'x' }, 422)]);
    await clock.advanceUntil(everyFailure(client));
    expect(sent).toHaveLength(15);
    for (const one of sent) expect(one.headers.authorization).toBe(`Token ${KEY}`);
  });

  it('is trimmed', async () => {
    const { client, sent } = clientOf([json([])], { apiKey: ` ${KEY}\n` });
    await client.listWorkflows();
    expect(sent[0]?.headers.authorization).toBe(`Token ${KEY}`);
  });

  it('is not exposed by the client', () => {
    const client = createClient({ baseUrl: 'https://service.example', apiKey: KEY });
    expect(seenOf(client)).not.toContain(KEY);
    for (const value of Object.values(client)) expect(String(value)).not.toContain(KEY);
  });

  const echoed = {
    error: {
      message: `You sent Authorization: Token ${KEY}`,
      code: KEY,
      metadata: { [KEY]: [{ header: `Token ${KEY}` }] },
    },
  };
  it.each([
    ['a JSON error', json(echoed, 401)],
    ['a FastAPI error', json({ detail: [{ loc: ['header', KEY], msg: `bad ${KEY}` }] }, 422)],
    ['a text error', text(`bad header Token ${KEY}`, 500)],
    ['a web page', text(`<title>${KEY}</title>`, 502, 'text/html')],
    ['an error under status 200', json(echoed)],
    ['invalid JSON', text(`{"error": "${KEY}`, 200)],
    ['a URL in an error', text(`see https://x.example/?key=${encodeURIComponent(KEY)}`, 500)],
    ['a key with invisible characters', json({ error: `Token ${KEY.slice(0, 5)}\u200b\u0000${KEY.slice(5)}` }, 403)],
    ['a content type', text('hello', 200, `text/${KEY}`)],
    ['a content type in capitals', text('hello', 200, `text/${KEY.toUpperCase()}`)],
    ['a network error', new TypeError(`fetch failed for ${KEY}`, { cause: new Error(`header ${KEY}`) })],
  ])('is not in any error: %s', async (_, answer) => {
    const { client, clock } = clientOf([answer]);
    for (const caught of await clock.advanceUntil(everyFailure(client))) {
      const seen = seenOf(caught);
      expect(seen.toLowerCase()).not.toContain(KEY);
    }
  });

  it('is masked in error messages of the service', async () => {
    const { client } = clientOf([json(echoed, 401)]);
    expect(await errorOf(client.listWorkflows())).toEqual({
      kind: 'unauthorized',
      status: 401,
      message: 'You sent Authorization: Token •••',
      code: '•••',
      details: { '•••': [{ header: 'Token •••' }] },
    });
  });

  it('is masked in raw records', async () => {
    const models = clientOf([
      json({ data: [{ id: 'a/b', headers: { auth: `Token ${KEY}` }, note: encodeURIComponent(`${KEY}!`) }] }),
    ]);
    const [model] = await models.client.models();
    expect(model?.raw).toEqual({ id: 'a/b', headers: { auth: 'Token •••' }, note: '•••!' });
    const error = `curl -H 'Authorization: Token ${KEY}'`;
    const runs = clientOf([json({ ...run(1), steps: [{ ...step, error, input: { [KEY]: 1 } }], step_count: 1 })]);
    expect(seenOf(await runs.client.getExecution('r'))).not.toContain(KEY);
  });

  it('is not in the error about an invalid key', () => {
    const bad = `${KEY}\nX-Injected: 1`;
    let caught: unknown;
    try {
      createClient({ baseUrl: 'https://service.example', apiKey: bad });
    } catch (reason) {
      caught = reason;
    }
    expect(caught).toMatchObject({
      error: { kind: 'validation', message: 'The API key contains invalid characters.' },
    });
    expect(seenOf(caught)).not.toContain(KEY);
  });
});

describe('API key in the text of a response', () => {
  it.each(['content', 'reasoning_content'])('is masked in a stream (%s) at any split', async (field) => {
    for (let at = 1; at < KEY.length; at++) {
      const parts = [`It is ${KEY.slice(0, at)}`, `${KEY.slice(at)}, s`, 'k'];
      const { client } = clientOf([text(parts.map((part) => delta({ [field]: part })).join('') + STOP + DONE)]);
      const { text: content, reasoning } = await collectChat(client.chatStream(CHAT));
      expect(content + reasoning).toBe('It is •••, sk');
    }
  });

  it.each([
    ['percent-encoded', [...KEY].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('')],
    ['in capitals', KEY.toUpperCase()],
  ])('is masked in a stream at any split, %s', async (_, form) => {
    for (let at = 1; at < form.length; at++) {
      const parts = [`It is ${form.slice(0, at)}`, `${form.slice(at)}, s`, 'k'];
      const { client } = clientOf([text(parts.map((content) => delta({ content })).join('') + STOP + DONE)]);
      expect((await collectChat(client.chatStream(CHAT))).text).toBe('It is •••, sk');
    }
  });

  it.each([
    ['reasoning', delta({ reasoning_content: 'Hm.' })],
    ['a finish reason', STOP],
    ['usage', event({ choices: [], usage: { total_tokens: 1 } })],
  ])('is masked if %s is between its halves', async (_, between) => {
    const [first, second] = [KEY.slice(0, 9), KEY.slice(9)];
    const stream = delta({ content: `It is ${first}` }) + between + delta({ content: `${second}.` }) + STOP + DONE;
    const { client } = clientOf([text(stream)]);
    expect((await collectChat(client.chatStream(CHAT))).text).toBe('It is •••.');
  });

  it.each([KEY, encodeURIComponent(KEY), 'x'.repeat(5_000_000), 'two words', `a${KEY}`])(
    'is not in a finish reason, which is a short word',
    async (reason) => {
      const { client } = clientOf([text(delta({ content: 'Hi' }) + delta({}, reason) + DONE)]);
      const deltas = [];
      for await (const one of client.chatStream(CHAT)) deltas.push(one);
      expect(deltas).toContainEqual({ kind: 'finish', reason: 'other' });
    },
  );

  it('is masked if it starts in the text that the response continues', async () => {
    const { client } = clientOf([text(delta({ content: `${KEY.slice(9)} and` }) + STOP + DONE)]);
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: `It is ${KEY.slice(0, 9)}` },
    ] as const;
    expect((await collectChat(client.chatStream({ model: 'a/b', messages: [...messages] }))).text).toBe('••• and');
  });

  it('is masked if each event is a separate chunk', async () => {
    const parts = [...`${KEY} and ${KEY.slice(0, -1)}`].map((content) => delta({ content }));
    const chunks = [...parts, STOP + DONE].map((part) => new TextEncoder().encode(part));
    const { client } = clientOf([() => new Response(pieces(chunks))]);
    expect((await collectChat(client.chatStream(CHAT))).text).toBe(`••• and ${KEY.slice(0, -1)}`);
  });

  it('is masked in a whole response', async () => {
    const message = { role: 'assistant', content: `Key: ${KEY}.` };
    const { client } = clientOf([json({ choices: [{ message, finish_reason: 'stop' }] })]);
    const answer = await wholeChat(client, CHAT);
    expect(answer.text).toBe('Key: •••.');
    expect(seenOf(answer)).not.toContain(KEY);
  });

  it('is masked in a transcript and in the revised prompt of an image', async () => {
    const segments = [{ start: 0, end: 1, text: KEY }];
    const spoken = clientOf([json({ text: `It is ${KEY}`, segments })]).client;
    const transcript = await spoken.transcribe({ model: 'a/b', file: new Blob(['x']) });
    expect(transcript).toMatchObject({ text: 'It is •••', segments: [{ text: '•••' }] });
    const drawn = clientOf([json({ data: [{ url: 'https://x.example/a.png', revised_prompt: `A ${KEY}` }] })]).client;
    expect(await drawn.images({ model: 'a/b', prompt: 'x' })).toEqual([
      { url: 'https://x.example/a.png', revisedPrompt: 'A •••' },
    ]);
  });
});

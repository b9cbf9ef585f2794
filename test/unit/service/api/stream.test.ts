import { describe, expect, it } from 'vitest';
import type { ChatDelta } from '../../../../src/service/api/index.ts';
import { fc } from '../../random-runs.ts';
import { DONE, delta, event, STOP } from './chat-events.ts';
import { type ChatTranscript, clientOf, collectChat, pieces, wholeChat } from './support.ts';

const REQUEST = { model: 'a/b', messages: [{ role: 'user', content: 'Hi' }] };

function stream(body: string | Uint8Array[], contentType = 'text/event-stream'): AsyncIterable<ChatDelta> {
  const chunks = typeof body === 'string' ? [body] : body;
  return clientOf([() => new Response(pieces(chunks), { headers: { 'content-type': contentType } })]).client.chatStream(
    REQUEST,
  );
}

async function read(body: string | Uint8Array[], contentType?: string): Promise<ChatTranscript> {
  return collectChat(stream(body, contentType));
}

async function deltas(body: string): Promise<ChatDelta[]> {
  const all: ChatDelta[] = [];
  for await (const delta of stream(body)) all.push(delta);
  return all;
}

describe('chat stream', () => {
  it('joins deltas, reports finish reason and usage, and ends complete [spec H55]', async () => {
    const body = [
      delta({ role: 'assistant', content: '' }),
      delta({ content: 'Hel' }),
      delta({ content: 'lo' }),
      STOP,
      event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, cost: 0.1 } }),
      DONE,
    ].join('');
    expect(await read(body)).toEqual({
      text: 'Hello',
      reasoning: '',
      finishReason: 'stop',
      usage: { promptTokens: 3, completionTokens: 2, totalTokens: 5, cost: 0.1 },
      complete: true,
    });
  });

  it('yields one delta for the text of a network chunk', async () => {
    expect(await deltas(delta({ content: 'a' }) + delta({ content: 'b' }) + STOP + DONE)).toEqual([
      { kind: 'text', text: 'ab' },
      { kind: 'finish', reason: 'stop' },
    ]);
  });

  it('yields text as soon as its event arrives [spec H55]', async () => {
    let more: () => void = () => {};
    const held = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(delta({ content: 'first' })));
        more = () => controller.enqueue(new TextEncoder().encode(delta({ content: 'second' }) + DONE));
      },
    });
    const { client } = clientOf([() => new Response(held)]);
    const iterator = client.chatStream(REQUEST)[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: { kind: 'text', text: 'first' } });
    more();
    expect(await iterator.next()).toEqual({ done: false, value: { kind: 'text', text: 'second' } });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('requests a stream with the fields of the spec [spec H29]', async () => {
    const { client, sent } = clientOf([() => new Response(DONE)]);
    await collectChat(client.chatStream({ ...REQUEST, temperature: 0.5, max_completion_tokens: 9 }));
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      ...REQUEST,
      temperature: 0.5,
      max_completion_tokens: 9,
      stream: true,
    });
    expect(sent[0]).toMatchObject({ method: 'POST', url: 'https://service.example/v1/chat/completions' });
  });

  it('sends nothing before iteration starts', async () => {
    const { client, sent } = clientOf([() => new Response(DONE)]);
    const answer = client.chatStream(REQUEST);
    expect(sent).toHaveLength(0);
    await collectChat(answer);
    expect(sent).toHaveLength(1);
  });
});

describe('chat stream shapes', () => {
  const hello = { text: 'Hello', complete: true };

  it.each<[string, string, Partial<ChatTranscript>]>([
    ['LF', delta({ content: 'Hello' }) + STOP + DONE, hello],
    ['CRLF', (delta({ content: 'Hello' }) + STOP + DONE).replaceAll('\n', '\r\n'), hello],
    ['CR', (delta({ content: 'Hello' }) + STOP + DONE).replaceAll('\n', '\r'), hello],
    ['a byte order mark', `\ufeff${delta({ content: 'Hello' })}${DONE}`, hello],
    ['comments', `: ping\n\n: OPENROUTER PROCESSING\n\n${delta({ content: 'Hello' })}: ping\n\n${DONE}`, hello],
    ['other fields', `id: 7\nretry: 10\nevent: message\nfoo: bar\n${delta({ content: 'Hello' })}${DONE}`, hello],
    ['data over several lines', `data: {"choices":[{"delta":\ndata: {"content":"Hello"}}]}\n\n${DONE}`, hello],
    ['no space after the colon', `data:{"choices":[{"delta":{"content":"Hello"}}]}\n\ndata:[DONE]\n\n`, hello],
    ['no [DONE] [spec H56]', delta({ content: 'Hello' }) + STOP, hello],
    ['no finish reason', delta({ content: 'Hello' }) + DONE, hello],
    [
      'reasoning in the text',
      delta({ content: '<thi' }) + delta({ content: 'nk>Hm</think>\n\nHello' }) + DONE,
      { ...hello, reasoning: 'Hm' },
    ],
    ['no end marker [spec H56]', delta({ content: 'Hello' }), hello],
    [
      'finish as an empty text or the word null, no end marker',
      delta({ content: 'Hel' }, '') + delta({ content: 'lo' }, 'null'),
      hello,
    ],
    ['[END]', `${delta({ content: 'Hello' })}data: [END]\n\n`, hello],
    ['[eos]', `${delta({ content: 'Hello' })}data: [eos]\n\n`, hello],
    ['an event named end', `${delta({ content: 'Hello' })}event: end\ndata: {}\n\n`, hello],
    ['an event named end without data', `${delta({ content: 'Hello' })}event: end\n\n`, hello],
    ['an event named done with a text', `${delta({ content: 'Hello' })}event: done\ndata: bye\n\n`, hello],
    ['done as the last value', delta({ content: 'Hello' }) + event({ done: true }), hello],
    [
      'usage at the end',
      delta({ content: 'Hello' }) + event({ choices: [], usage: { total_tokens: 3 } }),
      { ...hello, usage: { totalTokens: 3 } },
    ],
    [
      'usage without choices at the end',
      delta({ content: 'Hello' }) + event({ usage: { total_tokens: 3 } }),
      { ...hello, usage: { totalTokens: 3 } },
    ],
    [
      'usage as text',
      delta({ content: 'Hello' }) +
        event({ choices: [], usage: { prompt_tokens: '12', completion_tokens: ' 3 ', cost: '0.5' } }) +
        DONE,
      { ...hello, usage: { promptTokens: 12, completionTokens: 3, cost: 0.5 } },
    ],
    [
      'usage with other names',
      delta({ content: 'Hello' }) + event({ usage: { input_tokens: 12, output_tokens: 3 } }) + DONE,
      { ...hello, usage: { promptTokens: 12, completionTokens: 3 } },
    ],
    [
      'usage of Groq',
      event({
        choices: [{ delta: { content: 'Hello' }, finish_reason: 'stop' }],
        x_groq: { usage: { prompt_tokens: 12 } },
      }) + DONE,
      { ...hello, usage: { promptTokens: 12 } },
    ],
    [
      'usage of Vercel',
      delta({ content: 'Hello' }) + event({ choices: [], usage: { promptTokens: 12, completionTokens: 3 } }) + DONE,
      { ...hello, usage: { promptTokens: 12, completionTokens: 3 } },
    ],
    [
      'usage of Gemini',
      delta({ content: 'Hello' }) +
        event({ choices: [], usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 3, totalTokenCount: 15 } }) +
        DONE,
      { ...hello, usage: { promptTokens: 12, completionTokens: 3, totalTokens: 15 } },
    ],
    [
      'usage that is no figure',
      delta({ content: 'Hello' }) + event({ usage: { prompt_tokens: 'many', completion_tokens: '-1' } }) + DONE,
      { ...hello, usage: {} },
    ],
    [
      'the whole message at the end',
      delta({ content: 'Hel' }) +
        delta({ content: 'lo' }) +
        event({ choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }] }) +
        DONE,
      hello,
    ],
    [
      'the whole text at the end',
      delta({ content: 'Hel' }) + delta({ content: 'lo' }) + event({ choices: [{ text: ' Hello ' }] }) + DONE,
      hello,
    ],
    [
      'the whole message with an empty delta',
      delta({ content: 'Hello' }) + event({ choices: [{ delta: {}, message: { content: 'Hello' } }] }) + DONE,
      hello,
    ],
    [
      'the whole message with more',
      delta({ content: 'Hel' }) + event({ choices: [{ message: { content: 'Hello' } }] }) + DONE,
      hello,
    ],
    [
      'the whole reasoning at the end',
      delta({ reasoning: 'Hm' }) +
        delta({ content: 'Hello' }) +
        event({ choices: [{ message: { content: 'Hello', reasoning: 'Hm' } }] }) +
        DONE,
      { ...hello, reasoning: 'Hm' },
    ],
    [
      'equal messages in place of deltas',
      '{"message":{"content":"ha"},"done":false}\n{"message":{"content":"ha"},"done":true}',
      { text: 'haha', complete: true },
    ],
    ['no empty line at the end', `${delta({ content: 'Hello' })}data: [DONE]`, hello],
    ['finish and content together', delta({ content: 'Hello' }, 'stop'), { ...hello, finishReason: 'stop' }],
    ['finish null', delta({ content: 'Hello' }, null) + DONE, hello],
    ['finish empty', delta({ content: 'Hello' }, '') + STOP, hello],
    [
      'finish as the word null [spec H56]',
      delta({ content: 'Hello' }, 'null') + delta({}, 'length'),
      { ...hello, finishReason: 'length' },
    ],
    ['finish missing', event({ choices: [{ delta: { content: 'Hello' } }] }) + DONE, hello],
    ['content null', delta({ content: null }) + delta({ content: 'Hello' }) + DONE, hello],
    [
      'content in parts',
      delta({ content: [{ type: 'text', text: 'Hel' }, 'lo', { type: 'image_url' }] }) + DONE,
      hello,
    ],
    ['message in place of delta [spec H56]', event({ choices: [{ message: { content: 'Hello' } }] }) + DONE, hello],
    ['text in place of delta', event({ choices: [{ text: 'Hello' }] }) + DONE, hello],
    [
      'a bare message',
      `${event({ message: { content: 'Hello' }, done: false })}${event({ message: { content: '' }, done: true })}`,
      hello,
    ],
    ['a refusal', delta({ refusal: 'Hello' }) + DONE, hello],
    [
      'reasoning_content',
      delta({ reasoning_content: 'Hm' }) + delta({ content: 'Hello' }) + DONE,
      { ...hello, reasoning: 'Hm' },
    ],
    [
      'reasoning',
      delta({ reasoning: 'Hm', content: '' }) + delta({ content: 'Hello' }) + DONE,
      { ...hello, reasoning: 'Hm' },
    ],
    [
      'both names for reasoning',
      delta({ reasoning: 'Hm', reasoning_content: 'Hm' }) + delta({ content: 'Hello' }) + DONE,
      { ...hello, reasoning: 'Hm' },
    ],
    [
      'only the first choice',
      event({
        choices: [
          { index: 0, delta: { content: 'Hello' } },
          { index: 1, delta: { content: 'no' } },
        ],
      }) + DONE,
      hello,
    ],
    [
      'choices and usage in one event',
      event({ choices: [{ delta: { content: 'Hello' } }], usage: { prompt_tokens: 1 } }) + DONE,
      { ...hello, usage: { promptTokens: 1 } },
    ],
    ['usage null', event({ choices: [{ delta: { content: 'Hello' } }], usage: null }) + DONE, hello],
    ['keep-alive text', `data: ping\n\n${delta({ content: 'Hello' })}${DONE}`, hello],
    [
      'a whole completion as JSON [spec H8]',
      JSON.stringify({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }),
      hello,
    ],
    ['indented JSON', JSON.stringify({ choices: [{ message: { content: 'Hello' } }] }, null, 2), hello],
    [
      'one JSON value a line [spec H56]',
      '{"choices":[{"delta":{"content":"Hel"}}]}\n{"choices":[{"delta":{"content":"lo"},"finish_reason":"stop"}]}\n',
      hello,
    ],
    [
      'one JSON value a line, CRLF, no end',
      '{"message":{"content":"Hel"}}\r\n\r\n{"message":{"content":"lo"},"done":true}',
      hello,
    ],
  ])('%s', async (_, body, expected) => {
    expect(await read(body)).toMatchObject(expected);
  });

  it('ignores the content type', async () => {
    expect(await read(delta({ content: 'Hello' }) + DONE, 'application/json')).toMatchObject(hello);
    expect(await read('{"choices":[{"message":{"content":"Hello"}}]}', 'text/event-stream')).toMatchObject(hello);
  });

  it('is incomplete if the last line says that more follows', async () => {
    const body = '{"message":{"content":"Hel"},"done":false}\n{"message":{"content":"lo"},"done":false}';
    expect(await read(body)).toMatchObject({ text: 'Hello', complete: false });
    expect(await read(`${body}\n`)).toMatchObject({ text: 'Hello', complete: false });
  });

  it('ignores tool calls', async () => {
    const call = { index: 0, id: 'c', function: { name: 'f', arguments: '{' } };
    expect(await deltas(delta({ content: 'a', tool_calls: [call] }) + delta({ content: 'b' }) + DONE)).toEqual([
      { kind: 'text', text: 'ab' },
    ]);
    expect(await read(delta({ tool_calls: [call] }) + DONE)).toMatchObject({ text: '', complete: true });
  });

  it('reads nothing after [DONE], even on a connection that stays open', async () => {
    const open = new Response(pieces([delta({ content: 'a' }) + DONE + delta({ content: 'b' })], 'hang'));
    const { client } = clientOf([() => open]);
    expect(await collectChat(client.chatStream(REQUEST))).toMatchObject({ text: 'a', complete: true });
  });

  it('reads the same from every split of the body into chunks [spec H56]', async () => {
    const whole = [
      ': ping\n\n',
      delta({ role: 'assistant', content: '' }),
      delta({ reasoning: 'Grübel 🤔' }),
      delta({ content: 'Größe: 10 € – 漢字 ' }),
      delta({ content: '👩‍👩‍👧 ok\n' }),
      delta({ tool_calls: [{ id: 'x' }] }),
      delta({ content: 'end' }, 'stop'),
      event({ choices: [], usage: { total_tokens: 7 } }),
      DONE,
    ].join('');
    const expected = await read(whole);
    const endings = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(endings, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), async (ending, sizes) => {
        const bytes = new TextEncoder().encode(whole.replaceAll('\n', ending));
        const chunks: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(await read(chunks)).toEqual(expected);
      }),
    );
  });

  it('reads the same from every split of a JSON response into chunks', async () => {
    const bodies = [
      JSON.stringify({ choices: [{ message: { content: 'Größe 👍' }, finish_reason: 'stop' }] }, null, 1),
      '{"choices":[{"delta":{"content":"Grö"}}]}\n{"choices":[{"delta":{"content":"ße 👍"},"finish_reason":"stop"}]}\n',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bodies), fc.integer({ min: 1, max: 30 }), async (body, size) => {
        const bytes = new TextEncoder().encode(body);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        expect(await read(chunks)).toMatchObject({ text: 'Größe 👍', finishReason: 'stop', complete: true });
      }),
    );
  });

  it('either ends or is incomplete for random bodies', async () => {
    const noise = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((value) => `data: ${value}\n\n`),
      fc.constantFrom('\n', '\r', 'data: ', DONE, STOP),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(noise), async (parts) => {
        const { complete, error } = await read(parts.join(''));
        expect(complete).toBe(error === undefined);
      }),
    );
  });
});

describe('chat completion', () => {
  it('is requested and read without streaming [spec H8 H29]', async () => {
    const body = {
      choices: [{ message: { role: 'assistant', content: 'Hello', reasoning: 'Hm' }, finish_reason: 'stop' }],
      usage: { total_tokens: 4 },
    };
    const { client, sent } = clientOf([Response.json(body)]);
    expect(await wholeChat(client, REQUEST)).toEqual({
      text: 'Hello',
      reasoning: 'Hm',
      finishReason: 'stop',
      usage: { totalTokens: 4 },
      complete: true,
    });
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ ...REQUEST, stream: false });
  });

  it('accepts a stream that was not requested', async () => {
    const { client } = clientOf([() => new Response(delta({ content: 'Hello' }) + DONE)]);
    expect(await wholeChat(client, REQUEST)).toMatchObject({ text: 'Hello' });
  });
});

/** Parts of an answer in the shapes of known services: streamed, or as a whole message. */
import { describe, expect, it } from 'vitest';
import { clientOf, json, KEY, pieces } from './support.ts';

interface Received {
  text: string;
  reasoning: string;
  media: object[];
  error?: string;
}

const request = { model: 'a/b', messages: [{ role: 'user', content: 'Hi' }] };

async function receive(response: Response): Promise<Received> {
  const received: Received = { text: '', reasoning: '', media: [] };
  try {
    for await (const delta of clientOf([response]).client.chatStream(request)) {
      if (delta.kind === 'text' || delta.kind === 'reasoning') received[delta.kind] += delta.text;
      if (delta.kind === 'media') {
        const { kind: _, ...media } = delta;
        received.media.push(media);
      }
    }
  } catch (error) {
    received.error = (error as Error).message;
  }
  return received;
}

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const boat = 'https://img.example/boat.png';

type Message = Record<string, unknown>;
const cases: [string, Message, Partial<Received>][] = [
  ['a text', { content: 'Paris' }, { text: 'Paris' }],
  [
    'parts of text',
    { content: [{ type: 'text', text: 'Par' }, 'i', { type: 'output_text', text: 's' }] },
    { text: 'Paris' },
  ],
  [
    'a thinking part with a list of texts',
    {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'The map says' }] },
        { type: 'text', text: 'Paris' },
      ],
    },
    { text: 'Paris', reasoning: 'The map says' },
  ],
  [
    'a thinking part with a text',
    {
      content: [
        { type: 'thinking', text: ' it is Paris.' },
        { type: 'text', text: 'Paris' },
      ],
    },
    { text: 'Paris', reasoning: ' it is Paris.' },
  ],
  [
    'a reasoning part with a summary',
    { content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Looked it up.' }] }, { text: 'Paris' }] },
    { text: 'Paris', reasoning: 'Looked it up.' },
  ],
  [
    'a thought of Gemini',
    { content: [{ thought: true, text: 'Hm.' }, { text: 'Paris' }] },
    { text: 'Paris', reasoning: 'Hm.' },
  ],
  [
    'redacted thinking',
    {
      content: [
        { type: 'redacted_thinking', data: 'xyz' },
        { type: 'text', text: 'Paris' },
      ],
    },
    { text: 'Paris' },
  ],
  ['reasoning beside the text', { reasoning_content: 'Hm.', content: 'Paris' }, { text: 'Paris', reasoning: 'Hm.' }],
  [
    'reasoning in two forms',
    { reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }], content: 'Paris' },
    { text: 'Paris', reasoning: 'Hm.' },
  ],
  [
    'details of reasoning only',
    {
      reasoning_details: [
        { type: 'reasoning.summary', summary: 'Hm.' },
        { type: 'reasoning.encrypted', data: 'x' },
      ],
      content: 'Paris',
    },
    { text: 'Paris', reasoning: 'Hm.' },
  ],
  ['a list of thinking', { thinking: [{ text: 'H' }, 'm.'], content: 'Paris' }, { text: 'Paris', reasoning: 'Hm.' }],
  [
    'blocks of thinking',
    { thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature: 's' }], content: 'Paris' },
    { text: 'Paris', reasoning: 'Hm.' },
  ],
  [
    'an image part',
    { content: [{ type: 'image_url', image_url: { url: boat } }] },
    { media: [{ name: 'image', address: boat }] },
  ],
  [
    'an image part whose address is a text',
    { content: [{ type: 'image_url', image_url: boat }] },
    { media: [{ name: 'image', address: boat }] },
  ],
  [
    'images beside an empty text',
    { content: '', images: [{ type: 'image_url', image_url: { url: PNG } }] },
    { media: [{ name: 'image', address: PNG }] },
  ],
  ['images without a text', { images: [boat] }, { media: [{ name: 'image', address: boat }] }],
  [
    'an image beside a text',
    { content: 'A boat', images: [{ url: boat }] },
    { text: 'A boat', media: [{ name: 'image', address: boat }] },
  ],
  [
    'base64 with its type',
    { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }] },
    { media: [{ name: 'image', address: PNG }] },
  ],
  [
    'inline data of Gemini',
    { content: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] },
    { media: [{ name: 'image', address: PNG }] },
  ],
  [
    'base64 without its type',
    { content: [{ type: 'image', b64_json: 'iVBORw0KGgo=' }] },
    { media: [{ name: 'image' }] },
  ],
  [
    'a sound with its transcript',
    { content: null, audio: { id: 'a', data: 'UklGRg==', transcript: 'Paris' } },
    { text: 'Paris', media: [{ name: 'audio' }] },
  ],
  ['a refusal', { content: null, refusal: 'No.' }, { text: 'No.' }],
  ['a refusal as a part', { content: [{ type: 'refusal', refusal: 'No.' }] }, { text: 'No.' }],
  [
    'a part of an unknown type with text',
    {
      content: [
        { type: 'citation', text: 'not the answer' },
        { type: 'text', text: 'Paris' },
      ],
    },
    { text: 'Paris', media: [{ name: 'citation' }] },
  ],
  [
    'an image whose address contains the key',
    { images: [`https://img.example/${KEY}`] },
    { media: [{ name: 'image' }] },
  ],
  ['an image with a script as its address', { images: ['javascript:alert(1)'] }, { media: [{ name: 'image' }] }],
];

const nothing: Received = { text: '', reasoning: '', media: [] };
const stop = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
const events = (...values: object[]) =>
  new Response(pieces([...values.map((one) => `data: ${JSON.stringify(one)}\n\n`), 'data: [DONE]\n\n']), {
    headers: { 'content-type': 'text/event-stream' },
  });

describe('parts of an answer', () => {
  it.each(cases)('are read from a message: %s', async (_case, message, expected) => {
    const choice = { message: { role: 'assistant', ...message }, finish_reason: 'stop' };
    expect(await receive(json({ choices: [choice] }))).toEqual({ ...nothing, ...expected });
  });

  it.each(cases)('are read from a stream: %s', async (_case, delta, expected) => {
    expect(await receive(events({ choices: [{ index: 0, delta }] }, stop))).toEqual({ ...nothing, ...expected });
  });

  it('are read once if the whole message is sent again at the end', async () => {
    const message = { content: 'A boat', images: [{ image_url: { url: boat } }] };
    const again = { choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }] };
    expect(await receive(events({ choices: [{ index: 0, delta: message }] }, again))).toEqual({
      ...nothing,
      text: 'A boat',
      media: [{ name: 'image', address: boat }],
    });
  });

  it.each(['[', '[{"type":"thinking","thinking":'])('never nest without a limit: %s', async (open) => {
    const close = open === '[' ? ']' : '}]';
    const deep = `${open.repeat(4000)}"Paris"${close.repeat(4000)}`;
    const received = await receive(new Response(`{"choices":[{"message":{"content":${deep}}}]}`));
    expect(received).toMatchObject({ text: '', reasoning: '', error: expect.any(String) });
  });
});

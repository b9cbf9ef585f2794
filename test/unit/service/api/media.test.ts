import { describe, expect, it } from 'vitest';
import { sniff } from '../../../../src/service/api/media/bytes.ts';
import { clientOf, errorOf, json, type Sent, text } from './support.ts';

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((char) => char.charCodeAt(0)))),
  );
const base64 = (data: Uint8Array) => btoa(String.fromCharCode(...data));
const binary = (data: Uint8Array<ArrayBuffer>, contentType = '') =>
  new Response(data, { headers: contentType ? { 'content-type': contentType } : {} });

const PNG = bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 1, 2);
const WAV = bytes('RIFF', 1, 2, 3, 4, 'WAVEfmt ');

describe('content type by magic bytes', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['image/gif', bytes('GIF89a')],
    ['image/webp', bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8 ')],
    ['image/avif', bytes(0, 0, 0, 28, 'ftypavif')],
    ['image/avif', bytes(0, 0, 0, 28, 'ftypavis')],
    ['image/avif', bytes(0, 0, 0, 28, 'ftypmif1', 0, 0, 0, 0, 'mif1avifmiaf')],
    ['image/heic', bytes(0, 0, 0, 24, 'ftypheic', 0, 0, 0, 0, 'mif1heic')],
    ['image/heic', bytes(0, 0, 0, 24, 'ftypmif1', 0, 0, 0, 0, 'mif1heic')],
    ['image/heif', bytes(0, 0, 0, 20, 'ftypmif1', 0, 0, 0, 0, 'mif1')],
    ['audio/mp4', bytes(0, 0, 0, 20, 'ftypisom', 0, 0, 0, 0, 'mp42', 'heic')],
    ['audio/wav', WAV],
    ['audio/ogg', bytes('OggS')],
    ['audio/flac', bytes('fLaC')],
    ['audio/mpeg', bytes('ID3', 4)],
    ['audio/mpeg', bytes(0xff, 0xfb, 0x90)],
    ['audio/aac', bytes(0xff, 0xf1, 0x50)],
    ['audio/mp4', bytes(0, 0, 0, 28, 'ftypM4A ')],
    ['audio/webm', bytes(0x1a, 0x45, 0xdf, 0xa3)],
    ['audio/mpeg', bytes(0xff, 0xf3, 0x40)],
    [undefined, bytes(0xff, 0xfe, '{', 0, '"', 0)],
    [undefined, bytes('{"error"')],
    [undefined, bytes()],
  ])('is %s (%#)', (type, data) => expect(sniff(data)).toBe(type));
});

describe('speech', () => {
  const speak = (answer: Response) => {
    const { client, sent } = clientOf([answer]);
    return { call: client.speech({ model: 'a/b', input: 'Hi', voice: 'ada' }), sent };
  };

  it('sends model, input and voice', async () => {
    const { call, sent } = speak(binary(WAV));
    await call;
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ model: 'a/b', input: 'Hi', voice: 'ada' });
  });

  it('returns the bytes with the type detected from them [spec H31]', async () => {
    expect(await speak(binary(WAV, 'application/octet-stream')).call).toEqual({ bytes: WAV, contentType: 'audio/wav' });
    expect(await speak(binary(WAV, 'application/json')).call).toEqual({ bytes: WAV, contentType: 'audio/wav' });
  });

  it('returns raw samples with the content type of the response', async () => {
    expect(await speak(binary(bytes(1, 2, 3), 'audio/pcm')).call).toMatchObject({ contentType: 'audio/pcm' });
    expect(await speak(binary(bytes(1, 2, 3))).call).toMatchObject({ contentType: 'application/octet-stream' });
    // Samples that begin like JSON.
    expect(await speak(binary(bytes('{<', 0, 255))).call).toMatchObject({ contentType: 'application/octet-stream' });
  });

  it('returns raw samples that begin like text', async () => {
    const samples = bytes('~'.repeat(300), 0, 255, 200);
    expect(await speak(binary(samples, 'audio/pcm')).call).toEqual({ bytes: samples, contentType: 'audio/pcm' });
  });

  it('reports a JSON error under status 200 with any content type', async () => {
    const error = JSON.stringify({ error: { message: 'No such voice', code: 422 } });
    expect(await errorOf(speak(text(error, 200, 'audio/mpeg')).call)).toMatchObject({
      kind: 'invalidBody',
      message: 'No such voice',
    });
  });

  it.each<[string, unknown]>([
    ['a field', { audio: base64(WAV) }],
    ['Google', { audioContent: base64(WAV) }],
    ['a data URL', { data: `data:audio/wav;base64,${base64(WAV)}` }],
    ['a record in a list', { data: [{ b64_json: base64(WAV) }] }],
    ['a chat message', { choices: [{ message: { audio: { id: 'a', data: base64(WAV) } } }] }],
    [
      'Gemini',
      { candidates: [{ content: { parts: [{ inlineData: { mimeType: 'audio/wav', data: base64(WAV) } }] } }] },
    ],
  ])('is read from base64 in JSON: %s', async (_, body) => {
    expect(await speak(json(body)).call).toEqual({ bytes: WAV, contentType: 'audio/wav' });
  });

  it('reads raw samples from JSON only if their type is given', async () => {
    const samples = base64(bytes(1, 2, 3, 4, 5, 6));
    expect(await speak(json({ audio: { data: samples, mimeType: 'audio/L16;rate=24000' } })).call).toMatchObject({
      contentType: 'audio/L16',
    });
    expect(await errorOf(speak(json({ audio: samples })).call)).toMatchObject({ kind: 'badResponse' });
  });

  it('shows the address of audio that is elsewhere', async () => {
    const { message } = await errorOf(speak(json({ audio_url: 'https://cdn.example/a.mp3' })).call);
    expect(message).toContain('https://cdn.example/a.mp3');
  });

  it.each([
    ['an empty body', binary(bytes(), 'audio/mpeg')],
    ['a web page', text('<html>', 200, 'audio/mpeg')],
    ['plain text', text('sorry')],
    ['plain text as bytes', binary(bytes('Internal upstream error\n'), 'application/octet-stream')],
    ['a list of errors', text('[{"error":"x"}]', 200, 'audio/mpeg')],
    ['an image', binary(PNG, 'audio/mpeg')],
    ['UTF-16 text', binary(bytes(0xff, 0xfe, 's', 0, 'o', 0), 'text/plain; charset=utf-16')],
    ['JSON without audio', json({ audio: 'not base64!' })],
    ['invalid JSON', text('{"audio', 200, 'application/json')],
  ])('reports a bad response for %s', async (_, answer) => {
    expect(await errorOf(speak(answer).call)).toMatchObject({ kind: 'badResponse' });
  });
});

describe('transcription', () => {
  const hear = (answer: Response) => clientOf([answer]).client.transcribe({ model: 'a/b', file: new Blob(['x']) });
  const formOf = (sent: Sent[]) => sent.at(-1)?.body as FormData;

  it('sends a form with the file, the model and the language [spec H32]', async () => {
    const { client, sent } = clientOf([json({ text: 'x' })]);
    await client.transcribe({
      model: 'a/b',
      language: 'de',
      file: new File(['sound'], 'talk.wav', { type: 'audio/wav' }),
    });
    const form = formOf(sent);
    const file = form.get('file') as File;
    expect([...form.keys()]).toEqual(['file', 'model', 'language']);
    expect([file.name, file.type, await file.text()]).toEqual(['talk.wav', 'audio/wav', 'sound']);
    expect([form.get('model'), form.get('language')]).toEqual(['a/b', 'de']);
    expect(sent[0]?.headers).not.toHaveProperty('content-type');
  });

  it('omits an undefined language and adds a file name for a blob', async () => {
    const { client, sent } = clientOf([json({ text: 'x' })]);
    await client.transcribe({ model: 'a/b', file: new Blob(['x']) });
    expect(formOf(sent).has('language')).toBe(false);
    expect((formOf(sent).get('file') as File).name).toBe('audio');
    await client.transcribe({ model: 'a/b', file: new Blob(['x']), fileName: 'memo.mp3' });
    expect((formOf(sent).get('file') as File).name).toBe('memo.mp3');
  });

  const srt =
    '1\r\n00:00:00,000 --> 00:00:01,000\r\nHello\r\n\r\n2\r\n00:00:01,000 --> 00:00:02,000\r\nthere\r\nyou\r\n';
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n\nNOTE aside\n\n00:01.000 --> 00:02.000 align:start\nthere\n';
  it.each<[string, Response, unknown]>([
    ['JSON [spec H33]', json({ text: 'Hello' }), { text: 'Hello' }],
    ['an empty text', json({ text: '' }), { text: '' }],
    [
      'verbose JSON [spec H33]',
      json({
        text: 'Hello',
        language: 'en',
        duration: 1.5,
        segments: [{ start: 0, end: 1.5, text: 'Hello', id: 0 }, null],
      }),
      { text: 'Hello', language: 'en', duration: 1.5, segments: [{ start: 0, end: 1.5, text: 'Hello' }] },
    ],
    ['segments without times', json({ text: 'Hello', segments: [{ text: 'Hello' }] }), { text: 'Hello' }],
    [
      'a list of segments',
      json([
        { start: 0, end: 1, text: 'Hello' },
        { start: 1, end: 2, text: 'you' },
      ]),
      {
        text: 'Hello\nyou',
        segments: [
          { start: 0, end: 1, text: 'Hello' },
          { start: 1, end: 2, text: 'you' },
        ],
      },
    ],
    ['a JSON text', json('Hello'), { text: 'Hello' }],
    [
      'an event stream',
      text(
        'data: {"type":"transcript.text.delta","delta":"Hel"}\n\ndata: {"delta":"lo"}\n\ndata: {"type":"transcript.text.done","text":"Hello"}\n\ndata: [DONE]\n\n',
        200,
        'text/event-stream',
      ),
      { text: 'Hello' },
    ],
    [
      'an event stream without its type',
      text('data: {"text":"Hello "}\n\ndata: {"text":"you"}\n\n'),
      { text: 'Hello you' },
    ],
    ['plain text [spec H33]', text('Hello\n'), { text: 'Hello' }],
    ['text that starts with a note', text('[Music] Hello'), { text: '[Music] Hello' }],
    ['text that starts with a brace', text('{laughs} Hello'), { text: '{laughs} Hello' }],
    ['text that starts like a number', text('42 is the answer'), { text: '42 is the answer' }],
    ['srt [spec H33]', text(srt), { text: 'Hello there you', subtitles: { format: 'srt', source: srt } }],
    ['vtt [spec H33]', text(vtt, 200, 'text/vtt'), { text: 'Hello there', subtitles: { format: 'vtt', source: vtt } }],
  ])('is read from %s', async (_, answer, expected) => expect(await hear(answer)).toEqual(expected));

  it('reports a JSON error under status 200', async () => {
    expect(await errorOf(hear(json({ error: 'Too long' })))).toMatchObject({ kind: 'server', message: 'Too long' });
  });

  it.each([
    ['an empty body', text('')],
    ['a web page', text('<!DOCTYPE html><p>x')],
    ['JSON without text', json({ hello: 1 })],
    ['a JSON list', json([1])],
    ['invalid JSON', text('{"text": "Hel')],
    ['an event stream without a text', text('data: {"hello":1}\n\n', 200, 'text/event-stream')],
  ])('reports a bad response for %s', async (_, answer) => {
    expect(await errorOf(hear(answer))).toMatchObject({ kind: 'badResponse' });
  });

  it.each([
    ['a list', json([{ hello: 'x' }])],
    ['JSON without text', json({ hello: 'x' })],
    ['invalid JSON', text('{"text": "Hel')],
    ['an event stream', text('data: {"hello":1}\n\n', 200, 'text/event-stream')],
  ])('keeps and quotes a response that was paid for, but has another shape: %s', async (_, answer) => {
    const error = await errorOf(hear(answer));
    expect(error.message).toContain('The response begins with: ');
    expect(error).toMatchObject({ body: expect.stringMatching(/hello|Hel/) });
  });
});

describe('images', () => {
  const draw = (answer: Response) => clientOf([answer]).client.images({ model: 'a/b', prompt: 'a cat', size: '64x32' });
  const png = { bytes: PNG, contentType: 'image/png' };
  const dataUrl = `data:image/png;base64,${base64(PNG)}`;

  it('send model, prompt and size', async () => {
    const { client, sent } = clientOf([json({ data: [{ url: 'https://x.example/a.png' }] })]);
    await client.images({ model: 'a/b', prompt: 'a cat', size: '64x32' });
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ model: 'a/b', prompt: 'a cat', size: '64x32' });
  });

  it.each<[string, Response, unknown]>([
    ['url [spec H35]', json({ data: [{ url: 'https://x.example/a.png' }] }), [{ url: 'https://x.example/a.png' }]],
    [
      'b64_json with a revised prompt [spec H35]',
      json({ data: [{ b64_json: base64(PNG), revised_prompt: 'a grey cat' }] }),
      [{ ...png, revisedPrompt: 'a grey cat' }],
    ],
    [
      'several entries',
      json({ data: [{ b64_json: base64(PNG) }, { url: 'https://x.example/b' }] }),
      [png, { url: 'https://x.example/b' }],
    ],
    [
      'chat-style images [spec H35]',
      json({ choices: [{ message: { content: '', images: [{ type: 'image_url', image_url: { url: dataUrl } }] } }] }),
      [png],
    ],
    [
      'a URL next to invalid base64',
      json({ data: [{ b64_json: '?', url: 'https://x.example/a' }] }),
      [{ url: 'https://x.example/a' }],
    ],
    ['a data URL', json({ data: [{ url: dataUrl }] }), [png]],
    ['URL-safe base64', json({ data: [{ b64_json: base64(PNG).replaceAll('+', '-').replaceAll('/', '_') }] }), [png]],
    ['bare base64 in JSON', json(base64(PNG)), [png]],
    ['bare base64 [spec H35]', text(base64(PNG)), [png]],
    ['bytes [spec H35]', binary(PNG, 'application/octet-stream'), [png]],
    ...['mif1', 'avis', 'heic'].map((brand): [string, Response, unknown] => {
      const image = bytes(0, 0, 0, 16, `ftyp${brand}`, 0, 0, 0, 0);
      const contentType = { mif1: 'image/heif', avis: 'image/avif' }[brand] ?? 'image/heic';
      return [`bytes of the brand ${brand}`, binary(image, contentType), [{ bytes: image, contentType }]];
    }),
    [
      'bytes of a named type',
      binary(bytes(1, 2, 3), 'image/x-odd'),
      [{ bytes: bytes(1, 2, 3), contentType: 'image/x-odd' }],
    ],
  ])('are read from %s', async (_, answer, expected) => expect(await draw(answer)).toEqual(expected));

  it('report a JSON error under status 200', async () => {
    expect(await errorOf(draw(json({ error: { message: 'Not allowed', code: 'content_policy' } })))).toMatchObject({
      kind: 'server',
      code: 'content_policy',
    });
  });

  it.each([
    ['an empty body', binary(bytes())],
    ['a web page', text('<html>')],
    ['plain text', text('no picture today')],
    ['an empty list', json({ data: [] })],
    ['base64 that is not an image', json({ data: [{ b64_json: base64(bytes('hello')) }] })],
    ['a URL with another scheme', json({ data: [{ url: 'javascript:alert(1)' }, { url: 'file:///etc/passwd' }] })],
    ['null', json(null)],
  ])('report a bad response for %s', async (_, answer) => {
    expect(await errorOf(draw(answer))).toMatchObject({ kind: 'badResponse' });
  });
});

describe('a body of another shape', () => {
  const url = 'https://cdn.example/a.png';
  const image = { bytes: PNG, contentType: 'image/png' };
  it.each<[string, unknown, object[]]>([
    ['fal', { images: [{ url, width: 512 }], seed: 1 }, [{ url }]],
    ['Markdown in a message', { choices: [{ message: { content: `Here it is:\n\n![a cat](${url})` } }] }, [{ url }]],
    [
      'Markdown with data',
      { choices: [{ message: { content: `![a cat](data:image/png;base64,${base64(PNG)})` } }] },
      [image],
    ],
    [
      'parts of a message',
      {
        choices: [
          {
            message: {
              content: [
                { type: 'text', text: 'Here' },
                { type: 'image_url', image_url: { url } },
              ],
            },
          },
        ],
      },
      [{ url }],
    ],
    [
      'parts of Gemini',
      {
        candidates: [
          { content: { parts: [{ text: 'Here' }, { inlineData: { mimeType: 'image/png', data: base64(PNG) } }] } },
        ],
      },
      [image],
    ],
    ['Replicate', { id: 'x', status: 'succeeded', output: [url, url] }, [{ url }, { url }]],
    ['one output', { output: url }, [{ url }]],
    ['base64 texts', { images: [base64(PNG)] }, [image]],
    ['Cloudflare', { result: { image: base64(PNG) }, success: true }, [image]],
    ['Stability', { artifacts: [{ base64: base64(PNG), seed: 1 }] }, [image]],
    ['Vertex', { predictions: [{ bytesBase64Encoded: base64(PNG), mimeType: 'image/png' }] }, [image]],
    ['a nested record', { data: { images: [{ url }] } }, [{ url }]],
    ['Google', { generated_images: [{ image: { image_bytes: base64(PNG), mime_type: 'image/png' } }] }, [image]],
    ['Google, in JavaScript', { generatedImages: [{ image: { imageBytes: base64(PNG) } }] }, [image]],
    ['only the result, if the request is repeated', { input_image: url, image_url: `${url}?2` }, [{ url: `${url}?2` }]],
    ...['b64_json', 'base64', 'bytesBase64Encoded', 'inlineData', 'inline_data', 'source'].map(
      (field): [string, object, object[]] => [`base64 in ${field}`, { data: [{ [field]: base64(PNG) }] }, [image]],
    ),
    ...['url', 'image_url', 'source'].map((field): [string, object, object[]] => [
      `an address in ${field}`,
      { data: [{ [field]: url }] },
      [{ url }],
    ]),
    ...['data', 'images', 'image', 'output', 'result', 'artifacts', 'predictions', 'choices', 'message'].map(
      (field): [string, object, object[]] => [`an image in ${field}`, { [field]: { url } }, [{ url }]],
    ),
  ])('has images: %s', async (_, body, expected) => {
    const { client } = clientOf([json(body)]);
    expect(await client.images({ model: 'a/b', prompt: 'x' })).toEqual(expected);
  });

  const file = new Blob(['x']);
  it.each([
    { transcript: 'Hello' },
    { transcription: 'Hello' },
    { result: { text: 'Hello' } },
    { data: { transcript: 'Hello' }, id: 1 },
    { output: 'Hello' },
    {
      metadata: {},
      results: { channels: [{ alternatives: [{ transcript: 'Hello', words: [] }, { transcript: 'Hallo' }] }] },
    },
    { results: { transcripts: [{ transcript: 'Hello' }], items: [] } },
  ])('has a transcript: %j', async (body) => {
    const { client } = clientOf([json(body)]);
    expect(await client.transcribe({ model: 'a/b', file })).toMatchObject({ text: 'Hello' });
  });

  it('has a transcript of several parts', async () => {
    const results = ['Hello', 'there'].map((transcript) => ({ alternatives: [{ transcript }] }));
    const { client } = clientOf([
      json({ results }),
      json({ results: { channels: [{ alternatives: [{ transcript: '' }] }] } }),
    ]);
    expect(await client.transcribe({ model: 'a/b', file })).toMatchObject({ text: 'Hello\nthere' });
    expect(await client.transcribe({ model: 'a/b', file })).toMatchObject({ text: '' });
  });

  it('is quoted and kept if it is not known', async () => {
    const body = { picture: { kept: 'at the gallery', nr: 7 } };
    const { client } = clientOf([json(body), json(body)]);
    for (const call of [client.images({ model: 'a/b', prompt: 'x' }), client.transcribe({ model: 'a/b', file })]) {
      const error = await errorOf(call);
      expect(error).toMatchObject({ kind: 'badResponse', body: JSON.stringify(body, null, 2) });
      expect(error.message).toContain('The response begins with: {"picture":{"kept":"at the gallery"');
    }
  });
});

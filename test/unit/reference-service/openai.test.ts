/**
 * The client that most programs use for such services, with the reference service: if it understands the responses,
 * they are like those of real services. Its `Bearer` is replaced by the scheme of the spec (http-api.md,
 * Authentication).
 */
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../service/index.ts';

let service: Service;
let client: OpenAI;

beforeAll(async () => {
  service = await startService();
  client = new OpenAI({
    apiKey: 'of another scheme',
    baseURL: `${service.url}/v1`,
    defaultHeaders: { Authorization: `Token ${service.key}` },
    maxRetries: 0,
  });
});
afterAll(() => service.close());

const ask = { model: 'openai/gpt-5-mini', messages: [{ role: 'user' as const, content: 'Why is the sky blue?' }] };

test('the OpenAI client reads a complete response', async () => {
  const answer = await client.chat.completions.create(ask);
  expect(answer.choices[0]?.message.content?.length).toBeGreaterThan(20);
  expect(answer.choices[0]?.finish_reason).toBe('stop');
  expect(answer.usage?.total_tokens).toBeGreaterThan(0);
});

test('the OpenAI client reads the same response as a stream', async () => {
  const whole = await client.chat.completions.create(ask);
  const stream = await client.chat.completions.create({ ...ask, stream: true });
  let text = '';
  let chunks = 0;
  let finish: string | null | undefined;
  for await (const chunk of stream) {
    chunks++;
    text += chunk.choices[0]?.delta.content ?? '';
    finish = chunk.choices[0]?.finish_reason ?? finish;
  }
  expect(text).toBe(whole.choices[0]?.message.content);
  expect(chunks).toBeGreaterThan(5);
  expect(finish).toBe('stop');
});

test('the OpenAI client reads speech', async () => {
  const speech = await client.audio.speech.create({ model: 'openai/tts-1', input: 'Good morning', voice: 'alloy' });
  const bytes = Buffer.from(await speech.arrayBuffer());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('RIFF');
});

test('the OpenAI client reads a transcription', async () => {
  const speech = await client.audio.speech.create({ model: 'openai/tts-1', input: 'Good morning', voice: 'alloy' });
  const file = await toFile(Buffer.from(await speech.arrayBuffer()), 'morning.wav');
  const said = await client.audio.transcriptions.create({ model: 'openai/whisper-1', file, language: 'en' });
  expect(said.text).toContain('morning.wav');
});

test('the OpenAI client reads an image', async () => {
  const made = await client.images.generate({
    model: 'openai/gpt-image-1',
    prompt: 'a switchyard at dawn',
    size: '64x64' as never,
  });
  const bytes = Buffer.from(made.data?.[0]?.b64_json ?? '', 'base64');
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
});

test('the OpenAI client reads models and throws AuthenticationError for an invalid key', async () => {
  const models: string[] = [];
  for await (const model of client.models.list()) models.push(model.id);
  expect(models).toContain('openai/gpt-5-mini');
  const refused = new OpenAI({ apiKey: 'x', baseURL: `${service.url}/v1`, maxRetries: 0 });
  await expect(refused.chat.completions.create(ask)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
});

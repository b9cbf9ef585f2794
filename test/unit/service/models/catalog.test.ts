import { describe, expect, it } from 'vitest';
import type { ChatUsage } from '../../../../src/service/api/index.ts';
import { nameBelowProvider } from '../../../../src/service/models/describe.ts';
import { costOf } from '../../../../src/service/session/models/answer-usage.ts';
import { modelOf } from '../../../../src/service/session/models/catalog.ts';
import { allModalities } from '../../../../src/service/session/models/modality.ts';
import { type Knowledge, known, notKnown } from '../../../../src/shared/knowledge.ts';
import { MODELS } from '../../../service/models.ts';
import { fc, runs } from '../../random-runs.ts';

const of = (raw: Record<string, unknown>, id = 'acme/one') => modelOf({ id, name: id, raw });

describe('a model in the catalog', () => {
  it.each<[string, Record<string, unknown>, readonly string[], readonly string[] | undefined]>([
    [
      'OpenRouter',
      { architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] } },
      ['chat'],
      ['text', 'image'],
    ],
    ['OpenRouter, older', { architecture: { modality: 'text+image->text' } }, ['chat'], ['text', 'image']],
    ['OpenRouter, images', { architecture: { modality: 'text->image+text' } }, ['chat', 'image'], ['text']],
    ['modalities', { modalities: { input: ['text'], output: ['audio'] } }, ['speech'], ['text']],
    ['audio in, text out', { input_modalities: ['audio'], output_modalities: ['text'] }, ['transcription'], ['audio']],
    [
      'audio and text in, text out',
      { input_modalities: ['text', 'audio'], output_modalities: ['text'] },
      ['chat'],
      ['text', 'audio'],
    ],
    ['video out', { output_modalities: ['video'] }, ['other'], undefined],
    ['Together', { type: 'chat' }, ['chat'], undefined],
    ['Together, images', { type: 'image' }, ['image'], undefined],
    ['Together, moderation', { type: 'moderation' }, ['other'], undefined],
    ['Vercel', { type: 'language' }, ['chat'], undefined],
    ['Vercel, embedding', { type: 'embedding' }, ['embedding'], undefined],
    ['LiteLLM', { model_info: { mode: 'chat', supports_vision: true } }, ['chat'], ['text', 'image']],
    ['LiteLLM, speech', { model_info: { mode: 'audio_speech' } }, ['speech'], undefined],
    ['LiteLLM, transcription', { mode: 'audio_transcription' }, ['transcription'], undefined],
    ['LiteLLM, images', { mode: 'image_generation' }, ['image'], undefined],
    ['Hugging Face', { pipeline_tag: 'text-generation' }, ['chat'], undefined],
    ['Hugging Face, images in', { pipeline_tag: 'image-text-to-text' }, ['chat'], undefined],
    ['Hugging Face, images out', { task: 'text-to-image' }, ['image'], undefined],
    ['Hugging Face, speech', { pipeline_tag: 'automatic-speech-recognition' }, ['transcription'], undefined],
    ['capabilities', { capabilities: ['chat', 'vision'] }, ['chat'], ['text', 'image']],
    ['capabilities by name', { capabilities: { completion_chat: true, vision: false } }, ['chat'], undefined],
  ])('has the modalities of its record: %s', (_shape, raw, modalities, inputs) => {
    expect(of(raw)).toMatchObject({ modalities, basis: 'record', inputs: inputs ? known(inputs) : notKnown() });
  });

  it.each([
    ['openai/whisper-1', 'transcription'],
    ['openai/gpt-4o-transcribe', 'transcription'],
    ['openai/tts-1', 'speech'],
    ['elevenlabs/multilingual-v2', 'speech'],
    ['openai/dall-e-3', 'image'],
    ['black-forest-labs/flux-1.1-pro', 'image'],
    ['acme/flux1-dev', 'image'],
    ['influx/chat-model', 'chat'],
    ['acme/large-instruct', 'chat'],
    ['deepgram/nova-3', 'transcription'],
    ['openai/text-embedding-3-small', 'embedding'],
    ['cohere/rerank-3', 'other'],
  ])('has a modality inferred from its name, and says so: %s', (id, modality) => {
    for (const raw of [{}, { type: 'model', object: 'model', capabilities: ['function_calling'] }])
      expect(of(raw, id)).toMatchObject({ modalities: [modality], basis: 'name', inputs: notKnown() });
  });

  it.each(['anthropic/claude-sonnet-4.5', 'amazon/nova-2-lite-v1'])(
    "is offered for chat, which isn't known, if neither record nor name says what it's for: %s",
    (id) => expect(of({}, id)).toMatchObject({ modalities: ['chat'], basis: 'assumed' }),
  );

  it.each<[object, Knowledge<boolean>]>([
    [{ architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] } }, known(true)],
    [{ architecture: { modality: 'text->text' } }, known(false)],
    [{ supports_vision: true }, known(true)],
    [{ supports_vision: false }, known(false)],
    [{ supports_vision: null }, notKnown()],
    [{ model_info: { supports_image_input: false } }, known(false)],
    [{ supports_vision: false, model_info: { supports_vision: true } }, known(true)],
    [{ capabilities: { vision: false } }, known(false)],
    [{ capabilities: { vision: 'yes' } }, notKnown()],
    [{ capabilities: ['chat'] }, notKnown()],
    [{ capabilities: [] }, notKnown()],
    [{ type: 'chat' }, notKnown()],
    [{}, notKnown()],
  ])("of %j accepts images, doesn't, or it isn't known", (raw, expected) => {
    expect(of({ ...raw }, 'openai/gpt-4-vision').takesImages).toEqual(expected);
  });

  it.each([
    [{ context_length: 8192 }, 8192],
    [{ context_window: '128000' }, 128_000],
    [{ model_info: { max_input_tokens: 200_000 } }, 200_000],
    [{ top_provider: { context_length: 4096 } }, 4096],
    [{ limit: { context: 1000 } }, 1000],
    [{ context_length: 0, max_model_len: 32 }, 32],
    [{ context_length: null }, undefined],
    [{ context_length: -1 }, undefined],
    [{ context_length: 1.5 }, undefined],
    [{ context_length: 'long' }, undefined],
    [{}, undefined],
  ])('has the context length of %j', (raw, context) => {
    expect(of(raw).context).toBe(context);
  });

  it.each([
    ['openai/gpt', 'OpenAI: GPT', 'GPT'],
    ['meta-llama/l', 'Meta: Llama: 3', 'Llama: 3'],
    ['black-forest-labs/f', 'Black Forest Labs: FLUX', 'FLUX'],
    ['router/auto', 'Auto Router', 'Auto Router'],
    ['acme/x', 'OpenAI: GPT', 'OpenAI: GPT'],
    ['acme/x', ': x', ': x'],
    ['acme/x', 'Acme', 'Acme'],
  ])('is shown below its provider without the provider name: %s, %s', (id, name, short) => {
    expect(nameBelowProvider(modelOf({ id, name, raw: {} }))).toBe(short);
  });

  it('is parsed from every record of the reference service', () => {
    for (const { record, kind } of MODELS) {
      const model = of(record as Record<string, unknown>, (record as { id: string }).id);
      expect([model.modalities, model.basis]).toEqual([[kind], 'record']);
    }
  });

  it('is parsed from any record without throwing, and always has a modality', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.jsonValue(), (raw, id, value) => {
        for (const name of ['architecture', 'modalities', 'capabilities', 'type', 'pipeline_tag', 'model_info'])
          raw[name] = value;
        const model = of(raw, id);
        expect(model.modalities.length).toBeGreaterThan(0);
        expect(allModalities).toEqual(expect.arrayContaining([...model.modalities]));
        if (model.context !== undefined) expect(model.context).toBeGreaterThan(0);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('the cost of a response', () => {
  const usage: ChatUsage = { promptTokens: 1000, completionTokens: 200, totalTokens: 1200 };
  const priced = of({ pricing: { prompt: '0.000002', completion: '0.00001', currency: 'USD' } });

  it('is the token count times the price, in the currency of the record', () => {
    expect(costOf(usage, priced)).toEqual({ amount: 0.004, currency: 'USD', from: 'price' });
    const asked = of({ pricing: { input: 2, output: 10, request: 0.5 } });
    expect(costOf(usage, asked)?.amount).toBeCloseTo(0.504, 9);
  });

  it('is the cost sent by the service, if any', () => {
    expect(costOf({ cost: 0.5 }, of({}))).toEqual({ amount: 0.5, currency: undefined, from: 'service' });
    expect(costOf({ ...usage, cost: 0 }, priced)).toEqual({ amount: 0, currency: 'USD', from: 'service' });
  });

  it('is 0 for a free model', () => {
    expect(costOf(usage, of({ pricing: { prompt: '0', completion: '0' } }))?.amount).toBe(0);
  });

  it.each<[string, ChatUsage | undefined, ReturnType<typeof of> | undefined]>([
    ['no usage', undefined, priced],
    ['no model', usage, undefined],
    ['no price', usage, of({})],
    ['only one of two prices', usage, of({ pricing: { prompt: '0.000002' } })],
    ['an amount that may be part of each request', usage, of({ pricing: { input: 2, output: 10, per_call: 0.01 } })],
    ['a variable price', usage, of({ pricing: { prompt: '-1', completion: '-1' } })],
    ['only one of two token counts', { promptTokens: 5 }, priced],
    ['no tokens and no price', { promptTokens: 0, completionTokens: 0 }, of({})],
  ])('is unknown with %s', (_what, given, model) => {
    expect(costOf(given, model)).toBeUndefined();
  });

  it('leaves out amounts that requests of text do not include', () => {
    expect(costOf(usage, of({ pricing: { input: 2, output: 10, web_search: 0.01 } }))?.amount).toBe(0.004);
  });

  it('does not require a price for unused tokens', () => {
    expect(costOf({ promptTokens: 1000, completionTokens: 0 }, of({ pricing: { prompt: '0.000002' } }))?.amount).toBe(
      0.002,
    );
  });
});

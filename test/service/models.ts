/** Models that the key may use. The spec defines only their "pricing"; the other fields follow OpenRouter's API. */

type Kind = 'chat' | 'speech' | 'transcription' | 'image';

export interface Model {
  id: string;
  name: string;
  kind: Kind;
  reasons?: true;
  record: object;
}

interface Sketch {
  id: string;
  name: string;
  kind?: Kind;
  context?: number;
  /** Dollars per token, as a string; -1 means that the price varies. */
  prompt?: string;
  completion?: string;
  inputs?: string[];
  reasons?: true;
}

type ChatModel = readonly [
  id: string,
  name: string,
  context: number,
  prompt: string,
  completion: string,
  inputs?: string,
  reasons?: 'reasons',
];

const CHAT_MODELS: readonly ChatModel[] = [
  ['openai/gpt-5.1', 'OpenAI: GPT-5.1', 400_000, '0.00000125', '0.00001', 'text image', 'reasons'],
  ['openai/gpt-5-mini', 'OpenAI: GPT-5 Mini', 400_000, '0.00000025', '0.000002', 'text image'],
  ['anthropic/claude-sonnet-4.5', 'Anthropic: Claude Sonnet 4.5', 1_000_000, '0.000003', '0.000015', 'text image'],
  ['anthropic/claude-haiku-4.5', 'Anthropic: Claude Haiku 4.5', 200_000, '0.000001', '0.000005', 'text image'],
  ['google/gemini-2.5-pro', 'Google: Gemini 2.5 Pro', 1_048_576, '0.00000125', '0.00001', 'text image audio'],
  ['mistralai/mistral-large', 'Mistral: Mistral Large', 131_072, '0.000002', '0.000006'],
  ['deepseek/deepseek-r1', 'DeepSeek: R1', 163_840, '0.0000004', '0.00000175', 'text', 'reasons'],
  ['meta-llama/llama-3.3-70b-instruct:free', 'Meta: Llama 3.3 70B Instruct (free)', 65_536, '0', '0'],
  ['router/auto', 'Auto Router', 2_000_000, '-1', '-1'],
];

const SKETCHES: readonly Sketch[] = [
  ...CHAT_MODELS.map(([id, name, context, prompt, completion, inputs, reasons]) => ({
    ...{ id, name, context, prompt, completion },
    ...(inputs !== undefined && { inputs: inputs.split(' ') }),
    ...(reasons !== undefined && { reasons: true as const }),
  })),
  { id: 'openai/tts-1', name: 'OpenAI: TTS 1', kind: 'speech', prompt: '0.000015' },
  { id: 'elevenlabs/multilingual-v2', name: 'ElevenLabs: Multilingual v2', kind: 'speech' },
  { id: 'openai/whisper-1', name: 'OpenAI: Whisper', kind: 'transcription', prompt: '0.0001' },
  { id: 'deepgram/nova-3', name: 'Deepgram: Nova 3', kind: 'transcription' },
  { id: 'openai/gpt-image-1', name: 'OpenAI: GPT Image 1', kind: 'image', prompt: '0.000005' },
  { id: 'black-forest-labs/flux-1.1-pro', name: 'Black Forest Labs: FLUX 1.1 Pro', kind: 'image' },
];

const MODALITIES: Record<Kind, { input: string[]; output: string[] }> = {
  chat: { input: ['text'], output: ['text'] },
  speech: { input: ['text'], output: ['audio'] },
  transcription: { input: ['audio'], output: ['text'] },
  image: { input: ['text'], output: ['image'] },
};

export const MODELS: readonly Model[] = SKETCHES.map((sketch) => {
  const kind = sketch.kind ?? 'chat';
  const { input, output } = MODALITIES[kind];
  const inputs = sketch.inputs ?? input;
  return {
    id: sketch.id,
    name: sketch.name,
    kind,
    ...(sketch.reasons && { reasons: true }),
    record: {
      id: sketch.id,
      name: sketch.name,
      created: 1_760_000_000,
      description: `${sketch.name}, served through the router.`,
      architecture: {
        modality: `${inputs.join('+')}->${output.join('+')}`,
        input_modalities: inputs,
        output_modalities: output,
      },
      ...(sketch.context !== undefined && { context_length: sketch.context }),
      ...(sketch.prompt !== undefined && { pricing: { prompt: sketch.prompt, completion: sketch.completion ?? '0' } }),
    },
  };
});

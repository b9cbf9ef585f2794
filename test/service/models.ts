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

const SKETCHES: readonly Sketch[] = [
  {
    id: 'openai/gpt-5.1',
    name: 'OpenAI: GPT-5.1',
    context: 400_000,
    prompt: '0.00000125',
    completion: '0.00001',
    inputs: ['text', 'image'],
    reasons: true,
  },
  {
    id: 'openai/gpt-5-mini',
    name: 'OpenAI: GPT-5 Mini',
    context: 400_000,
    prompt: '0.00000025',
    completion: '0.000002',
    inputs: ['text', 'image'],
  },
  {
    id: 'anthropic/claude-sonnet-4.5',
    name: 'Anthropic: Claude Sonnet 4.5',
    context: 1_000_000,
    prompt: '0.000003',
    completion: '0.000015',
    inputs: ['text', 'image'],
  },
  {
    id: 'anthropic/claude-haiku-4.5',
    name: 'Anthropic: Claude Haiku 4.5',
    context: 200_000,
    prompt: '0.000001',
    completion: '0.000005',
    inputs: ['text', 'image'],
  },
  {
    id: 'google/gemini-2.5-pro',
    name: 'Google: Gemini 2.5 Pro',
    context: 1_048_576,
    prompt: '0.00000125',
    completion: '0.00001',
    inputs: ['text', 'image', 'audio'],
  },
  {
    id: 'mistralai/mistral-large',
    name: 'Mistral: Mistral Large',
    context: 131_072,
    prompt: '0.000002',
    completion: '0.000006',
  },
  {
    id: 'deepseek/deepseek-r1',
    name: 'DeepSeek: R1',
    context: 163_840,
    prompt: '0.0000004',
    completion: '0.00000175',
    reasons: true,
  },
  {
    id: 'meta-llama/llama-3.3-70b-instruct:free',
    name: 'Meta: Llama 3.3 70B Instruct (free)',
    context: 65_536,
    prompt: '0',
    completion: '0',
  },
  { id: 'router/auto', name: 'Auto Router', context: 2_000_000, prompt: '-1', completion: '-1' },
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

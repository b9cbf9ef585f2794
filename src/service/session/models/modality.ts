/** Purpose and input types of a model, from its record. If the record has no purpose, it's inferred from the name. */
import { type Fields, fieldsOf, named, wordsOf } from './fields.ts';

export const allModalities = ['chat', 'image', 'speech', 'transcription', 'embedding', 'other'] as const;
/** `other`: the record states another purpose (such as video, moderation, or ranking). */
export type Modality = (typeof allModalities)[number];

export interface Abilities {
  /** Never empty. */
  readonly modalities: readonly Modality[];
  /** The modality is inferred from the name, because the record doesn't specify it. */
  readonly guessed: boolean;
  /** `text`, `image`, `audio`, …; undefined if the record doesn't specify them. */
  readonly inputs: readonly string[] | undefined;
}

/** Never throws. */
export function abilitiesOf(id: string, record: Fields): Abilities {
  const { inputs, outputs } = sidesOf(record);
  const info = fieldsOf(record.model_info);
  const stated = [
    fromSides(inputs, outputs),
    fromWords([record.type, record.mode, info.mode, record.task, record.pipeline_tag, record.kind]),
    fromWords([truths(record.capabilities)]),
  ].find(({ length }) => length > 0);
  return {
    modalities: stated ?? [fromName(id)],
    guessed: stated === undefined,
    inputs: inputs ?? (seesImages(record, info) ? ['text', 'image'] : undefined),
  };
}

function sidesOf(record: Fields) {
  const architecture = fieldsOf(record.architecture);
  const modalities = fieldsOf(record.modalities);
  // `text+image->text`
  const [before, after] = (named(architecture.modality ?? record.modality, /->/) ?? '').split('->');
  const first = (...values: unknown[]) => {
    const words = values.map(wordsOf).find((list) => list.length > 0);
    return words && [...new Set(words)];
  };
  return {
    inputs: first(architecture.input_modalities, record.input_modalities, modalities.input, before),
    outputs: first(architecture.output_modalities, record.output_modalities, modalities.output, after),
  };
}

function seesImages(...places: readonly Fields[]): boolean {
  return places.some((place) => {
    const able = truths(place.capabilities);
    return (
      place.supports_vision === true ||
      place.supports_image_input === true ||
      able.some((one) => visionPattern.test(one))
    );
  });
}

const visionPattern = /^(vision|image_?input|supports_vision)$/i;

/** Returns the entries of a list, or the keys of an object whose value is `true`. */
function truths(value: unknown): string[] {
  if (Array.isArray(value)) return wordsOf(value);
  return Object.entries(fieldsOf(value)).flatMap(([name, yes]) => (yes === true ? [name.toLowerCase()] : []));
}

function fromSides(inputs: readonly string[] = [], outputs?: readonly string[]): Modality[] {
  if (outputs === undefined) return [];
  const sound = outputs.some((one) => /audio|speech/.test(one));
  const text = outputs.some((one) => /text|code/.test(one));
  const hears = inputs.some((one) => /audio|speech/.test(one)) && !inputs.includes('text');
  const found: Modality[] = [];
  if (text) found.push(hears ? 'transcription' : 'chat');
  if (outputs.includes('image')) found.push('image');
  if (sound && !text) found.push('speech');
  if (outputs.some((one) => /embedding/.test(one))) found.push('embedding');
  return found.length > 0 ? found : ['other'];
}

/** The first match wins: `text-to-image` is an image model, `image-text-to-text` a chat model. */
const modalityWords: readonly (readonly [RegExp, Modality])[] = [
  [/embed|feature-extraction|similarity/, 'embedding'],
  [/moderation|rerank|classif|video|ocr/, 'other'],
  [/transcri|speech-to-text|automatic-speech-recognition|^stt$|^asr$/, 'transcription'],
  [/text-to-speech|audio_speech|^speech$|^tts$|^audio$/, 'speech'],
  [/text-to-image|image[-_]generation|image-to-image|^images?$/, 'image'],
  [/chat|language|^llm$|text-generation|-to-text$|^text$|completion|^code$|^responses$/, 'chat'],
];

function fromWords(values: readonly unknown[]): Modality[] {
  const found = values
    .flatMap((value) => wordsOf(value))
    .flatMap((word) => modalityWords.find(([form]) => form.test(word))?.[1] ?? []);
  return [...new Set(found)];
}

const modalityNames: readonly (readonly [RegExp, Modality])[] = [
  [/embed|\bbge\b|\be5-/, 'embedding'],
  [/whisper|transcri|\bstt\b|\basr\b|deepgram\/nova|scribe|parakeet|canary/, 'transcription'],
  [/\btts\b|speech|eleven|\bvoice\b|kokoro|sonic/, 'speech'],
  [/dall-?e|\bflux(?![a-z])|stable-?diffusion|sdxl|imagen|gpt-image|ideogram|recraft|-image\b/, 'image'],
  [/moderation|rerank|guard\b|\bveo\b|\bsora\b|video/, 'other'],
];

function fromName(id: string): Modality {
  const name = id.slice(0, 200).toLowerCase();
  return modalityNames.find(([form]) => form.test(name))?.[1] ?? 'chat';
}

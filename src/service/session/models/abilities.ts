/** Purpose and input types of a model, from its record. If the record has no purpose, it's inferred from the name. */
import { type Knowledge, known, notKnown } from '../../../shared/knowledge.ts';
import { type Fields, fieldsOf, named, wordsOf } from './fields.ts';
import type { Modality } from './modality.ts';

export interface Abilities {
  /** Never empty. */
  readonly modalities: readonly Modality[];
  /** What the modalities are from. `assumed`: neither the record nor the name says any, so they are those of most models. */
  readonly basis: 'record' | 'name' | 'assumed';
  /** `text`, `image`, `audio`, … */
  readonly inputs: Knowledge<readonly string[]>;
  /** A record that doesn't specify input types can still say whether the model accepts images. */
  readonly takesImages: Knowledge<boolean>;
}

/** Never throws. */
export function abilitiesOf(id: string, record: Fields): Abilities {
  const { inputs, outputs } = sidesOf(record);
  const info = fieldsOf(record.model_info);
  const stated = [
    fromSides(inputs, outputs),
    fromWords([record.type, record.mode, info.mode, record.task, record.pipeline_tag, record.kind]),
    fromWords([claimsOf(record.capabilities).flatMap(([name, yes]) => (yes === true ? [name] : []))]),
  ].find(({ length }) => length > 0);
  const inName = fromName(id);
  const vision = inputs?.includes('image') ?? visionIn([record, info]);
  return {
    modalities: stated ?? [inName ?? 'chat'],
    basis: stated ? 'record' : inName ? 'name' : 'assumed',
    inputs: inputs ? known(inputs) : vision === true ? known(['text', 'image']) : notKnown(),
    takesImages: vision === undefined ? notKnown() : known(vision),
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

/** Returns whether a record says that the model accepts images; undefined if it says neither yes nor no. */
function visionIn(places: readonly Fields[]): boolean | undefined {
  const answers = places.flatMap((place) => [
    ...[place.supports_vision, place.supports_image_input],
    ...claimsOf(place.capabilities).flatMap(([name, yes]) => (visionPattern.test(name) ? [yes] : [])),
  ]);
  return answers.includes(true) ? true : answers.includes(false) ? false : undefined;
}

const visionPattern = /^(vision|image_?input|supports_vision)$/i;

/** Returns the entries of a list, all of which are true, or those of an object. */
function claimsOf(value: unknown): (readonly [name: string, yes: unknown])[] {
  if (Array.isArray(value)) return wordsOf(value).map((name) => [name, true]);
  return Object.entries(fieldsOf(value)).map(([name, yes]) => [name.toLowerCase(), yes]);
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
  [/chat|instruct/, 'chat'],
];

function fromName(id: string): Modality | undefined {
  const name = id.slice(0, 200).toLowerCase();
  return modalityNames.find(([form]) => form.test(name))?.[1];
}

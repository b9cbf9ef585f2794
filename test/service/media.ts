/** Speech, pictures and transcripts: real bytes, made here. The spec shows none of these bodies. */
import { crc32, deflateSync } from 'node:zlib';
import { assigned } from './chat.ts';
import { Random, seedOf } from './random.ts';
import { type Incoming, json, type Reply, refuse } from './reply.ts';
import { modelName, readObject, size, text } from './shape.ts';

const SAMPLE_RATE = 16_000;
const LARGEST_SIDE = 256;

export function makeSpeech(request: Incoming): Reply {
  const body = readObject(request, {
    model: { required: true, check: modelName },
    input: { required: true, check: text },
    voice: { check: text },
  });
  assigned(String(body.model), 'speech');
  const wav = toneWav(String(body.input), String(body.voice ?? 'default'));
  return { status: 200, headers: { 'content-type': 'audio/wav' }, body: wav };
}

export function makeImage(request: Incoming): Reply {
  const body = readObject(request, {
    model: { required: true, check: modelName },
    prompt: { required: true, check: text },
    size: { check: size },
  });
  assigned(String(body.model), 'image');
  const [width = 64, height = 64] = String(body.size ?? '64x64')
    .split('x')
    .map((side) => Math.min(LARGEST_SIDE, Number(side)));
  const png = gradientPng(width, height, seedOf(String(body.prompt)));
  const revised = `${String(body.prompt)}, soft light, muted colours`;
  return json({
    created: 1_760_000_000,
    data: [{ b64_json: Buffer.from(png).toString('base64'), revised_prompt: revised }],
  });
}

export async function transcribe(request: Incoming): Promise<Reply> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/.test(type)) throw refuse(422, 'Invalid request body: must be multipart/form-data');
  const form = await new Response(Uint8Array.from(request.body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw refuse(422, 'Invalid request body: the multipart body is broken');
    });
  for (const name of form.keys()) {
    if (!['file', 'model', 'language'].includes(name)) throw refuse(422, `Invalid request body: unknown field ${name}`);
  }
  const [file, model, language] = [form.get('file'), form.get('model'), form.get('language')];
  if (!(file instanceof File)) throw refuse(422, 'Invalid request body: file must be a file');
  const wrong = modelName(model) ?? (file.size === 0 ? 'comes with an empty file' : undefined);
  if (wrong !== undefined) throw refuse(422, `Invalid request body: model ${wrong}`);
  assigned(String(model), 'transcription');
  const spoken = language === null ? '' : ` in ${String(language)}`;
  return json({ text: `This is what was said${spoken} in ${file.name}, ${file.size} bytes long.` });
}

/** A short melody, a note for each word and at most twelve: 16-bit mono WAV. */
function toneWav(input: string, voice: string): Uint8Array {
  const base = 180 + (seedOf(voice) % 120);
  const notes = input
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 12);
  const perNote = SAMPLE_RATE / 8;
  const samples = new Int16Array(Math.max(1, notes.length) * perNote);
  for (const [index, word] of notes.entries()) {
    const pitch = base * 2 ** ((seedOf(word) % 12) / 12);
    for (let at = 0; at < perNote; at++) {
      const fade = Math.sin((Math.PI * at) / perNote);
      samples[index * perNote + at] = Math.round(9000 * fade * Math.sin((2 * Math.PI * pitch * at) / SAMPLE_RATE));
    }
  }
  const data = Buffer.from(samples.buffer);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLE_RATE, 24);
  head.writeUInt32LE(SAMPLE_RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** A gradient between two colours that the seed picks: 8-bit RGB PNG. */
function gradientPng(width: number, height: number, seed: number): Uint8Array {
  const random = new Random(seed);
  const [from, to] = [0, 1].map(() => [random.between(0, 255), random.between(0, 255), random.between(0, 255)]);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const share = (x / width + y / height) / 2;
      for (let channel = 0; channel < 3; channel++) {
        const value = (from?.[channel] ?? 0) * (1 - share) + (to?.[channel] ?? 0) * share;
        rows[y * (1 + width * 3) + 1 + x * 3 + channel] = Math.round(value);
      }
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(rows)),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}

function pngPart(name: string, data: Buffer): Buffer {
  const part = Buffer.alloc(12 + data.length);
  part.writeUInt32BE(data.length, 0);
  part.write(name, 4, 'latin1');
  data.copy(part, 8);
  part.writeUInt32BE(crc32(part.subarray(4, 8 + data.length)), 8 + data.length);
  return part;
}

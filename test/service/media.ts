/** Speech, pictures and transcripts: real bytes, made here. The spec shows none of these bodies. */
import { assigned } from './chat.ts';
import { gradientPng } from './picture.ts';
import { seedOf } from './random.ts';
import { type Incoming, json, type Reply, refuse } from './reply.ts';
import { modelName, readObject, size, text } from './shape.ts';
import { silentMp3, toneWav } from './sound.ts';

const LARGEST_SIDE = 256;

export function makeSpeech(request: Incoming): Reply {
  const body = readObject(request, {
    model: { required: true, check: modelName },
    input: { required: true, check: text },
    voice: { check: text },
  });
  assigned(String(body.model), 'speech');
  const input = String(body.input);
  if (body.model === 'elevenlabs/multilingual-v2')
    return { status: 200, headers: { 'content-type': 'audio/mpeg' }, body: silentMp3(10 * wordsOf(input).length) };
  const wav = toneWav(input, String(body.voice ?? 'default'));
  return { status: 200, headers: { 'content-type': 'audio/wav' }, body: wav };
}

/** `gpt-image-1` answers in base64, `flux-1.1-pro` with the address of the picture. */
export function makeImage(url: string, request: Incoming): Reply {
  const body = readObject(request, {
    model: { required: true, check: modelName },
    prompt: { required: true, check: text },
    size: { check: size },
  });
  assigned(String(body.model), 'image');
  const [width = 64, height = 64] = String(body.size ?? '64x64')
    .split('x')
    .map((side) => Math.min(LARGEST_SIDE, Number(side)));
  const seed = seedOf(String(body.prompt));
  const revised = `${String(body.prompt)}, soft light, muted colours`;
  const image =
    body.model === 'black-forest-labs/flux-1.1-pro'
      ? { url: `${url}/pictures/${seed}-${width}x${height}.png` }
      : { b64_json: Buffer.from(gradientPng(width, height, seed)).toString('base64') };
  return json({ created: 1_760_000_000, data: [{ ...image, revised_prompt: revised }] });
}

/** A picture at its address, which needs no key, as on a server for files. */
export function givePicture(request: Incoming): Reply {
  const [, seed, width, height] = /^(\d+)-(\d{1,3})x(\d{1,3})\.png$/.exec(request.params.name ?? '') ?? [];
  if (seed === undefined) throw refuse(404, 'No such picture');
  const png = gradientPng(Math.min(LARGEST_SIDE, Number(width)), Math.min(LARGEST_SIDE, Number(height)), Number(seed));
  return { status: 200, headers: { 'content-type': 'image/png' }, body: png };
}

function wordsOf(input: string): string[] {
  return input.split(/\s+/).filter((word) => word !== '');
}

/** `whisper-1` answers with text alone, `nova-3` with what was said when. */
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
  const said = `This is what was said${spoken} in ${file.name}, ${file.size} bytes long.`;
  if (model !== 'deepgram/nova-3') return json({ text: said });
  const sentences = [said, 'Nobody spoke for a while.', 'Then somebody said <goodbye> & left.'];
  const segments = sentences.map((sentence, id) => ({ id, start: id * 3.5, end: id * 3.5 + 3, text: ` ${sentence}` }));
  return json({ task: 'transcribe', language: language ?? 'en', duration: 10.2, text: sentences.join(' '), segments });
}

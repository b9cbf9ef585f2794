/** Audio, images, and transcripts as another service sends them. Spec: content type and bodies are not shown. */
import type { Choices } from './choices.ts';
import type { Reply } from './reply.ts';
import { written } from './written.ts';

export function varyMedia(path: string, reply: Reply, choices: Choices): Reply {
  if (path.endsWith('/speech')) return varySpeech(reply, choices);
  const value: unknown = JSON.parse(String(reply.body));
  if (path.endsWith('/transcriptions')) return varyTranscript(value as { text: string }, choices);
  return varyImages(value as { data: Image[] }, choices);
}

function varySpeech({ status, body }: Reply, choices: Choices): Reply {
  if (body instanceof Uint8Array && choices.isPart('audio in JSON', 0.3)) {
    const audio = Buffer.from(body).toString('base64');
    const forms = [
      { audio },
      { audioContent: audio },
      { data: [{ b64_json: audio }] },
      { choices: [{ message: { audio: { data: audio } } }] },
    ];
    return written(choices.of('audio', forms), status, choices);
  }
  const type = choices.of('audio type', ['audio/x-wav', 'application/octet-stream', 'binary/octet-stream', undefined]);
  return { status, headers: type === undefined ? {} : { 'Content-Type': type }, body };
}

function varyTranscript(whole: { text: string }, choices: Choices): Reply {
  const { text } = whole;
  const subtitles = `00:00:00.000 --> 00:00:03.000\n${text}\n`;
  const plain = {
    text,
    vtt: `WEBVTT\n\n${subtitles}`,
    srt: `1\n${subtitles.replaceAll('.000', ',000')}`,
    json: JSON.stringify(text),
    events: `data: ${JSON.stringify({ delta: text })}\n\ndata: ${JSON.stringify({ text })}\n\ndata: [DONE]\n\n`,
  };
  const bodies = [
    ...[whole, { transcript: text }, { result: { text } }, { data: { transcription: text } }, { output: text }],
    ...[[{ start: 0, end: 3, text }], { segments: [{ text }], text }],
    ...(['text', 'vtt', 'srt', 'json', 'events'] as const),
  ];
  const body = choices.of('transcript', bodies);
  if (typeof body !== 'string') return written(body, 200, choices);
  return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: plain[body as keyof typeof plain] };
}

interface Image {
  b64_json?: string;
  url?: string;
  revised_prompt: string;
}

function varyImages({ data }: { data: Image[] }, choices: Choices): Reply {
  const [image] = data;
  const base64 = image?.b64_json;
  const url = image?.url ?? `data:image/png;base64,${base64}`;
  const bodies = [
    ...[{ data }, { images: [{ url }] }, { output: [url] }, { output: url }, { result: { image: base64 ?? url } }],
    ...[{ artifacts: [{ base64: base64 ?? url }] }, { choices: [{ message: { images: [{ image_url: { url } }] } }] }],
    ...[{ images: [base64 ?? url] }, { data: { images: [{ url }] } }],
    ...[{ data: [{ image: url }] }, url],
    ...[{ choices: [{ message: { content: `Here: ![it](${url})` } }] }],
    ...[
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
    ],
  ];
  return written(choices.of('image', bodies), 200, choices);
}

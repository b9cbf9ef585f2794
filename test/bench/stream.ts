/** Speed of the client's conversion of a chat stream to deltas, from fetch (the only mock) to the caller's loop. */
import { createClient } from '../../src/service/api/index.ts';
import { pieces } from '../unit/service/api/support.ts';
import { printRows, type Row } from './row.ts';

const KIBIBYTE = 1024;
const EVENTS = 200_000;
const ROUNDS = 5;

/** The best of five rounds each counts, to exclude other load on the machine. */
export async function benchStream(): Promise<Row[]> {
  const many = chunked(ordinaryEvents(), 64 * KIBIBYTE);
  const large = chunked(largeEvent(), KIBIBYTE);
  let eventsPerSecond = 0;
  let largeEventMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const ordinary = await run(many);
    if (ordinary.characters !== EVENTS * ' word'.length) throw new Error('text was lost');
    eventsPerSecond = Math.max(eventsPerSecond, EVENTS / (ordinary.milliseconds / 1000));
    const one = await run(large);
    if (one.characters !== 8 * KIBIBYTE * KIBIBYTE) throw new Error('text was lost');
    largeEventMs = Math.min(largeEventMs, one.milliseconds);
  }
  return [
    {
      what: 'chat stream, recorded body in 64 KiB chunks',
      figure: `${Math.round(eventsPerSecond / 1000)}k events/s`,
      bar: '≥ 500k events/s',
      met: eventsPerSecond >= 500_000,
    },
    {
      what: 'chat stream, one 8 MiB event in 1 KiB chunks',
      figure: `${largeEventMs.toFixed(1)} ms`,
      bar: '≤ 30 ms',
      met: largeEventMs <= 30,
    },
  ];
}

async function run(chunks: Uint8Array[]): Promise<{ milliseconds: number; characters: number }> {
  const client = createClient({
    baseUrl: 'https://service.example',
    apiKey: 'bench',
    fetch: async () => new Response(pieces(chunks), { headers: { 'content-type': 'text/event-stream' } }),
  });
  const start = performance.now();
  let characters = 0;
  for await (const delta of client.chatStream({ model: 'a/b', messages: [] })) {
    if (delta.kind === 'text') characters += delta.text.length;
  }
  return { milliseconds: performance.now() - start, characters };
}

function chunked(text: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

function event(content: string): string {
  const chunk = {
    id: 'chatcmpl-7f3a9c',
    object: 'chat.completion.chunk',
    created: 1760000000,
    model: 'provider/model',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function ordinaryEvents(): string {
  return `${event(' word').repeat(EVENTS)}data: [DONE]\n\n`;
}

function largeEvent(): string {
  return `${event('x'.repeat(8 * KIBIBYTE * KIBIBYTE))}data: [DONE]\n\n`;
}

if (import.meta.main) printRows(await benchStream());

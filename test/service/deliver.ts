/** Sends a response, unchanged or modified by a fault. */
import type { ServerResponse } from 'node:http';
import type { Effect, Faults } from './faults.ts';
import { json, type Reply } from './reply.ts';

export interface Delivery {
  /** Waits in real time, or until the service closes. */
  sleep(ms: number): Promise<void>;
  readonly faults: Faults;
  /** Returns a response as the service sends it. */
  vary(reply: Reply): Reply;
}

export async function deliver(
  reply: Reply,
  effect: Effect | undefined,
  response: ServerResponse,
  delivery: Delivery,
): Promise<void> {
  switch (effect?.kind) {
    case undefined:
      return send(reply, response);
    case 'status':
      return send(effect.body === undefined ? delivery.vary(statusReply(effect)) : statusReply(effect), response);
    case 'rateLimit': {
      const headers = effect.retryAfter === undefined ? {} : { 'retry-after': effect.retryAfter };
      const reply = statusReply({ status: 429, body: { error: 'Rate limit exceeded' }, headers });
      return send(delivery.vary(reply), response);
    }
    case 'delay':
      await delivery.sleep(effect.ms);
      return send(reply, response);
    case 'hang':
      await delivery.faults.cleared;
      response.socket?.destroy();
      return;
    case 'drop':
      response.socket?.destroy();
      return;
    case 'truncate': {
      const bytes = await bytesOf(reply);
      response.writeHead(reply.status, { ...reply.headers, 'content-length': bytes.length });
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
      return;
    }
    case 'html': {
      const page = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>';
      return send({ status: effect.status ?? 200, headers: { 'content-type': 'text/html' }, body: page }, response);
    }
    case 'empty':
      return send({ status: effect.status ?? 204, headers: {}, body: '' }, response);
    case 'body':
      return send(json(effect.body, effect.status ?? 200), response);
    case 'text':
      return send(
        { status: effect.status ?? 200, headers: { 'content-type': effect.contentType }, body: effect.text },
        response,
      );
    case 'redirect':
      return send({ status: effect.status ?? 307, headers: { location: effect.to }, body: '' }, response);
    case 'stream':
      return sendBadStream(reply, effect.how, effect.ms ?? 200, response, delivery);
  }
}

function statusReply(effect: { status: number; body?: unknown; headers?: Record<string, string> }): Reply {
  const reply = json(effect.body ?? { error: `Fault with status ${effect.status}` }, effect.status);
  return { ...reply, headers: { ...reply.headers, ...effect.headers } };
}

async function send(reply: Reply, response: ServerResponse): Promise<void> {
  response.writeHead(reply.status, reply.headers);
  if (typeof reply.body === 'string' || reply.body instanceof Uint8Array) {
    response.end(reply.body);
    return;
  }
  for await (const piece of reply.body) {
    if (response.destroyed) return;
    response.write(piece);
  }
  response.end();
}

async function sendBadStream(
  reply: Reply,
  how: 'cut' | 'endless',
  ms: number,
  response: ServerResponse,
  { sleep }: Delivery,
): Promise<void> {
  if (typeof reply.body === 'string' || reply.body instanceof Uint8Array) return send(reply, response);
  response.writeHead(reply.status, reply.headers);
  const pieces: (string | Uint8Array)[] = [];
  for await (const piece of reply.body) {
    if (response.destroyed) return;
    response.write(piece);
    pieces.push(piece);
    if (pieces.length === 8) break;
  }
  if (how === 'cut') {
    // Sends the earlier chunks first, so that the connection breaks in the middle of the answer and not before it.
    response.write(': cut\n\n', () => response.socket?.destroy());
    return;
  }
  const last = pieces.at(-1) ?? '';
  while (!response.destroyed) {
    response.write(last);
    await sleep(Math.max(1, Math.min(ms, 20)));
  }
}

async function bytesOf({ body }: Reply): Promise<Buffer> {
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body);
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

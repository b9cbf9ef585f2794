/** An in-process service with scripted responses, recorded requests, and a clock that the test controls. */
import {
  type ApiClient,
  type ApiError,
  ApiFailure,
  type CallOptions,
  type ChatDelta,
  type ChatRequest,
  type ChatUsage,
  type ClientOptions,
  createClient,
  IncompleteResponse,
} from '../../../../src/service/api/index.ts';
import { FakeClock } from '../../fake-clock.ts';

export const KEY = 'sk-test-1234567890';
export const BASE = 'https://service.example';

export interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
  redirect: string | undefined;
  signal: AbortSignal;
}

export type Answer = Response | Error | ((sent: Sent) => Response | Promise<Response>);

/** Returns a fetch that gives the responses in order, repeats the last one, and records its requests. */
function scripted(...answers: Answer[]): { fetch: NonNullable<ClientOptions['fetch']>; sent: Sent[] } {
  const sent: Sent[] = [];
  let next = 0;
  const fetch = async (url: string, init: RequestInit) => {
    const headers = Object.fromEntries(new Headers(init.headers as Record<string, string>));
    const one: Sent = {
      url,
      method: init.method ?? 'GET',
      headers,
      body: init.body,
      redirect: init.redirect,
      signal: init.signal as AbortSignal,
    };
    sent.push(one);
    const answer = answers[Math.min(next++, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'function') return answer(one);
    if (answer === undefined) throw new Error('no answer is scripted');
    return answer.clone();
  };
  return { fetch, sent };
}

export function clientOf(
  answers: Answer[],
  options: Partial<ClientOptions> = {},
): { client: ApiClient; sent: Sent[]; clock: FakeClock } {
  const { fetch, sent } = scripted(...answers);
  const clock = new FakeClock();
  return { client: createClient({ baseUrl: BASE, apiKey: KEY, fetch, clock, ...options }), sent, clock };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } });
}

export function text(body: string, status = 200, contentType = 'text/plain'): Response {
  return new Response(body, { status, headers: { 'content-type': contentType } });
}

/** A body in chunks. `stop` is what happens after the last one. */
export function pieces(
  chunks: readonly (string | Uint8Array)[],
  stop: 'end' | 'fail' | 'hang' = 'end',
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk !== undefined) return controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      if (stop === 'end') return controller.close();
      if (stop === 'fail') return controller.error(new TypeError('terminated'));
      return new Promise<void>(() => {});
    },
  });
}

/** Returns the error of a failed call. Throws if the call succeeds or fails with another kind of error. */
export async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const caught: unknown = await call.then(
    (value) => new Error(`no failure, but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (caught instanceof ApiFailure) return caught.error;
  throw caught;
}

/** Everything received from a stream, complete or not. */
export interface ChatTranscript {
  text: string;
  reasoning: string;
  finishReason?: string;
  usage?: ChatUsage;
  complete: boolean;
  /** Why it's incomplete. */
  error?: ApiError;
}

/** Reads a stream to its end. Rejects only if the service rejects the request. */
export async function collectChat(stream: AsyncIterable<ChatDelta>): Promise<ChatTranscript> {
  const whole: ChatTranscript = { text: '', reasoning: '', complete: false };
  try {
    for await (const delta of stream) {
      if (delta.kind === 'text' || delta.kind === 'reasoning') whole[delta.kind] += delta.text;
      else if (delta.kind === 'finish') whole.finishReason = delta.reason;
      else if (delta.kind === 'usage') whole.usage = delta.usage;
    }
    whole.complete = true;
  } catch (caught) {
    if (!(caught instanceof IncompleteResponse)) throw caught;
    whole.error = caught.error;
  }
  return whole;
}

/** Requests a chat response without streaming. Rejects if it's incomplete. */
export async function wholeChat(client: ApiClient, request: ChatRequest, options?: CallOptions) {
  const { complete, error, ...whole } = await collectChat(client.chatStream({ ...request, stream: false }, options));
  if (error) throw new ApiFailure(error);
  return { ...whole, complete };
}

/** Records that conform to the API description. */
export const workflow = {
  id: 'wf_1',
  name: 'Invoice intake',
  description: null,
  webhook_url: 'https://service.example/webhooks/wf_1',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
};

export const workflowDetails = {
  ...workflow,
  active_version_id: null,
  metadata: null,
  schedule_options: null,
  next_run_at: null,
  status: 'enabled',
};

export function version(number: number) {
  return {
    id: `ver_${number}`,
    display_name: `v${number}`,
    revision: number,
    state: 'draft',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  };
}

export function run(number: number) {
  return {
    id: `run_${number}`,
    workflow_id: 'wf_1',
    version_id: 'ver_1',
    version_display_name: 'v1',
    type: 'TEST',
    status: 'SUCCEEDED',
    duration: 1.5,
    created_at: '2026-01-01T00:00:00Z',
    started_at: '2026-01-01T00:00:00Z',
    finished_at: '2026-01-01T00:00:01Z',
  };
}

export const step = {
  id: 'step_1',
  step_name: 'Webhook',
  step_type: 'TRIGGER',
  status: 'SUCCEEDED',
  attempt: 1,
  error: null,
  duration: 0.2,
  created_at: '2026-01-01T00:00:00Z',
  started_at: null,
  finished_at: null,
};

export function executionPage(items: unknown[], more: Record<string, unknown> = {}) {
  return { items, total: items.length, succeeded: items.length, failed: 0, page: 1, limit: 20, ...more };
}

/** Passes a value of any type, to test that it's checked at run time. */
export const asAny = (value: unknown) => value as never;

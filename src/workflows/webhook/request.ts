/** What is sent to a webhook, and its answer as a text. Pure web APIs, so that it is tested without an editor. */
import * as l10n from '@vscode/l10n';
import { isLoopback } from '../../api/base-url.ts';
import { platform } from '../../shared/platform.ts';

/** Bytes of an answer that are shown. */
const LARGEST_ANSWER = 2 * 1024 * 1024;

/** The address when it may be called: https, or http on this machine, without a user or password in it. */
export function webhookAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)) ? url : undefined;
}

/** A command line for POSIX shells. @throws Error when the address is none */
export function asCurl(webhookUrl: string, body: string): string {
  const url = URL.parse(webhookUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(l10n.t("The webhook URL isn't a valid URL."));
  return [
    `curl -X POST ${quoted(url.href)}`,
    `-H ${quoted('Content-Type: application/json')}`,
    `--data-raw ${quoted(body.trim())}`,
  ].join(' \\\n  ');
}

/** Nothing has a meaning inside single quotes, so only they are taken out. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly statusText: string;
  /** To the last byte. */
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Whether the body was too long to be shown whole. */
  readonly cut: boolean;
}

/** Sends a JSON body, without the API key and without following a redirect. */
export async function postWebhook(url: URL, body: string, signal: AbortSignal): Promise<WebhookAnswer> {
  const start = performance.now();
  const response = await platform().fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: '*/*' },
    body,
    redirect: 'manual',
    credentials: 'omit',
    signal,
  });
  const { text, cut } = await readText(response);
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - start),
    headers: [...response.headers],
    body: text,
    cut,
  };
}

async function readText(response: Response): Promise<{ text: string; cut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next?.value === undefined) return { text: text + decoder.decode(), cut: false };
    size += next.value.byteLength;
    text += decoder.decode(next.value, { stream: true });
    if (size > LARGEST_ANSWER) {
      await reader?.cancel();
      return { text, cut: true };
    }
  }
}

/** Status, time, headers and body; the body pretty-printed when it is JSON. */
export function answerText(url: URL, answer: WebhookAnswer): string {
  return [
    `POST ${url.origin}${url.pathname}`,
    `HTTP ${answer.status} ${answer.statusText}`.trim(),
    `${answer.milliseconds} ms`,
    '',
    ...answer.headers.map(([name, value]) => `${name}: ${value}`),
    '',
    prettyBody(answer.body),
    ...(answer.cut ? ['', '… (cut after 2 MiB)'] : []),
  ].join('\n');
}

function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

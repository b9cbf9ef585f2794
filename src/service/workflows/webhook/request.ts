/** Sends requests to webhooks and formats responses. Uses only web APIs, so that it can be tested without an editor. */
import * as l10n from '@vscode/l10n';
import { isRecord, isText } from '../../../../common/guards.ts';
import { isLoopback } from '../../../../common/hosts.ts';
import { readUpTo } from '../../../../common/read-up-to.ts';
import { parseJson } from '../../../../common/text/json.ts';
import { platform } from '../../../shared/platform.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { prettyJsonText } from '../../../shared/text/pretty-json.ts';

/** Maximum number of bytes of a response that are read. */
const maxResponseBytes = 2 * 1024 * 1024;

/** Returns the URL if it's allowed: https, or http on this computer, without a user name or password. */
export function webhookAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)) ? url : undefined;
}

/** Returns a command line for POSIX shells. @throws Error if the URL is invalid */
export function asCurl(webhookUrl: string, body: string): string {
  const url = URL.parse(webhookUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(l10n.t("The webhook URL isn't a valid URL."));
  return [
    `curl -X POST ${quoted(url.href)}`,
    `-H ${quoted('Content-Type: application/json')}`,
    `--data-raw ${quoted(body.trim())}`,
  ].join(' \\\n  ');
}

/** Quotes an argument. Inside single quotes, only the single quote itself must be escaped. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export interface WebhookResponse {
  readonly status: number;
  readonly statusText: string;
  /** Time until the last byte. */
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** True if the body was too long and is truncated. */
  readonly cut: boolean;
  /** Why the body didn't arrive, although the headers did. */
  readonly problem?: string;
}

/** Sends a JSON body, without the API key and without following a redirect. */
export async function postWebhook(url: URL, body: string, signal: AbortSignal): Promise<WebhookResponse> {
  const start = performance.now();
  const response = await platform().fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: '*/*' },
    body,
    redirect: 'manual',
    credentials: 'omit',
    signal,
  });
  const { status, statusText } = response;
  const received = { status, statusText, headers: [...response.headers] };
  const milliseconds = () => Math.round(performance.now() - start);
  try {
    const { bytes, isWhole } = await readUpTo(response.body, maxResponseBytes);
    // Without the start of a character that was cut.
    const text = new TextDecoder().decode(bytes, { stream: !isWhole });
    return { ...received, milliseconds: milliseconds(), body: text, cut: !isWhole };
  } catch (error) {
    // The webhook has answered, so its status is the result.
    const problem = describeFailure(fetchCause(error));
    return { ...received, milliseconds: milliseconds(), body: '', cut: false, problem };
  }
}

/** Returns the reason of an error of `fetch`, which is in its `cause`. */
export function fetchCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

/** Returns the ID of the run that a response names. The spec doesn't describe responses of webhooks. */
export function startedRun(body: string): string | undefined {
  const value = parseJson(body);
  return isRecord(value) && isText(value.run_id) ? value.run_id : undefined;
}

/** Formats status, time, headers, and body. A JSON body is pretty-printed. */
export function formatWebhookResponse(url: URL, response: WebhookResponse): string {
  return [
    `POST ${url.origin}${url.pathname}`,
    `HTTP ${response.status} ${response.statusText}`.trim(),
    `${response.milliseconds} ms`,
    '',
    ...response.headers.map(([name, value]) => `${name}: ${value}`),
    '',
    prettyJsonText(response.body) ?? response.body,
    ...(response.problem === undefined ? [] : [l10n.t('The response was cut off: {0}', response.problem)]),
    ...(response.cut ? ['', l10n.t('Truncated after 2 MiB.')] : []),
  ].join('\n');
}

/** Asks for base URL and key, proves them with a real request, and only then keeps them. */
import { l10n, ProgressLocation, window } from 'vscode';
import { ApiFailure, createClient, parseBaseUrl } from '../api/index.ts';
import { describeError } from '../shared/messages.ts';
import { setting } from '../shared/settings.ts';
import type { Connection } from './connection.ts';

/** Returns true when signed in. Escape at any step leaves everything as it was. */
export async function signIn(connection: Connection): Promise<boolean> {
  let typedUrl = setting('switchyard.baseUrl') || (await connection.current())?.baseUrl || '';
  let problem: string | undefined;
  // A refused attempt leads back to the step at fault, with what was typed still there.
  for (;;) {
    const baseUrl = await askBaseUrl(typedUrl, problem);
    if (!baseUrl) return false;
    typedUrl = baseUrl.href;
    problem = undefined;
    const outcome = await askKey(connection, baseUrl);
    if (outcome === 'cancelled') return false;
    if (outcome === 'signedIn') return true;
    problem = outcome.problem;
  }
}

async function askBaseUrl(value: string, problem: string | undefined): Promise<URL | undefined> {
  const text = await window.showInputBox({
    title: l10n.t('Sign In to Your Service (1/2)'),
    prompt: problem ?? l10n.t('Base URL of the service: https, or http on this machine.'),
    placeHolder: 'https://api.example.com',
    value,
    ignoreFocusOut: true,
    validateInput: (input) => {
      if (input.trim() === '') return undefined;
      const parsed = parseBaseUrl(input);
      return parsed.ok ? undefined : parsed.reason;
    },
  });
  if (text === undefined || text.trim() === '') return undefined;
  const parsed = parseBaseUrl(text);
  return parsed.ok ? parsed.url : undefined;
}

async function askKey(connection: Connection, baseUrl: URL): Promise<'signedIn' | 'cancelled' | { problem: string }> {
  let refusal: string | undefined;
  for (;;) {
    const typed = await window.showInputBox({
      title: l10n.t('Sign In to Your Service (2/2)'),
      prompt:
        refusal ??
        l10n.t('API key for {0}. It is kept in secret storage and sent to this origin only.', baseUrl.origin),
      password: true,
      ignoreFocusOut: true,
    });
    const apiKey = typed?.trim();
    if (!apiKey) return 'cancelled';
    const failure = await prove(baseUrl, apiKey);
    if (failure === undefined) {
      await connection.credentials.save(baseUrl, apiKey);
      await connection.reopen();
      return 'signedIn';
    }
    if (failure.error.kind === 'cancelled') return 'cancelled';
    if (failure.error.kind !== 'unauthorized') return { problem: describeError(failure.error) };
    refusal = l10n.t('{0} refused this key: it is invalid or expired. Enter another one.', baseUrl.host);
  }
}

/** One real request that only a good key passes (spec http-api.md, Authentication 3). */
async function prove(baseUrl: URL, apiKey: string): Promise<ApiFailure | undefined> {
  const options = {
    location: ProgressLocation.Notification,
    cancellable: true,
    title: l10n.t('Connecting to {0}…', baseUrl.host),
  };
  return window.withProgress(options, async (_progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const client = createClient({
      baseUrl: baseUrl.href,
      apiKey,
      timeoutMs: setting('switchyard.requestTimeout') * 1000,
    });
    try {
      await client.listExecutions({ limit: 1 }, { signal: controller.signal });
      return undefined;
    } catch (error) {
      if (error instanceof ApiFailure) return error;
      throw error;
    }
  });
}

/** Asks for base URL and key, proves them with a real request, and only then keeps them. */
import { type InputBox, l10n, type QuickInputButton, QuickInputButtons, window } from 'vscode';
import { type ApiError, apiErrorOf, createClient, parseBaseUrl } from '../api/index.ts';
import { describeError } from '../shared/messages.ts';
import { setting } from '../shared/settings.ts';
import type { Connection } from './connection.ts';

type Step = 'back' | 'cancelled' | 'done';

/** Returns true when signed in. Escape at any step leaves everything as it was. */
export async function signIn(connection: Connection): Promise<boolean> {
  const typed = { baseUrl: setting('switchyard.baseUrl') || (await connection.current())?.baseUrl || '' };
  for (;;) {
    const baseUrl = await askBaseUrl(typed);
    if (!baseUrl) return false;
    const step = await askKey(connection, baseUrl);
    if (step !== 'back') return step === 'done';
  }
}

async function askBaseUrl(typed: { baseUrl: string }): Promise<URL | undefined> {
  const box = window.createInputBox();
  box.title = l10n.t('Sign In to Your Service');
  box.step = 1;
  box.prompt = l10n.t('Base URL of the service: https, or http on this machine.');
  box.placeholder = 'https://api.example.com';
  box.value = typed.baseUrl;
  let url: URL | undefined;
  await show(box, {
    changed: (value) => {
      typed.baseUrl = value;
      const parsed = parseBaseUrl(value);
      return parsed.ok || value.trim() === '' ? undefined : parsed.reason;
    },
    accepted: async (value) => {
      const parsed = parseBaseUrl(value);
      if (!parsed.ok) return parsed.reason;
      url = parsed.url;
      return undefined;
    },
  });
  return url;
}

async function askKey(connection: Connection, baseUrl: URL): Promise<Step> {
  const box = window.createInputBox();
  box.title = l10n.t('Sign In to {0}', baseUrl.host);
  box.step = 2;
  box.prompt = l10n.t('API key for {0}. It is kept in secret storage and sent to this origin only.', baseUrl.origin);
  box.password = true;
  box.buttons = [QuickInputButtons.Back];
  return show(box, {
    changed: () => undefined,
    accepted: async (value, signal) => {
      const apiKey = value.trim();
      if (apiKey === '') return l10n.t('Enter the API key.');
      const error = await prove(baseUrl, apiKey, signal);
      if (error?.kind === 'unauthorized')
        return l10n.t('{0} refused this key: it is invalid or expired.', baseUrl.host);
      if (error) return describeError(error);
      await connection.credentials.save(baseUrl, apiKey);
      await connection.reopen();
      return undefined;
    },
  });
}

interface Answers {
  /** What is wrong with the text as it stands, while it is typed. */
  changed(value: string): string | undefined;
  /** What is wrong with it after all, or undefined to go on. May take a while; the signal says that the user left. */
  accepted(value: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Shows one step. It stays open, busy, while the answer is proven, so a refusal stands where the text was typed. */
async function show(box: InputBox, answers: Answers): Promise<Step> {
  box.totalSteps = 2;
  box.ignoreFocusOut = true;
  const left = new AbortController();
  try {
    return await new Promise<Step>((resolve) => {
      box.onDidChangeValue((value) => {
        box.validationMessage = answers.changed(value);
      });
      box.onDidTriggerButton((button: QuickInputButton) => {
        if (button === QuickInputButtons.Back) resolve('back');
      });
      box.onDidHide(() => resolve('cancelled'));
      box.onDidAccept(async () => {
        if (box.busy) return;
        box.busy = true;
        box.enabled = false;
        const problem = await answers.accepted(box.value, left.signal).catch((error: unknown) => String(error));
        box.busy = false;
        box.enabled = true;
        if (problem === undefined) resolve('done');
        else box.validationMessage = problem;
      });
      box.show();
    });
  } finally {
    left.abort();
    box.dispose();
  }
}

/** One real request that only a good key passes (spec http-api.md, Authentication 3). Returns why it did not. */
async function prove(baseUrl: URL, apiKey: string, signal: AbortSignal): Promise<ApiError | undefined> {
  const client = createClient({
    baseUrl: baseUrl.href,
    apiKey,
    timeoutMs: setting('switchyard.requestTimeout') * 1000,
  });
  try {
    await client.listExecutions({ limit: 1 }, { signal });
    return undefined;
  } catch (error) {
    const known = apiErrorOf(error);
    if (known) return known;
    throw error;
  }
}

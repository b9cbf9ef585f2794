/** Asks for the details of a connection. A key is stored only after a real request has verified it. */
import { l10n } from 'vscode';
import { trimEndOf } from '../../../common/trim.ts';
import { askText, runSteps, type Step } from '../../shared/multi-step-input.ts';
import { showStatus, showWarning } from '../../shared/notifications.ts';
import { platform } from '../../shared/platform.ts';
import { setting } from '../../shared/settings.ts';
import { describeError, keyRejected } from '../api/error-text.ts';
import { type ApiError, apiErrorOf, createClient, parseBaseUrl, withoutVersion } from '../api/index.ts';
import type { Accounts } from '../session/accounts.ts';
import { type ConnectionList, defaultConnection, type NamedConnection } from '../session/connections.ts';
import { invalidEnvironment } from './status-bar.ts';

const maxNameLength = 60;

interface Answers {
  baseUrl: string;
  name: string;
  apiKey: string;
  /** Origin for which the key was typed. */
  keyOrigin?: string;
  /** The base URL at which the key was accepted. */
  verified?: URL;
}

/** Asks for base URL and key of the active connection. Escape changes nothing. */
export async function signIn(accounts: Accounts): Promise<void> {
  const { list, credentials } = accounts;
  const { active } = list;
  const id = active?.id ?? defaultConnection;
  const invalid = id === defaultConnection ? invalidEnvironment() : undefined;
  if (invalid !== undefined) void showWarning(invalid);
  const answers: Answers = { baseUrl: active?.baseUrl.href ?? '', name: '', apiKey: '' };
  const steps = [baseUrlStep(answers), keyStep(answers)];
  if (!(await runSteps(l10n.t('Sign In to Your Service'), () => steps))) return;
  const baseUrl = urlOf(answers);
  await accounts.change(async () => {
    await credentials.store({ id, name: '', baseUrl }, answers.apiKey);
    // A key is bound to its origin, so that of the old one is deleted.
    if (active && id !== defaultConnection && active.baseUrl.origin !== baseUrl.origin)
      await credentials.delete(active);
    await list.setBaseUrl(id, baseUrl);
    await list.use(id);
  });
  showSignedIn(baseUrl);
}

/** Asks for a new connection and switches to it. Returns undefined if the user canceled. */
export async function addConnection(accounts: Accounts): Promise<NamedConnection | undefined> {
  const { list, credentials } = accounts;
  const answers: Answers = { baseUrl: '', name: '', apiKey: '' };
  const steps = [baseUrlStep(answers), nameStep(answers, list), keyStep(answers)];
  if (!(await runSteps(l10n.t('Add Connection'), () => steps))) return undefined;
  const added = await accounts.change(async () => {
    const added = await list.add(answers.name, urlOf(answers));
    try {
      await credentials.store(added, answers.apiKey);
    } catch (error) {
      // Without its key, the connection would only block its name for the next attempt.
      await list.remove(added.id);
      throw error;
    }
    await list.use(added.id);
    return added;
  });
  showSignedIn(added.baseUrl);
  return added;
}

/** Says which base URL is used, because a typed one that ends in `/v1` can mean two. */
function showSignedIn(baseUrl: URL): void {
  showStatus(l10n.t('Signed in to {0}.', shortHref(baseUrl)));
}

/** Asks for a new key for a connection. */
export async function changeKey(accounts: Accounts, target: NamedConnection): Promise<void> {
  const answers = { baseUrl: target.baseUrl.href, name: target.name, apiKey: '' };
  if (await runSteps(l10n.t('Change the Key of {0}', target.name), () => [keyStep(answers)]))
    await accounts.change(() => accounts.credentials.store(target, answers.apiKey));
}

export async function renameConnection(accounts: Accounts, target: NamedConnection): Promise<void> {
  const { list } = accounts;
  const answers = { baseUrl: target.baseUrl.href, name: target.name, apiKey: '' };
  const steps = [nameStep(answers, list, target.id)];
  if (await runSteps(l10n.t('Rename {0}', target.name), () => steps))
    await accounts.change(() => list.rename(target.id, answers.name));
}

/** Returns the base URL that works, or until that is known, the typed one, which its step has already validated. */
function urlOf({ baseUrl, verified }: Answers): URL {
  if (verified) return verified;
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.url;
}

function baseUrlStep(answers: Answers): Step {
  const wrong = (text: string) => {
    const parsed = parseBaseUrl(text);
    return parsed.ok ? undefined : parsed.reason;
  };
  return (frame) =>
    askText(frame, {
      prompt: l10n.t('Base URL of the service (https, or http on this machine)'),
      placeholder: 'https://api.example.com',
      value: answers.baseUrl,
      validateWhileTyping: (text) => {
        answers.baseUrl = text;
        return text.trim() === '' ? undefined : wrong(text);
      },
      explain: (text) => {
        const parsed = parseBaseUrl(text);
        if (!parsed.ok) return undefined;
        const shown = shortHref(parsed.url);
        const other = withoutVersion(shown);
        if (other !== undefined) return l10n.t("Base URL: {0}, or {1} if the service isn't there", shown, other);
        return shown === trimEndOf(text.trim(), '/') ? undefined : l10n.t('Base URL: {0}', shown);
      },
      validate: async (text) => wrong(text),
      accept: (text) => {
        const parsed = parseBaseUrl(text);
        // A key that was typed for another host isn't offered, or sent, to this one.
        if (parsed.ok && parsed.url.origin !== answers.keyOrigin) answers.apiKey = '';
        answers.baseUrl = text;
      },
    });
}

const shortHref = ({ href }: URL) => trimEndOf(href, '/');

function nameStep(answers: Answers, list: ConnectionList, except?: string): Step {
  const wrong = (text: string) => {
    if (text.trim() === '') return l10n.t('Enter a name for the connection.');
    if (text.trim().length > maxNameLength) return l10n.t('Use at most {0} characters.', maxNameLength);
    return list.hasName(text, except)
      ? l10n.t('A connection with this name already exists. Choose another name.')
      : undefined;
  };
  return (frame) =>
    askText(frame, {
      prompt: l10n.t('Connection name, for example Production'),
      value: answers.name || freeName(urlOf(answers).host, list.hasName.bind(list)),
      validateWhileTyping: wrong,
      validate: async (text) => wrong(text),
      accept: (text) => {
        answers.name = text.trim();
      },
    });
}

/** Returns the host, with a number added if that name is taken. */
function freeName(host: string, taken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? host : `${host} ${number}`;
    if (!taken(name)) return name;
  }
}

function keyStep(answers: Answers): Step {
  return (frame) => {
    const baseUrl = urlOf(answers);
    return askText(frame, {
      prompt: l10n.t("API key for {0}. It's kept in secret storage and sent only to this origin.", baseUrl.origin),
      // Kept when the user goes back a step.
      value: answers.apiKey,
      password: true,
      validateWhileTyping: (text) => {
        answers.apiKey = text;
        answers.keyOrigin = baseUrl.origin;
        return undefined;
      },
      validate: async (text, left) => {
        const apiKey = text.trim();
        if (apiKey === '') return l10n.t('Enter an API key.');
        const { error, used } = await verifyCredentials(baseUrl, apiKey, left);
        if (!error) answers.verified = used;
        return error && refusal(error, baseUrl);
      },
      accept: (text) => {
        answers.apiKey = text.trim();
      },
    });
  };
}

function refusal(error: ApiError, { host }: URL): string {
  return error.kind === 'unauthorized' ? keyRejected(host, error) : describeError(error);
}

/**
 * Sends a request that succeeds only with a valid key (spec http-api.md, Authentication 3).
 * @returns `error` is undefined if the key was accepted; `runs` is the `total` of runs, as the service sent it; `took` is
 * the time in milliseconds; `used` is the base URL without its final `/v1` if the service is only there
 */
export async function verifyCredentials(baseUrl: URL, apiKey: string, signal: AbortSignal) {
  const started = performance.now();
  const took = () => performance.now() - started;
  try {
    const timeoutMs = setting('switchyard.requestTimeout') * 1000;
    const client = createClient({ baseUrl: baseUrl.href, apiKey, fetch: platform().fetch, timeoutMs });
    const { total } = await client.listExecutions({ limit: 1 }, { signal });
    return { runs: total, took: took(), used: new URL(client.baseUrl()) };
  } catch (thrown) {
    const error = apiErrorOf(thrown);
    if (!error) throw thrown;
    return { error, runs: 0, took: took(), used: baseUrl };
  }
}

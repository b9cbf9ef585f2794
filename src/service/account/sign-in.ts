/**
 * Asks for the details of a connection. A key is stored after a real request has verified it, or, unless the service
 * rejected it, if the user says so.
 */
import { l10n, commands as registry, ThemeIcon } from 'vscode';
import { trimEndOf } from '../../../common/text/trim.ts';
import { commands } from '../../shared/generated/names.ts';
import { log } from '../../shared/log.ts';
import { askText, type OverridableProblem, runSteps, type Step } from '../../shared/multi-step-input.ts';
import { showInformation, showStatus, showWarning } from '../../shared/notifications.ts';
import { platform } from '../../shared/platform.ts';
import { setting } from '../../shared/settings.ts';
import { sentence } from '../../shared/text/failure-text.ts';
import { describeError, keyRejected } from '../api/errors/error-text.ts';
import {
  type ApiClient,
  type ApiError,
  apiErrorOf,
  createClient,
  keyIn,
  parseBaseUrl,
  withoutVersion,
} from '../api/index.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { type ConnectionList, defaultConnection, type NamedConnection } from '../session/accounts/connections.ts';
import { countOf } from '../session/paging/count.ts';
import { areasText, checkAreas } from './areas.ts';
import { invalidEnvironment } from './status-bar.ts';

const maxNameLength = 60;

interface Answers {
  baseUrl: string;
  name: string;
  apiKey: string;
  /** Origin for which the key was typed. */
  keyOrigin?: string;
  /** The base URL at which the service answered. */
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
  showSignedIn(accounts, baseUrl);
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
  showSignedIn(accounts, added.baseUrl);
  return added;
}

/** Says which base URL is used, because a typed one that ends in `/v1` can mean two, what the key can't do, and what's next. */
function showSignedIn(accounts: Accounts, baseUrl: URL): void {
  const done = l10n.t('Signed in to {0}.', shortHref(baseUrl));
  showStatus(done);
  void tellAreas(accounts, done).catch((error) => log().debug(`The areas of the key aren't known: ${error}`));
}

/** The views say it only once they're opened. */
async function tellAreas(accounts: Accounts, done: string): Promise<void> {
  const session = await accounts.open();
  if (session === undefined) return;
  const areas = await checkAreas(session.client, session.signal);
  const isDenied = areas.some(({ error }) => error !== undefined);
  const openChat = l10n.t('Open Chat');
  const answer = await (isDenied
    ? showWarning(`${done} ${areasText(areas)}`, openChat)
    : showInformation(done, openChat));
  if (answer === openChat) await registry.executeCommand(commands.chat.open);
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
      explain: (text) =>
        keyIn(text) === text.trim()
          ? undefined
          : l10n.t('Only the key is kept, without the quotes or the scheme around it.'),
      validate: async (text, left) => {
        const apiKey = keyIn(text);
        if (apiKey === '') return l10n.t('Enter an API key.');
        const { error, used } = await verifyCredentials(baseUrl, apiKey, left);
        answers.verified = used;
        return error && refusal(error, baseUrl);
      },
      accept: (text) => {
        answers.apiKey = keyIn(text);
      },
    });
  };
}

/** Only 401 says something about the key (spec http-api.md, "Authentication"). A key that can't be sent isn't saved either. */
function refusal(error: ApiError, { host }: URL): string | OverridableProblem {
  if (error.kind === 'unauthorized') return keyRejected(host, error);
  const text = describeError(error);
  if (error.kind === 'validation' && error.status === undefined) return text;
  const shown = l10n.t("{0} The key wasn't verified. To keep it, select the button above.", sentence(text));
  return { text: shown, override: { iconPath: new ThemeIcon('save'), tooltip: l10n.t('Save Anyway') } };
}

/**
 * Sends a request that succeeds only with a valid key (spec http-api.md, Authentication 3).
 * @returns `error` is undefined if the key was accepted; `runs` is the `total` of runs, undefined if it isn't known; `took`
 * is the time in milliseconds; `used` is the base URL without its final `/v1` if the service is only there
 */
export async function verifyCredentials(baseUrl: URL, apiKey: string, signal: AbortSignal) {
  const started = performance.now();
  const took = () => performance.now() - started;
  let client: ApiClient | undefined;
  const used = () => (client === undefined ? baseUrl : new URL(client.baseUrl()));
  try {
    client = clientFor(baseUrl, apiKey);
    // A row that can't be read says nothing about the key.
    const { total } = await client.listExecutions({ limit: 1 }, { signal, onUnreadable: () => undefined });
    return { runs: countOf(total), took: took(), used: used() };
  } catch (thrown) {
    const error = apiErrorOf(thrown);
    if (!error) throw thrown;
    return { error, runs: undefined, took: took(), used: used() };
  }
}

/** Creates a client for one test. @throws ApiFailure */
export function clientFor({ href: baseUrl }: URL, apiKey: string): ApiClient {
  const timeoutMs = setting('switchyard.requestTimeout') * 1000;
  return createClient({ baseUrl, apiKey, fetch: platform().fetch, timeoutMs });
}

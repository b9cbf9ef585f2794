/** A key is refused only if the service says so: any other answer is shown, and the key can be saved all the same. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { signIn } from '../../../../src/service/account/sign-in.ts';
import { Accounts } from '../../../../src/service/session/accounts/accounts.ts';
import { platform, usePlatform } from '../../../../src/shared/platform.ts';
import { chosen, EventEmitter, FakeMemento, commands as registry, settings, shown, window } from '../../fake-vscode.ts';
import { executionPage, json, run, text, workflow } from '../api/support.ts';

/** What the user does in each input box: text that is typed and entered, and then the button that is pressed. */
let actions: { text: string; press?: string }[] = [];
/** Message and buttons of each box after its text was entered. */
let boxes: { message: string | undefined; buttons: string[] }[] = [];

class FakeInputBox {
  value = '';
  buttons: { tooltip?: string }[] = [];
  validationMessage: string | { message: string } | undefined;
  busy = false;
  readonly #accepted = new EventEmitter();
  readonly #changed = new EventEmitter();
  readonly #pressed = new EventEmitter();
  readonly #hidden = new EventEmitter();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidTriggerButton = this.#pressed.event;
  readonly onDidHide = this.#hidden.event;
  isOpen = true;

  type(value: string): void {
    this.value = value;
    this.#changed.fire(value);
  }

  async show(): Promise<void> {
    const action = actions.shift();
    if (action === undefined) return this.#hidden.fire(undefined);
    this.type(action.text);
    this.#accepted.fire(undefined);
    await expect.poll(() => this.busy).toBe(false);
    if (!this.isOpen) return;
    const { validationMessage: message } = this;
    boxes.push({
      message: typeof message === 'object' ? message.message : message,
      buttons: this.buttons.flatMap(({ tooltip }) => tooltip ?? []),
    });
    const button = this.buttons.find(({ tooltip }) => tooltip === action.press && tooltip !== undefined);
    if (button) this.#pressed.fire(button);
    else this.#hidden.fire(undefined);
  }

  dispose(): void {
    this.isOpen = false;
  }
}

/** Keys by slot. */
let stored: Map<string, string>;
let accounts: Accounts;
/** Answers by path; `keys` are those that were sent. */
let answer: (path: string) => Response;
let keys: string[];
/** IDs of the commands that were run. */
let done: string[];

beforeEach(() => {
  [boxes, stored, keys, done] = [[], new Map(), [], []];
  Object.assign(registry, { executeCommand: async (id: string) => void done.push(id) });
  settings.set('switchyard.baseUrl', '');
  settings.set('switchyard.requestTimeout', 30);
  Object.assign(window, { createInputBox: () => new FakeInputBox() });
  const fetch = async (url: string | URL, init?: RequestInit) => {
    keys.push(new Headers(init?.headers).get('authorization') ?? '');
    return answer(new URL(url).pathname);
  };
  usePlatform({ ...platform(), fetch });
  accounts = new Accounts({
    secrets: {
      onDidChange: () => ({ dispose: () => undefined }),
      get: async (slot: string) => stored.get(slot),
      store: async (slot: string, key: string) => void stored.set(slot, key),
      delete: async (slot: string) => void stored.delete(slot),
    },
    globalState: new FakeMemento(),
    workspaceState: new FakeMemento(),
    globalStorageUri: undefined,
  } as unknown as ExtensionContext);
});

async function enter(key: string, press?: string): Promise<void> {
  actions = [{ text: 'https://api.example' }, { text: key, ...(press !== undefined && { press }) }];
  await signIn(accounts);
}

const error = (status: number, message: string, headers = {}) => json({ error: message }, status, headers);
/** Only the list of runs gives this answer. */
const runs = (response: () => Response) => (path: string) =>
  path.endsWith('/executions') ? response() : path.endsWith('/models') ? json([{ id: 'a/b' }]) : json([workflow]);
const page = (row: object) => json(executionPage([row]));
const { version_display_name: _, ...nameless } = run(1);

describe('signing in', () => {
  test.each<[string, () => Response]>([
    ['a good page', () => page(run(1))],
    ['no runs', () => json(executionPage([]))],
    ['a run without a version', () => page({ ...run(1), version_id: null })],
    ['a run without the name of its version', () => page(nameless)],
    ['a run with a text as its duration', () => page({ ...run(1), duration: '1.5' })],
    ['a row that is no object', () => page(null as never)],
    ['a total of -1', () => json(executionPage([run(1)], { total: -1 }))],
    ['a status that the document does not list', () => page({ ...run(1), status: 'QUEUED' })],
  ])('accepts a key although the service sends %s', async (_answer, response) => {
    answer = runs(response);
    await enter('sk-one');
    expect(boxes).toEqual([]);
    expect([...stored.values()]).toEqual(['sk-one']);
  });

  test.each<[string, () => Response, string]>([
    [
      '402',
      () => error(402, 'Top up first.'),
      'The account balance is 0 or below. Add funds in the service, then try again. Message from the service: Top up first.',
    ],
    [
      '403',
      () => error(403, 'This key may only call models.'),
      'The service denied this request (status 403): This key may only call models.',
    ],
    ['404', () => error(404, 'No such thing.'), 'The service has no such endpoint: No such thing. Check the base URL.'],
    ['405', () => error(405, 'Not here.'), 'Not here.'],
    ['422', () => error(422, 'Bad query.'), "The service couldn't process the request: Bad query."],
    ['429', () => error(429, 'Quota used up.', { 'retry-after': '60' }), 'Message from the service: Quota used up.'],
    ['500', () => error(500, 'The runs store is down.'), 'The service failed with status 500: The runs store is down.'],
    [
      '503 for an hour',
      () => error(503, 'Maintenance.', { 'retry-after': '3600' }),
      'The service failed with status 503: Maintenance.',
    ],
    ['418', () => error(418, 'A teapot.'), 'Invalid request: A teapot.'],
    [
      'another shape',
      () => json({ executions: [] }),
      "The service sent an unexpected response: The response doesn't match the API description",
    ],
    ['a web page', () => text('<html><title>Sign on</title></html>', 200, 'text/html'), 'web page'],
    ['nothing', () => text('', 200), 'empty response body'],
  ])(
    'shows what the service says, and saves the key all the same if asked to: %s',
    async (_status, response, message) => {
      answer = runs(response);
      await enter('sk-one');
      expect(boxes).toEqual([{ message: expect.stringContaining(message), buttons: ['Save Anyway'] }]);
      expect(boxes[0]?.message).toMatch(/The key wasn't verified\. To keep it, select the button above\.$/);
      expect([...stored]).toEqual([]);
      chosen.push('Open Chat');
      await enter('sk-one', 'Save Anyway');
      expect([...stored.values()]).toEqual(['sk-one']);
      await expect
        .poll(() => shown.at(-1))
        .toMatch(/^Signed in to https:\/\/api\.example\. Workflows: available · Runs: /);
      expect(shown.at(-1)).toContain(message);
      expect(shown.at(-1)).toMatch(/ · Models: available$/);
      // The chat needs no runs.
      await expect.poll(() => done).toContain('switchyard.chat.open');
    },
  );

  test('never saves a key that the service rejects', async () => {
    answer = runs(() => error(401, 'Unauthorized: invalid or expired API key'));
    await enter('sk-one', 'Save Anyway');
    expect(boxes).toEqual([{ message: expect.stringContaining('rejected the API key'), buttons: [] }]);
    expect([...stored]).toEqual([]);
  });

  test('never saves a key that cannot be sent', async () => {
    answer = runs(() => page(run(1)));
    await enter('sk-öne', 'Save Anyway');
    expect(boxes).toEqual([{ message: 'Invalid request: The API key contains invalid characters.', buttons: [] }]);
  });

  test.each([
    'Token sk-one',
    'Bearer  sk-one',
    'Authorization: Token sk-one',
    '"sk-one"',
    "'sk-one',",
    '"Authorization: Bearer sk-one"',
    '`sk-one`',
    'authorization:token "sk-one"',
    'API-Key sk-one',
  ])('keeps only the key of what was pasted: %s', async (pasted) => {
    answer = runs(() => page(run(1)));
    await enter(pasted);
    expect([...stored.values()]).toEqual(['sk-one']);
    expect(new Set(keys)).toEqual(new Set(['Token sk-one']));
  });

  test.each(['sk-one', 'token', 'Tokensk', '"', `"sk`, 'a"b'])('keeps a key as it is: %s', async (key) => {
    answer = runs(() => page(run(1)));
    await enter(key);
    expect([...stored.values()]).toEqual([key]);
  });
});

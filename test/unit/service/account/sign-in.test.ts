import { beforeEach, expect, test, vi } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { addConnection } from '../../../../src/service/account/sign-in.ts';
import { Accounts } from '../../../../src/service/session/accounts/accounts.ts';
import { FakeMemento, settings } from '../../fake-vscode.ts';

interface Question {
  readonly value: string;
  readonly validateWhileTyping?: (text: string) => string | undefined;
  readonly explain?: (text: string) => string | undefined;
  accept(text: string): void;
}

const BACK = 'back';
const CANCEL = 'cancel';
/** What the user does in each step. `BACK` leaves a step after typing `typed` in it. */
const answers: string[] = [];
let typed = '';
const questions: Question[] = [];
vi.mock('../../../../src/shared/multi-step-input.ts', async (original) => ({
  ...(await original<object>()),
  askText: async (_frame: unknown, question: Question) => {
    questions.push(question);
    const answer = answers.shift() ?? '';
    if (answer === CANCEL) return undefined;
    question.validateWhileTyping?.(answer === BACK ? typed : answer);
    if (answer === BACK) return 'back';
    question.accept(answer);
    return 'next';
  },
}));

beforeEach(() => {
  questions.length = 0;
});

function accountsWith(secrets: object): Accounts {
  const context = {
    secrets: { onDidChange: () => ({ dispose: () => undefined }), ...secrets },
    globalState: new FakeMemento(),
    workspaceState: new FakeMemento(),
  };
  return new Accounts(context as unknown as ExtensionContext);
}

test('adds no connection whose key cannot be stored, so that another attempt can use its name', async () => {
  settings.set('switchyard.baseUrl', '');
  const secrets = { store: () => Promise.reject(new Error('The keyring is locked.')) };
  const accounts = accountsWith(secrets);
  answers.push('https://two.example', 'Production', 'key');
  await expect(addConnection(accounts)).rejects.toThrow('The keyring is locked.');
  expect(answers).toEqual([]);
  expect(accounts.list.all).toEqual([]);
});

test('keeps the typed key when the user goes back a step', async () => {
  settings.set('switchyard.baseUrl', '');
  const accounts = accountsWith({});
  typed = 'sy_typed';
  answers.push('https://two.example', 'Production', BACK, 'Staging', CANCEL);
  expect(await addConnection(accounts)).toBeUndefined();
  expect(questions.map(({ value }) => value)).toEqual(['', 'two.example', '', 'Production', 'sy_typed']);
});

test.each([
  ['https://two.example', ''],
  ['https://one.example/other', 'sy_typed'],
])('offers a typed key only for its host: then %s', async (url, offered) => {
  settings.set('switchyard.baseUrl', '');
  typed = 'sy_typed';
  answers.push('https://one.example', 'Production', BACK, BACK, url, 'Production', CANCEL);
  await addConnection(accountsWith({}));
  expect(questions.at(-1)?.value).toBe(offered);
});

test('shows how a base URL is understood if it differs from the typed one', async () => {
  settings.set('switchyard.baseUrl', '');
  answers.push(CANCEL);
  await addConnection(accountsWith({}));
  const explain = (text: string) => questions[0]?.explain?.(text);
  expect(explain('api.example/v1')).toBe(
    "Base URL: https://api.example/v1, or https://api.example if the service isn't there",
  );
  expect(explain('https://api.example/chat/completions')).toBe('Base URL: https://api.example');
  expect(explain('localhost:3000')).toBe('Base URL: http://localhost:3000');
  expect(explain('https://api.example/router/')).toBeUndefined();
  expect(explain('ftp://api.example')).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import type { CallOptions } from '../../../../src/service/api/index.ts';
import { askModel } from '../../../../src/service/editor-chat/answers/ask-model.ts';
import { chatModelVendor } from '../../../../src/shared/generated/names.ts';
import { LanguageModelError } from '../../fake-vscode.ts';
import { TestAccounts } from '../../session.ts';

const records = [
  { id: 'acme/one', pricing: { prompt: '0.001', completion: '0.002', currency: 'USD' } },
  { id: 'acme/two', pricing: {} },
].map((raw) => ({ id: raw.id, name: raw.id, raw }));

/** Asks a model that fails, and returns what is said before each model is asked. */
async function ask(error: Error, vendor = 'other', id = 'acme/one'): Promise<readonly string[]> {
  const asked: string[] = [];
  const request = { model: { id, name: id, vendor, sendRequest: () => Promise.reject(error) } };
  const response = { markdown: () => undefined, progress: (text: string) => asked.push(text) };
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
  const features = {
    models: { userModels: { initial: 'acme/one', recent: [], favorites: [] } },
    accounts: new TestAccounts({ models: async () => records, chatStream: async function* () {} }),
  };
  const messages = [{ role: 'user', content: 'x'.repeat(4 * 92) }];
  try {
    await askModel({ instructions: '', messages }, { request, response, token } as never, features as never);
  } catch (thrown) {
    asked.push(`${thrown}`);
  }
  return asked;
}

const selected = 'Asking acme/one (about 100 tokens)';
const priced = 'Asking acme/one (about 100 tokens: about $0.10, plus the response)';

test('models that cannot be read are not said to be none', async () => {
  const models = async ({ onUnreadable }: CallOptions) => {
    onUnreadable?.({ count: 2, why: 'id is missing' });
    return [];
  };
  const userModels = { initial: undefined, recent: [], favorites: [] };
  const features = { models: { userModels }, accounts: new TestAccounts({ models }) };
  const sendRequest = () => Promise.reject(LanguageModelError.NotFound('No such model'));
  const turn = {
    request: { model: { id: 'acme/one', name: 'one', sendRequest } },
    response: { progress: () => undefined },
    token: {},
  };
  const asked = askModel({ instructions: '', messages: [] }, turn as never, features as never);
  await expect(asked).rejects.toThrow('Unreadable rows: 2. id is missing');
});

describe('the model selected in the chat', () => {
  test.each([
    ['is not part of the subscription', LanguageModelError.NoPermissions('No subscription')],
    ['no longer exists', LanguageModelError.NotFound('No such model')],
  ])('is replaced by a Switchyard model if it %s, after its price is shown', async (_why, error) => {
    expect(await ask(error)).toEqual([selected, priced]);
  });

  test.each([
    ['it is blocked', LanguageModelError.Blocked('Quota exceeded')],
    ['it fails', new Error('Connection lost')],
  ])('is not replaced by a billed model if %s', async (_why, error) => {
    expect(await ask(error)).toEqual([selected, `${error}`]);
  });

  test.each([
    ['acme/one', priced],
    ['acme/two', 'Asking acme/two (about 100 tokens, price unknown)'],
    ['acme/gone', 'Asking acme/gone (about 100 tokens, price unknown)'],
  ])('is not replaced if it is the Switchyard model %s, whose price is shown first', async (id, text) => {
    const error = LanguageModelError.NoPermissions('Not signed in');
    expect(await ask(error, chatModelVendor, id)).toEqual([text, `${error}`]);
  });
});

import { describe, expect, test } from 'vitest';
import { askModel } from '../../../../src/service/editor-chat/answers/ask-model.ts';
import { chatModelVendor } from '../../../../src/shared/generated/names.ts';
import { LanguageModelError } from '../../fake-vscode.ts';
import { TestAccounts } from '../../session.ts';

/** Asks a model that fails, and says which model of ours was asked in its place. */
async function ask(error: Error, vendor = 'other'): Promise<readonly string[]> {
  const asked: string[] = [];
  const request = { model: { id: 'selected', vendor, sendRequest: () => Promise.reject(error) } };
  const response = { markdown: () => undefined, progress: (text: string) => asked.push(text) };
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
  const features = {
    models: { userModels: { initial: 'acme/one', recent: [], favorites: [] } },
    accounts: new TestAccounts({ models: async () => [], chatStream: async function* () {} }),
  };
  await askModel({ instructions: '', messages: [] }, { request, response, token } as never, features as never);
  return asked;
}

describe('the model selected in the chat', () => {
  test.each([
    ['is not part of the subscription', LanguageModelError.NoPermissions('No subscription')],
    ['no longer exists', LanguageModelError.NotFound('No such model')],
  ])('is replaced by a Switchyard model if it %s', async (_why, error) => {
    expect(await ask(error)).toEqual(['Asking acme/one']);
  });

  test.each([
    ['it is blocked', LanguageModelError.Blocked('Quota exceeded')],
    ['it fails', new Error('Connection lost')],
  ])('is not replaced by a billed model if %s', async (_why, error) => {
    await expect(ask(error)).rejects.toBe(error);
  });

  test('is not replaced if it is a Switchyard model', async () => {
    const error = LanguageModelError.NoPermissions('Not signed in');
    await expect(ask(error, chatModelVendor)).rejects.toBe(error);
  });
});

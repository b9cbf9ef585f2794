import { expect, test, vi } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { Connection } from '../../../src/account/connection.ts';
import { addConnection } from '../../../src/account/sign-in.ts';
import { FakeMemento, settings } from '../fake-vscode.ts';

const answers: string[] = [];
vi.mock('../../../src/shared/multi-step-input.ts', async (original) => ({
  ...(await original<object>()),
  askText: async (_frame: unknown, { accept }: { accept(text: string): void }) => {
    accept(answers.shift() ?? '');
    return 'next';
  },
}));

test('adds no connection whose key cannot be stored, so that another attempt can use its name', async () => {
  settings.set('switchyard.baseUrl', '');
  const secrets = {
    store: () => Promise.reject(new Error('The keyring is locked.')),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const context = { secrets, globalState: new FakeMemento(), workspaceState: new FakeMemento() };
  const connection = new Connection(context as unknown as ExtensionContext);
  answers.push('https://two.example', 'Production', 'key');
  await expect(addConnection(connection)).rejects.toThrow('The keyring is locked.');
  expect(answers).toEqual([]);
  expect(connection.list.all).toEqual([]);
});

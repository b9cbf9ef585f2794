import { expect, test } from 'vitest';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { explainServer, prepareExplanation } from '../../../../src/config/servers/explain-tool.ts';
import { CancellationError, Uri, workspace } from '../../fake-vscode.ts';

/** Asks for an explanation in a workspace of two folders. @returns the explanations and what the server was asked */
async function explain(input: unknown, isCancellationRequested = false) {
  const asked: unknown[] = [];
  const config = {
    sendRequest: async (_method: string, given: unknown) => {
      asked.push(given);
      const agent = { id: 'codex', name: 'Codex' };
      return { agent, steps: [{ text: 'Reads a.toml', location: null }], conclusion: 'In effect.', nextStep: null };
    },
  } as unknown as ConfigLanguage;
  const before = { ...workspace };
  Object.assign(workspace, { workspaceFolders: [{ uri: Uri.file('/one') }, { uri: Uri.file('/two') }] });
  try {
    const { content } = await explainServer(config, input, { isCancellationRequested } as never);
    return { asked, explanations: JSON.parse((content[0] as { value: string }).value) };
  } finally {
    Object.assign(workspace, before);
  }
}

test('a model gets the explanation of each folder, with the steps as text', async () => {
  const { asked, explanations } = await explain({ name: 'db', agent: 'codex' });
  expect(asked).toEqual([
    { folder: 'file:///one', name: 'db', agent: 'codex' },
    { folder: 'file:///two', name: 'db', agent: 'codex' },
  ]);
  const answer = { agent: 'Codex', steps: ['Reads a.toml'], conclusion: 'In effect.', nextStep: null };
  expect(explanations).toEqual([
    { folder: 'file:///one', ...answer },
    { folder: 'file:///two', ...answer },
  ]);
});

test('without an agent, the agent that is shown is meant', async () => {
  const { asked } = await explain({ name: 'db', agent: null });
  expect(asked[0]).toEqual({ folder: 'file:///one', name: 'db' });
});

test('a canceled explanation ends as canceled', async () => {
  await expect(explain({ name: 'db' }, true)).rejects.toThrow(CancellationError);
});

test.each([
  ['no name', {}, 'name is required'],
  ['an empty name', { name: '' }, 'name is required'],
  ['a long name', { name: 'x'.repeat(201) }, 'name is required'],
  ['an unknown agent', { name: 'db', agent: 'emacs' }, 'agent must be one of oh-my-pi, '],
])('a model is told how to correct %s', (_, input, error) => {
  expect(() => prepareExplanation(input)).toThrow(error);
});

import { expect, test } from 'vitest';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { explainServer, prepareExplanation } from '../../../../src/config/servers/pages/explain-tool.ts';
import { CancellationError, Uri, workspace } from '../../fake-vscode.ts';

/** Asks for an explanation in a workspace of two folders. @returns the explanations and what the server was asked */
async function explain(input: unknown, isCancellationRequested = false) {
  const asked: unknown[] = [];
  const config = {
    sendRequest: async (_method: string, given: unknown) => {
      asked.push(given);
      const links = [{ kind: 'file', state: 'holds', text: 'a.toml defines it.', location: { uri: 'file:///home/x' } }];
      const chain = { agent: { id: 'codex', name: 'Codex' }, reaches: 'yes', headline: 'In use.', links };
      return {
        servers: [
          {
            name: 'db',
            isOfProject: true,
            chains: [{ ...chain, nextStep: { text: 'Do it.', run: 'codex', actions: [] } }],
          },
        ],
        unread: [],
        unused: [],
        didYouMean: null,
        omitted: 0,
      };
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

test('a model gets the explanation of each folder, with the links as text', async () => {
  const { asked, explanations } = await explain({ name: 'db', agent: 'codex' });
  expect(asked).toEqual([
    { folder: 'file:///one', name: 'db', agents: ['codex'] },
    { folder: 'file:///two', name: 'db', agents: ['codex'] },
  ]);
  const links = [{ kind: 'file', state: 'holds', text: 'a.toml defines it.' }];
  const chain = {
    agent: 'Codex',
    reaches: 'yes',
    headline: 'In use.',
    links,
    nextStep: { text: 'Do it.', run: 'codex' },
  };
  const answer = { agents: [chain], didYouMean: null };
  expect(explanations).toEqual([
    { folder: 'file:///one', ...answer },
    { folder: 'file:///two', ...answer },
  ]);
});

test('without an agent, those that are used are meant', async () => {
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

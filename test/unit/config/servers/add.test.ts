/** Adding a server without a file to add it to. */
import { expect, test, vi } from 'vitest';
import type { ConfigFile } from '../../../../common/messages/tool-servers.ts';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { addServer } from '../../../../src/config/servers/changing/add.ts';
import { ServerStore } from '../../../../src/config/servers/store.ts';

/** Prompts of the questions that were answered. */
const { asked, chosen } = vi.hoisted(() => ({ asked: [] as string[], chosen: { label: '' } }));

vi.mock('../../../../src/shared/multi-step-input.ts', async (original) => ({
  ...(await original<object>()),
  askText: async (_frame: object, { prompt, validate, accept }: TextQuestion) => {
    asked.push(prompt.slice(0, 12));
    await validate('docs');
    accept('docs');
    return 'next';
  },
  askChoice: async (_frame: object, { placeholder, items, accept }: ChoiceQuestion) => {
    asked.push(placeholder);
    const item = items.find(({ label }) => label === chosen.label);
    if (item === undefined) return undefined;
    accept(item);
    return 'next';
  },
}));

interface TextQuestion {
  readonly prompt: string;
  validate(text: string): Promise<unknown>;
  accept(text: string): void;
}

interface ChoiceQuestion {
  readonly placeholder: string;
  readonly items: readonly { readonly label: string }[];
  accept(item: object): void;
}

const broken: ConfigFile = {
  uri: 'file:///home/.omp/agent/mcp.json',
  label: '~/.omp/agent/mcp.json',
  level: 'user',
  kind: 'oh-my-pi',
  tool: 'Oh My Pi',
  isOwn: true,
  state: 'broken',
  count: 0,
};

test.each([
  ['there is no file, as in a browser without a folder', [], 'Open a folder first. Project config requires a folder.'],
  [
    'no file is text',
    [{ ...broken, state: 'unreadable' }],
    "~/.omp/agent/mcp.json can't be read. Save it as text in UTF-8 first.",
  ],
  ['no file can be read', [broken], "~/.omp/agent/mcp.json isn't strict JSON. Fix the file first."],
])('adding a server fails before the first question if %s', async (_, files, message) => {
  const places = [{ folder: null, agentVersion: '', servers: [], files }];
  const config = { sendRequest: async () => places } as unknown as ConfigLanguage;
  await expect(addServer(config, new ServerStore(config), undefined)).rejects.toThrow(message);
});

test.each([1, 2])('adding a server asks for the file only if there are several: %i', async (count) => {
  asked.length = 0;
  const files = Array.from({ length: count }, (_, index) => ({ ...broken, state: 'missing', uri: `file:///${index}` }));
  const places = [{ folder: null, agent: { id: 'oh-my-pi' }, servers: [], files }];
  const config = {
    sendRequest: async (method: string) =>
      method === 'switchyard/servers' ? places : { name: 'docs', server: { command: 'docs' }, safer: null },
  } as unknown as ConfigLanguage;
  const added = await addServer(config, new ServerStore(config), undefined);
  expect(added?.to.uri).toBe(count === 1 ? 'file:///0' : undefined);
  expect(asked).toEqual(['Command line', 'Server name.', ...(count === 1 ? [] : ['Choose a config file'])]);
});

test.each([
  ['Write KEY', 'the variable'],
  ['Write the value as entered', 'the value'],
])('a secret is written as %j says', async (label, written) => {
  chosen.label = label;
  const places = [{ folder: null, agent: { id: 'oh-my-pi' }, servers: [], files: [{ ...broken, state: 'missing' }] }];
  const proposal = {
    name: 'docs',
    server: { command: 'the value' },
    safer: { variables: ['KEY'], server: { command: 'the variable' } },
  };
  const config = {
    sendRequest: async (method: string) => (method === 'switchyard/servers' ? places : proposal),
  } as unknown as ConfigLanguage;
  const added = await addServer(config, new ServerStore(config), undefined);
  expect(added?.server).toEqual({ command: written });
});

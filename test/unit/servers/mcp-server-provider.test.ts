/** Servers for the editor's chat: only a definition that is provided now is started. */
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServerDefinition } from '../../../common/server-definition.ts';
import type { ConfigLanguage } from '../../../src/mcp/index.ts';
import { McpServerProvider } from '../../../src/servers/mcp-server-provider.ts';
import { settings, workspace } from '../fake-vscode.ts';

let args: readonly string[] = [];
let cwd: string | undefined;
/** Called before each list of servers is returned. */
let wait = async (): Promise<unknown> => undefined;

const config = {
  onDidChangeServers: () => ({ dispose: () => undefined }),
  sendRequest: async (method: string) => {
    if (method === 'switchyard/serverDefinition')
      return {
        name: 'a',
        transport: 'stdio',
        command: 'a-server',
        args,
        env: {},
        ...(cwd && { cwd }),
      } satisfies ServerDefinition;
    await wait();
    const source = { uri: 'file:///project/.omp/mcp.json', label: '.omp/mcp.json', tool: 'Oh My Pi', kind: 'agent' };
    return [{ folder: 'file:///project', servers: [{ name: 'a', state: 'inEffect', source }] }];
  },
} as unknown as ConfigLanguage;

beforeEach(() => {
  settings.set('switchyard.config.offerToChat', true);
  Object.assign(workspace, { isTrusted: true, onDidGrantWorkspaceTrust: config.onDidChangeServers });
  args = ['--read-only'];
  cwd = undefined;
  wait = async () => undefined;
});
afterEach(() => void settings.delete('switchyard.config.offerToChat'));

async function provided(provider: McpServerProvider) {
  const [definition] = await provider.provideMcpServerDefinitions();
  if (definition === undefined) throw new Error('nothing provided');
  return definition;
}

test('a definition that is no longer provided is not started', async () => {
  const provider = new McpServerProvider(config);
  const agreed = await provided(provider);
  args = ['--everything'];
  const changed = await provided(provider);
  expect(await provider.resolveMcpServerDefinition(agreed)).toBeUndefined();
  expect(await provider.resolveMcpServerDefinition(changed)).toMatchObject({ args: ['--everything'] });
  settings.set('switchyard.config.offerToChat', false);
  expect(await provider.provideMcpServerDefinitions()).toEqual([]);
  expect(await provider.resolveMcpServerDefinition(changed)).toBeUndefined();
});

test.each([
  [undefined, '/project'],
  ['tools', '/project/tools'],
  ['/srv/tools', '/srv/tools'],
])('a program with the working directory %s starts in %s', async (written, folder) => {
  cwd = written;
  expect(await provided(new McpServerProvider(config))).toMatchObject({ cwd: { path: path.resolve(folder) } });
});

test('a definition is started while the servers are listed again', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
  args = ['${SWITCHYARD_TEST_UNSET:-expanded}'];
  const provider = new McpServerProvider(config);
  const agreed = await provided(provider);
  const listing = Promise.withResolvers<void>();
  wait = () => listing.promise;
  const again = provider.provideMcpServerDefinitions();
  // VS Code may pass a copy.
  expect(await provider.resolveMcpServerDefinition({ ...agreed })).toMatchObject({ args: ['expanded'] });
  listing.resolve();
  expect(await again).toHaveLength(1);
});

/** Servers for the editor's chat: only a definition that is provided now is started, and only with the user's consent. */
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { planLaunch } from '../../../../common/connection-test/launch/launch-plan.ts';
import { lazy } from '../../../../common/lazy.ts';
import type { ServerDefinition } from '../../../../common/messages/server-definition.ts';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { McpServerProvider } from '../../../../src/config/servers/mcp-server-provider.ts';
import { LaunchConsent } from '../../../../src/config/servers/testing/launch-consent.ts';
import { chosen, settings, shown, window, workspace } from '../../fake-vscode.ts';

let definition: ServerDefinition;
/** Called before each list of servers is returned. */
let wait = async (): Promise<unknown> => undefined;

const config = {
  onDidChangeServers: () => ({ dispose: () => undefined }),
  sendRequest: async (method: string) => {
    if (method === 'switchyard/serverDefinition') return definition;
    await wait();
    const source = { uri: 'file:///project/.omp/mcp.json', label: '.omp/mcp.json', tool: 'Oh My Pi', kind: 'oh-my-pi' };
    return [{ folder: 'file:///project', servers: [{ name: 'a', state: 'inEffect', source }] }];
  },
} as unknown as ConfigLanguage;

const program = (more: object = {}): ServerDefinition => ({
  name: 'a',
  transport: 'stdio',
  command: 'a-server',
  args: ['--read-only'],
  env: {},
  ...more,
});

beforeEach(() => {
  settings.set('switchyard.config.offerToChat', true);
  Object.assign(workspace, { isTrusted: true, onDidGrantWorkspaceTrust: config.onDidChangeServers });
  definition = program();
  wait = async () => undefined;
});

const newProvider = () =>
  new McpServerProvider(
    config,
    lazy(async () => new LaunchConsent()),
  );

async function provided(provider: McpServerProvider) {
  const [first] = await provider.provideMcpServerDefinitions();
  if (first === undefined) throw new Error('nothing provided');
  return first;
}

test('a definition that is no longer provided is not started', async () => {
  const provider = newProvider();
  const agreed = await provided(provider);
  definition = program({ args: ['--everything'] });
  const changed = await provided(provider);
  expect(await provider.resolveMcpServerDefinition(agreed)).toBeUndefined();
  expect(shown).toEqual([]);
  chosen.push('Start');
  expect(await provider.resolveMcpServerDefinition(changed)).toMatchObject({ args: ['--everything'] });
  settings.set('switchyard.config.offerToChat', false);
  expect(await provider.provideMcpServerDefinitions()).toEqual([]);
  expect(await provider.resolveMcpServerDefinition(changed)).toBeUndefined();
});

test('a definition that changes while the user is asked is not started', async () => {
  const provider = newProvider();
  const agreed = await provided(provider);
  vi.spyOn(window, 'showWarningMessage').mockImplementationOnce(async () => {
    definition = program({ args: ['--everything'] });
    await provider.provideMcpServerDefinitions();
    return 'Start';
  });
  expect(await provider.resolveMcpServerDefinition(agreed)).toBeUndefined();
});

test('a program is started only after the user agrees, and is then started again without a question', async () => {
  const provider = newProvider();
  const offered = await provided(provider);
  chosen.push('Start');
  expect(await provider.resolveMcpServerDefinition(offered)).toMatchObject({ command: 'a-server' });
  expect(await provider.resolveMcpServerDefinition(offered)).toMatchObject({ command: 'a-server' });
  expect(shown).toEqual(['Start this program so that VS Code chat can use "a"?']);
});

test('a URL is contacted exactly as written, after the user agrees', async () => {
  const url = 'https://example.com:8443/a%2Fb/mcp?k=a%26b%2Bc%23d&l=%25';
  definition = { name: 'a', transport: 'http', url, headers: {}, signsIn: false };
  const provider = newProvider();
  const offered = await provided(provider);
  chosen.push('Connect');
  expect(await provider.resolveMcpServerDefinition(offered)).toMatchObject({
    uri: { scheme: 'https', authority: 'example.com:8443', path: '/a%2Fb/mcp', query: 'k=a%26b%2Bc%23d&l=%25' },
  });
  expect(shown).toEqual(['Connect to this URL so that VS Code chat can use "a"?']);
});

test('a declined server is not provided until its definition changes', async () => {
  const provider = newProvider();
  const offered = await provided(provider);
  let changes = 0;
  provider.onDidChangeMcpServerDefinitions(() => changes++);
  expect(await provider.resolveMcpServerDefinition(offered)).toBeUndefined();
  expect(changes).toBe(1);
  expect(shown.at(-1)).toBe('"a" wasn\'t started. To be asked again, reload the window.');
  expect(await provider.provideMcpServerDefinitions()).toEqual([]);
  definition = program({ args: [] });
  expect(await provider.provideMcpServerDefinitions()).toHaveLength(1);
});

test.each([
  ['Start', { command: 'a-server' }],
  ['Cancel', undefined],
])('a server that VS Code starts twice at once is asked about once (%s)', async (answer, resolved) => {
  const provider = newProvider();
  const offered = await provided(provider);
  chosen.push(answer);
  const both = await Promise.all([
    provider.resolveMcpServerDefinition(offered),
    provider.resolveMcpServerDefinition(offered),
  ]);
  expect(both).toMatchObject([resolved, resolved]);
  expect(shown.filter((text) => text.startsWith('Start this program'))).toHaveLength(1);
});

test('an unanswered question does not block questions about other servers', async () => {
  const consent = new LaunchConsent();
  const plan = (name: string) => planLaunch(program({ name }), {}, () => '/project');
  const question = vi.spyOn(window, 'showWarningMessage').mockReturnValueOnce(new Promise(() => {}));
  void consent.ask(plan('a'), 'test');
  chosen.push('Start');
  expect(await consent.ask(plan('b'), 'test')).toBe(true);
  question.mockRestore();
});

test.each([
  [undefined, '/project'],
  ['tools', '/project/tools'],
  ['/srv/tools', '/srv/tools'],
])('a program with the working directory %s starts in %s', async (cwd, folder) => {
  definition = program(cwd === undefined ? {} : { cwd });
  const provider = newProvider();
  const offered = await provided(provider);
  expect(offered).toMatchObject({ cwd: { path: path.resolve(folder) } });
  chosen.push('Start');
  expect(await provider.resolveMcpServerDefinition(offered)).toMatchObject({ cwd: { path: path.resolve(folder) } });
});

test('a definition is started while the servers are listed again', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
  definition = program({ args: ['${SWITCHYARD_TEST_UNSET:-expanded}'] });
  const provider = newProvider();
  const agreed = await provided(provider);
  const listing = Promise.withResolvers<void>();
  wait = () => listing.promise;
  const again = provider.provideMcpServerDefinitions();
  chosen.push('Start');
  // VS Code may pass a copy.
  expect(await provider.resolveMcpServerDefinition({ ...agreed })).toMatchObject({ args: ['expanded'] });
  listing.resolve();
  expect(await again).toHaveLength(1);
});

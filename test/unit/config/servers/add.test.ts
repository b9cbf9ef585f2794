/** Adding a server without a file to add it to. */
import { expect, test } from 'vitest';
import type { ConfigFile } from '../../../../common/messages/tool-servers.ts';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { addServer } from '../../../../src/config/servers/changing/add.ts';
import { ServerStore } from '../../../../src/config/servers/store.ts';

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
  ['no file can be read', [broken], "~/.omp/agent/mcp.json isn't strict JSON. Fix the file first."],
])('adding a server fails before the first question if %s', async (_, files, message) => {
  const places = [{ folder: null, agentVersion: '', servers: [], files }];
  const config = { sendRequest: async () => places } as unknown as ConfigLanguage;
  await expect(addServer(config, new ServerStore(config), undefined)).rejects.toThrow(message);
});

/** The TOML parser is loaded before the first checkout. In a separate test file, because it stays loaded. */
import { afterAll, expect, test } from 'vitest';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { runCli } from './run-cli.ts';

const folder = new TemporaryFolder('inventory-toml');
afterAll(() => folder.remove());

test('an inventory lists the Codex servers of the first checkout', async () => {
  folder.write('a/.codex/config.toml', '[mcp_servers.a]\ncommand = "x"\n');
  const { out } = await runCli(['inventory', 'a', '-f', 'json'], { cwd: folder.path, home: folder.at('home') });
  expect(JSON.parse(out).servers).toMatchObject([{ name: 'a', state: 'inEffect' }]);
});

/** The TOML parser is loaded with the first file that needs it. */
import { expect, test, vi } from 'vitest';

test('the servers of a Codex file are in effect once the TOML parser is loaded', async () => {
  // Another test may have loaded the parser, which stays loaded.
  vi.resetModules();
  const { project, workspaceWith } = await import('./files.ts');
  const workspace = workspaceWith({ [`${project}/.codex/config.toml`]: '[mcp_servers.a]\ncommand = "x"\n' });
  const names = () =>
    workspace.placeState(workspace.places.ofProject(project)).effective.servers.map(({ name }) => name);
  expect(names()).toEqual([]);
  const ready = workspace.ready();
  expect(ready).toBeInstanceOf(Promise);
  await ready;
  expect(names()).toEqual(['a']);
  expect(workspace.ready()).toBeUndefined();
});

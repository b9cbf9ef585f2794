/** The TOML parser is loaded with the first file that needs it. In a separate test file, because it stays loaded. */
import { expect, test } from 'vitest';
import { project, workspaceWith } from './files.ts';

test('the servers of a Codex file are in effect once the TOML parser is loaded', async () => {
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

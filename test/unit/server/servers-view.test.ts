/** The files of the Tool Servers view. */
import { expect, test } from 'vitest';
import { agents } from '../../../server/agents/all-agents.ts';
import { placesWithServers } from '../../../server/views/servers-view.ts';
import { RuleOptions } from '../../../server/workspace/rule-options.ts';
import { config, MemoryFiles, project, workspaceWith } from './files.ts';

test.each(['file', 'unknown'] as const)(
  'lists a file of kind "%s" that cannot be read, and does not offer to create it',
  (kind) => {
    const uri = `${project}/.cursor/mcp.json`;
    const files = new MemoryFiles({ [uri]: '' });
    files.read = () => undefined;
    files.kind = (each) => (each === uri ? kind : undefined);
    const workspace = workspaceWith({}, { machine: { files } });
    const cursor = agents.find(({ id }) => id === 'cursor');
    const [place] = placesWithServers(workspace, new RuleOptions(workspace, undefined), cursor);
    const ofProject = place?.files.filter(({ level }) => level === 'project');
    expect(ofProject?.map(({ label, state, count }) => [label, state, count])).toEqual([
      ['.cursor/mcp.json', 'unreadable', 0],
    ]);
  },
);

test('settings that cannot be read make unknown what they decide, and nothing else', () => {
  const settings = `${project}/.claude/settings.local.json`;
  const files = new MemoryFiles({
    [settings]: '',
    [`${project}/.mcp.json`]: config({ asks: { command: 'a' }, wrong: { url: 'https://a.example' } }),
  });
  const { read } = files;
  files.read = (uri) => (uri === settings ? undefined : read.call(files, uri));
  const workspace = workspaceWith({}, { machine: { files } });
  const claude = agents.find(({ id }) => id === 'claude-code');
  const [place] = placesWithServers(workspace, new RuleOptions(workspace, undefined), claude);
  expect(place?.servers.map(({ name, state, reason, why }) => [name, state, reason, why])).toEqual([
    [
      'asks',
      'unknown',
      'unread-settings',
      ".claude/settings.local.json can't be read here, and it decides which servers Claude Code uses",
    ],
    ['wrong', 'invalid', 'flawed', expect.any(String)],
  ]);
});

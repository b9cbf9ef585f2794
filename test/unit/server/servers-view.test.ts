/** The files of the Tool Servers view. */
import { expect, test } from 'vitest';
import { agents } from '../../../server/agents/all-agents.ts';
import { placesWithServers } from '../../../server/views/servers-view.ts';
import { RuleOptions } from '../../../server/workspace/rule-options.ts';
import { MemoryFiles, project, workspaceWith } from './files.ts';

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

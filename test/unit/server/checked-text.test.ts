/** A text that the command line checks without its file. */
import { expect, onTestFinished, test } from 'vitest';
import { Project } from '../../../server/cli/check/project.ts';
import { noPolicy } from '../../../server/policy/policy.ts';
import { emptyRepositoryConfig } from '../../../server/rules/repository-config.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';

test('is forgotten after the check, so that a later one of its neighbors reads the file on disk', async () => {
  const folder = new TemporaryFolder('checked-text');
  onTestFinished(() => folder.remove());
  folder.write('.mcp.json', '{"mcpServers": {}}');
  const project = await Project.open({
    ...{ folder: folder.path, cwd: folder.path, home: folder.at('home'), rules: {}, machine: false, agents: [] },
    ...{ agentVersion: undefined, policy: noPolicy },
    repository: { config: emptyRepositoryConfig, folder: folder.path, file: undefined },
  });
  const { findings } = project.checkText(folder.at('.mcp.json'), '{"mcpServers": {"a": {}}}', 'error');
  expect(findings).toHaveLength(1);
  expect(project.workspace.documents.open.size).toBe(0);
  expect(project.workspace.documents.textOf(folder.uri('.mcp.json'))).toBe('{"mcpServers": {}}');
});

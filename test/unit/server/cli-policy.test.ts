/** `mcp-config check --policy`: what sessions of `test/fixtures/cli/policy.txt` can't show. */
import { expect, test } from 'vitest';
import { cli, folder, right, useFolder } from './cli-folder.ts';

useFolder();

test('a report in SARIF contains the line of the policy', async () => {
  folder.write('mcp.json', right);
  folder.write('closed.json', { allowedMcpServers: [] });
  const { out } = await cli('check mcp.json --policy closed.json -f sarif');
  const [result] = JSON.parse(out).runs[0].results;
  expect(result.ruleId).toBe('policy-not-listed');
  expect(result.relatedLocations[0].physicalLocation).toMatchObject({
    artifactLocation: { uri: 'closed.json' },
    region: { startLine: 2, startColumn: 3 },
  });
});

test('fails if the policy is too large', async () => {
  folder.write('mcp.json', right);
  folder.write('huge.json', `{"allowedMcpServers": [${' '.repeat(20_000_000)}]}`);
  expect((await cli('check mcp.json --policy huge.json')).error).toContain('larger than 20 MB');
});

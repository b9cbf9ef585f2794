/** `mcp-config check --policy`: its reports, and the policies that it rejects. */
import { afterAll, expect, test } from 'vitest';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { runCli } from './run-cli.ts';

const folder = new TemporaryFolder('policy');
afterAll(() => folder.remove());

const cli = (...words: string[]) => runCli(words, { cwd: folder.path, home: folder.at('home') });

const servers = { docs: { command: 'docs-server' }, web: { type: 'http', url: 'https://web.example/mcp' } };

test('reports denied and unlisted servers as warnings with the line of the policy', async () => {
  folder.write('a/mcp.json', { mcpServers: servers });
  folder.write('policy.json', {
    allowedMcpServers: [{ serverCommand: ['docs-server'] }, { serverName: 'web' }],
    deniedMcpServers: [{ serverName: 'docs' }],
  });
  expect(await cli('check', 'a', '--policy', 'policy.json')).toMatchObject({ code: 1, error: '' });
  const { out } = await cli('check', 'a', '--policy', 'policy.json');
  expect(out).toBe(
    [
      'a/mcp.json:3:5: warning: "docs" is denied by the policy in policy.json. Remove this server. [policy-denied]',
      '    policy.json:13:5: Denied by this entry.',
      '',
      '1 file checked: 1 warning.',
      '',
    ].join('\n'),
  );
  folder.write('strict.json', { allowedMcpServers: [{ serverUrl: 'https://web.example/*' }] });
  const { out: both } = await cli('check', 'a', '--policy', 'policy.json', '--policy', 'strict.json');
  expect(both).toContain('"docs" is denied by the policy in policy.json');
  const { out: second } = await cli('check', 'a', '--policy', 'strict.json');
  expect(second).toContain('a/mcp.json:3:5: warning: "docs" isn\'t in the allowlist of the policy in strict.json.');
  expect(second).toContain('strict.json:2:3: No entry of this list matches.');
});

test('reports nothing if all servers are allowed; SARIF contains the line of the policy', async () => {
  folder.write('b/mcp.json', { mcpServers: servers });
  folder.write('open.json', { deniedMcpServers: [{ serverName: 'other' }] });
  expect(await cli('check', 'b', '--policy', 'open.json')).toMatchObject({ code: 0, error: '' });
  folder.write('closed.json', { allowedMcpServers: [] });
  const { out } = await cli('check', 'b', '--policy', 'closed.json', '-f', 'sarif');
  const [result] = JSON.parse(out).runs[0].results;
  expect(result.ruleId).toBe('policy-not-listed');
  expect(result.relatedLocations[0].physicalLocation).toMatchObject({
    artifactLocation: { uri: 'closed.json' },
    region: { startLine: 2, startColumn: 3 },
  });
});

test("a repository can't turn the policy off; the command line can", async () => {
  folder.write('c/mcp.json', { mcpServers: servers });
  folder.write('c/.mcp-config.json', { rules: { 'policy-not-listed': 'off' }, severity: 'error' });
  folder.write('closed.json', { allowedMcpServers: [] });
  const { out } = await cli('check', '-p', 'c', 'c', '--policy', 'closed.json');
  expect(out).toContain('1 file checked: 2 warnings.');
  const quiet = await cli('check', '-p', 'c', 'c', '--policy', 'closed.json', '-r', 'policy-not-listed=off');
  expect(quiet.code).toBe(0);
  expect((await cli('check', '-p', 'c', 'c', '--policy', 'closed.json', '-s', 'error')).code).toBe(0);
  folder.write('c/.mcp-config.json', { rules: { 'policy-not-listed': 'error' } });
  expect((await cli('check', '-p', 'c', 'c', '--policy', 'closed.json')).out).toContain('1 file checked: 2 errors.');
});

test('an entry that only disables a server may be missing from an allowlist; a denied name is reported', async () => {
  folder.write('d/mcp.json', { mcpServers: { docs: { enabled: false } } });
  folder.write('closed.json', { allowedMcpServers: [] });
  expect((await cli('check', 'd', '--policy', 'closed.json')).out).not.toContain('policy');
  folder.write('names.json', { deniedMcpServers: [{ serverName: 'docs' }] });
  expect((await cli('check', 'd', '--policy', 'names.json')).out).toContain('[policy-denied]');
});

test('also checks files with other names', async () => {
  folder.write('d/servers.json', { mcpServers: { docs: { command: 'docs-server' } } });
  folder.write('closed.json', { allowedMcpServers: [] });
  expect((await cli('check', 'd/servers.json', '--policy', 'closed.json')).out).toContain('[policy-not-listed]');
});

test.each([
  ['{\n  "allowedMcpServers": [\n    { "serverNam": "a" }\n  ]\n}', ':3:7: Unknown property "serverNam". Did you mean'],
  ['{"allowedMcpServers": [}', ':1:'],
  ['', ':1:1: Invalid JSON (empty).'],
  ['{"permissions": {}}', ':1:1: Missing "allowedMcpServers" or "deniedMcpServers".'],
  ['\uFEFF{"allowedMcpServers": []}', ':1:1: Invalid JSON (byte order mark).'],
])('an invalid policy ends the command with its line: %j', async (text, message) => {
  folder.write('e/mcp.json', { mcpServers: servers });
  folder.write('bad.json', text);
  const { code, out, error } = await cli('check', 'e', '--policy', 'bad.json');
  expect([code, out]).toEqual([2, '']);
  expect(error).toContain(`${folder.at('bad.json')}${message}`);
});

test('fails if the policy is missing, a folder, or too large', async () => {
  folder.write('e/mcp.json', { mcpServers: servers });
  expect(await cli('check', 'e', '--policy', 'missing.json')).toMatchObject({ code: 2, out: '' });
  expect((await cli('check', 'e', '--policy', 'e')).error).toContain('not a regular file');
  folder.write('huge.json', `{"allowedMcpServers": [${' '.repeat(20_000_000)}]}`);
  expect((await cli('check', 'e', '--policy', 'huge.json')).error).toContain('larger than 20 MB');
});

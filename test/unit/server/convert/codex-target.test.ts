/** Conversion to Codex, whose file is TOML. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look

import { describe, expect, test } from 'vitest';
import { convert } from '../../../../server/convert/index.ts';
import { fc, runs } from '../../random-runs.ts';

const file = (servers: object) => JSON.stringify({ mcpServers: servers });
const written = (servers: object, into?: string, collision?: 'rename' | 'skip' | 'replace') =>
  convert(file(servers), { to: 'codex', into, collision });
const serversOf = (text: string) => JSON.parse(text).mcpServers;

describe('Oh My Pi → Codex', () => {
  test('preserves all values when converted back', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }).map((value) => value.toWellFormed()),
    );
    // In Oh My Pi, a leading `!` runs a command, and `$` may begin a variable.
    const plain = text.map((value) => `a${value.replaceAll('$', '')}`);
    const name = fc.constantFrom('a', 'b-c', 'd.e', 'f_1');
    const pairs = fc.dictionary(fc.constantFrom('A', 'B_2', 'X Y', '"'), plain, { minKeys: 1 });
    const server = fc.record(
      {
        command: plain,
        args: fc.array(plain, { minLength: 1 }),
        env: pairs,
        timeout: fc.integer({ min: 1000, max: 90_000 }),
      },
      { requiredKeys: ['command'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, server, { minKeys: 1 }), async (servers) => {
        const there = await written(servers);
        const back = await convert(there.text, { from: 'codex' });
        expect(serversOf(back.text)).toEqual(servers);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('an existing Codex file', () => {
  const existing = `# Mine
model = "o5"

[mcp_servers.docs] # keep
command = "old"
[mcp_servers.docs.env]
A = "1"

[profiles.fast]
model = "o5-mini"
`;

  test('keeps its text when new servers are appended', async () => {
    const { text } = await written({ paint: { command: 'paint' } }, existing);
    expect(text).toBe(`${existing}\n[mcp_servers.paint]\ncommand = "paint"\n`);
  });

  test('keeps its line breaks and terminates its last line before a new server', async () => {
    const { text } = await written({ paint: { command: 'paint' } }, 'model = "x"\r\n[a]\r\nb = 1');
    expect(text).toBe('model = "x"\r\n[a]\r\nb = 1\r\n\r\n[mcp_servers.paint]\r\ncommand = "paint"\r\n');
  });

  test('keeps a server of the same name unless replacement is requested', async () => {
    const docs = { docs: { command: 'new' } };
    expect((await written(docs, existing)).text).toBe(`${existing}\n[mcp_servers.docs-2]\ncommand = "new"\n`);
    expect((await written(docs, existing, 'skip')).text).toBe(existing);
    expect((await written(docs, existing, 'replace')).text).toBe(`# Mine
model = "o5"

[mcp_servers.docs]
command = "new"

[profiles.fast]
model = "o5-mini"
`);
  });

  test('keeps a byte order mark', async () => {
    const { text } = await written({ docs: { command: 'new' } }, `\ufeff${existing}`, 'replace');
    expect(text).toBe(`\ufeff${(await written({ docs: { command: 'new' } }, existing, 'replace')).text}`);
  });

  test('keeps all other tables when several servers with subtables are replaced', async () => {
    const table = (name: string, command: string): string => `[mcp_servers.${name}]\ncommand = "${command}"\n`;
    const more = '[mcp_servers.a.env]\nA = "1"\n[[mcp_servers.a.list]]\nx = 1\n[[mcp_servers.a.list]]\nx = 2\n';
    const before = `${table('a', 'x')}\n[other]\ny = 1\n\n${table('b', 'x')}${more}\n${table('c', 'x')}`;
    const { text } = await written({ a: { command: 'new' }, b: { command: 'new' } }, before, 'replace');
    expect(text).toBe(`${table('a', 'new')}\n[other]\ny = 1\n\n${table('b', 'new')}\n${table('c', 'x')}`);
  });

  test('is unchanged if it contains the same server', async () => {
    const { text, changes } = await written({ docs: { command: 'old', env: { A: '1' } } }, existing);
    expect([text, changes]).toEqual([existing, []]);
  });

  test.each([
    ['model = ', "The target isn't valid TOML (line 1). Fix it first. Nothing was changed."],
    [
      'mcp_servers = { a = { command = "x" } }',
      '"mcp_servers" in the target is written in a way that can\'t be extended. Add the servers yourself. Nothing was changed.',
    ],
    ['mcp_servers = 1', '"mcp_servers" in the target isn\'t a table. Nothing was changed.'],
  ])('is rejected if it contains %j', async (into, message) => {
    await expect(written({ paint: { command: 'paint' } }, into)).rejects.toThrow(message);
  });

  test('is rejected if the server to replace is not a table', async () => {
    const into = '[mcp_servers]\ndocs = { command = "x" }\n';
    await expect(written({ docs: { command: 'new' } }, into, 'replace')).rejects.toThrow('"docs" in the target');
  });
});

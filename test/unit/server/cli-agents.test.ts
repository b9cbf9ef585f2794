/** The commands on several agents: what sessions of `test/fixtures/cli/agents.txt` can't show. */
import { expect, test } from 'vitest';
import { cli, folder, useFolder } from './cli-folder.ts';

useFolder();

const servers = (entries: object): object => ({ mcpServers: entries });

test('agents lists the chosen agents as plain data', async () => {
  folder.write('data/.git/HEAD', '');
  folder.write('data/.mcp.json', servers({ web: { url: 'https://a.example/mcp' } }));
  const { version, checkouts } = JSON.parse((await cli('agents data --agent claude-code,codex -f json')).out);
  expect([version, checkouts[0].checkout]).toEqual([1, '.']);
  expect(checkouts[0].agents.map(({ id }: { id: string }) => id)).toEqual(['claude-code', 'codex']);
  expect(checkouts[0].servers).toEqual([
    {
      name: 'web',
      agents: [
        {
          agent: 'claude-code',
          state: 'invalid',
          text: 'Invalid: "url" requires "type"',
          reason: '"url" requires "type"',
          isProbable: false,
          isPartial: false,
          file: '.mcp.json',
          line: 3,
        },
        {
          agent: 'codex',
          state: 'notRead',
          text: 'Not read',
          reason: '',
          isProbable: false,
          isPartial: false,
          file: null,
          line: null,
        },
      ],
    },
  ]);
});

test('agents escapes hostile names and paths', async () => {
  folder.write('hostile/bad\u202e/.mcp.json', servers({ 'a\u001b[31m\nb\u200b': { command: 'x', enabled: false } }));
  const { out } = await cli('agents hostile');
  expect(out).toContain('bad\\u{202e}');
  expect(out).toContain('a\\u{1b}[31m\\nb\\u{200b}');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  expect(out).not.toMatch(/[\u001b\u200b\u202e]/);
});

test('agents fails if a file can’t be read', async () => {
  const file = folder.write('invalid/.cursor/mcp.json', new Uint8Array([0xff, 0xfe, 0x41]));
  const { code, error } = await cli('agents', { cwd: 'invalid' });
  expect([code, error]).toEqual([2, `mcp-config: Couldn't read ${file}: not valid UTF-8.\n`]);
});

test('doctor tells what is in the way as data, without values and control characters', async () => {
  const secret = 'k3Jq9vT2mXw8Lr5Z';
  folder.write('.mcp.json', servers({ 'a\u001b': { url: 'https://a.example/mcp', headers: { 'X-Token': secret } } }));
  const { out } = await cli('doctor --agent claude-code -f json');
  expect(out).not.toContain(secret);
  expect(out).not.toContain('\u001b');
  expect(JSON.parse(out)).toMatchObject({ version: 1, unread: [], unused: [], omitted: 0, didYouMean: null });
  expect(JSON.parse(out).servers).toEqual([
    {
      name: 'a\u001b',
      isOfProject: true,
      chains: [
        {
          agent: { id: 'claude-code', name: 'Claude Code', version: '2.1.332' },
          reaches: 'no',
          headline: 'Invalid: "url" requires "type".',
          remarks: [],
          links: [
            { kind: 'file', state: 'holds', text: '.mcp.json defines "a\\u001b".', file: '.mcp.json', line: 3 },
            { kind: 'entry', state: 'broken', text: 'Invalid: "url" requires "type".', file: '.mcp.json', line: 3 },
          ],
          nextStep: {
            text: 'Add "type": "http".',
            run: null,
          },
        },
      ],
    },
  ]);
});

test('the link of approvals says that an agent asks for none only if that is known', async () => {
  for (const file of ['.mcp.json', '.roo/mcp.json']) folder.write(file, servers({ docs: { command: 'docs' } }));
  const { out } = await cli('doctor docs --agent oh-my-pi,roo-code -f json');
  const [{ chains }] = JSON.parse(out).servers;
  const texts = chains.map(({ links }: { links: { kind: string; text: string }[] }) =>
    links.flatMap(({ kind, text }) => (kind === 'gate' ? text : [])),
  );
  expect(texts).toEqual([['Oh My Pi asks for no approval here.'], ['No trust or approval is known to be missing.']]);
});

test.each([
  ['gemini', 'gemini-cli'],
  ['agent', 'oh-my-pi'],
  ['copilot', 'copilot-cli'],
])('%s and %s mean the same tool in every option', async (word, id) => {
  folder.write('same/.mcp.json', servers({ docs: { command: 'docs' } }));
  for (const words of ['agents --agent', 'sync --dry-run --agent', 'convert .mcp.json --from', 'check --agent']) {
    const [one, other] = await Promise.all([word, id].map((each) => cli(`${words} ${each}`, { cwd: 'same' })));
    expect(one).toEqual(other);
    expect(one?.error).not.toContain('Use one of');
  }
});

/** The commands on several agents: `agents` and `doctor`. */
import { symlinkSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { cli, folder, useFolder } from './cli-folder.ts';

useFolder();

const servers = (entries: object): object => ({ mcpServers: entries });

beforeAll(() => {
  folder.write(
    'repo/.mcp.json',
    servers({ docs: { command: 'docs', cwd: 'x' }, web: { url: 'https://a.example/mcp' }, only: { command: 'o' } }),
  );
  folder.write('repo/.git/HEAD', '');
  folder.write('repo/.claude/settings.json', { enabledMcpjsonServers: ['docs'] });
  folder.write('repo/.codex/config.toml', '[mcp_servers.docs]\ncommand = "docs"\n');
  folder.write('home/.cursor/mcp.json', servers({ mine: { command: 'mine' } }));
  folder.write('home/.claude/settings.json', { enabledMcpjsonServers: ['docs'] });
  folder.write('home/.copilot/config.json', { trustedFolders: [folder.at('repo')] });
});

interface Report {
  readonly version: number;
  readonly checkouts: readonly {
    readonly checkout: string;
    readonly agents: readonly { readonly id: string }[];
    readonly servers: readonly { readonly name: string; readonly agents: readonly Record<string, unknown>[] }[];
  }[];
}

const reportOf = async (words: string, cwd = ''): Promise<Report> =>
  JSON.parse((await cli(`agents ${words} -f json`, { cwd })).out) as Report;

describe('agents', () => {
  test('compares the servers of the current folder, with the reasons below', async () => {
    const { code, out } = await cli('agents', { cwd: 'repo' });
    expect(code).toBe(0);
    expect(out.split('\n').slice(0, 5)).toEqual([
      'SERVER  CLAUDE CODE       CODEX     COPILOT CLI  CURSOR     OH MY PI   VS CODE',
      'docs    in effect         disabled  in effect    not read   in effect  in effect',
      'mine    not read          not read  not read     in effect  disabled   disabled',
      'web     invalid           not read  in effect    not read   in effect  in effect',
      'only    pending approval  not read  in effect    not read   in effect  in effect',
    ]);
    expect(out).toContain('web, Claude Code: Invalid: "url" requires "type" (.mcp.json:');
    expect(out).toContain('docs, VS Code: In effect: VS Code ignores "cwd" (.mcp.json:');
    expect(out).toContain(
      'mine, Oh My Pi: Disabled: "cursor" isn\'t in "enabledProviders" in the settings of Oh My Pi',
    );
    expect(out).not.toContain('only, VS Code');
    expect(out).toContain('\nNot found here: Qwen Code, Grok, Kimi Code. To include them, use --agent.\n');
  });

  test('uses only the files of a checkout if folders are named, unless --user adds the others', async () => {
    const names = async (words: string) =>
      (await reportOf(words)).checkouts.map(({ checkout, servers: rows }) => [checkout, rows.map(({ name }) => name)]);
    expect(await names('repo')).toEqual([['.', ['docs', 'web', 'only']]]);
    expect(await names('repo --user')).toEqual([['.', ['docs', 'mine', 'web', 'only']]]);
  });

  test("doesn't claim that a folder isn't trusted if the user's files aren't read", async () => {
    const codex = async (words: string) =>
      (await reportOf(`repo --agent codex ${words}`)).checkouts[0]?.servers[0]?.agents[0]?.text;
    expect(await codex('')).toBe('Pending approval: Codex reads this file only in trusted folders');
    expect(await codex('--user')).toBe("Disabled: Codex doesn't trust this folder");
  });

  test('compares each checkout of a folder', async () => {
    folder.write('many/a/.git/HEAD', '');
    folder.write('many/a/.mcp.json', servers({ a: { command: 'a' } }));
    folder.write('many/b/c/.cursor/mcp.json', servers({ c: { command: 'c' } }));
    folder.write('many/empty/.git/HEAD', '');
    const { checkouts } = await reportOf('many');
    expect(checkouts.map(({ checkout }) => checkout)).toEqual(['a', 'b/c', 'empty']);
    const { out } = await cli('agents many --agent cursor');
    expect(out).toBe(
      'a\nSERVER  CURSOR\na       not read\n\nb/c\nSERVER  CURSOR\nc       pending approval?\n\nc, Cursor: Probably pending approval: Cursor asks before it starts this server (.cursor/mcp.json:3)\n\n',
    );
    expect((await cli('agents many/empty')).out).toBe('No tool servers found in the files that agents read.\n');
  });

  test('lists the chosen agents as plain data', async () => {
    const { version, checkouts } = await reportOf('repo --agent claude-code,codex');
    expect(version).toBe(1);
    expect(checkouts[0]?.agents.map(({ id }) => id)).toEqual(['claude-code', 'codex']);
    expect(checkouts[0]?.servers[1]).toEqual({
      name: 'web',
      agents: [
        {
          agent: 'claude-code',
          state: 'invalid',
          text: 'Invalid: "url" requires "type"',
          reason: '"url" requires "type"',
          isProbable: false,
          file: '.mcp.json',
          line: 7,
        },
        { agent: 'codex', state: 'notRead', text: 'Not read', reason: '', isProbable: false, file: null, line: null },
      ],
    });
  });

  test('escapes hostile names and paths', async () => {
    folder.write('hostile/bad\u202e/.mcp.json', servers({ 'a\u001b[31m\nb\u200b': { command: 'x', enabled: false } }));
    const { out } = await cli('agents hostile');
    expect(out).toContain('bad\\u{202e}');
    expect(out).toContain('a\\u{1b}[31m\\nb\\u{200b}');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
    expect(out).not.toMatch(/[\u001b\u200b\u202e]/);
  });

  test('doesn’t read files outside a checkout', async () => {
    folder.write('outer/.mcp.json', servers({ parent: { command: 'x' } }));
    folder.write('outer/secret.json', servers({ secret: { command: 'x' } }));
    folder.write('outer/inner/.cursor/mcp.json', servers({ own: { command: 'x' } }));
    folder.write('outer/inner/.git/HEAD', '');
    symlinkSync(folder.at('outer/secret.json'), folder.at('outer/inner/.mcp.json'));
    const { code, out, error } = await cli('agents outer/inner');
    expect(out).toContain('own');
    expect(out).not.toMatch(/parent|secret/);
    expect([code, error]).toEqual([
      2,
      `mcp-config: ${folder.at('outer/inner/.mcp.json')}: skipped, because it's a link that leads outside the checkout.\n`,
    ]);
  });

  test('fails if a file can’t be read', async () => {
    folder.write('invalid/.cursor/mcp.json', new Uint8Array([0xff, 0xfe, 0x41]));
    const { code, error } = await cli('agents', { cwd: 'invalid' });
    expect([code, error]).toEqual([
      2,
      `mcp-config: Couldn't read ${folder.at('invalid/.cursor/mcp.json')}: not valid UTF-8.\n`,
    ]);
    expect((await cli('agents repo/.mcp.json')).error).toContain('no such folder. agents accepts folders.');
  });

  test.each([
    ['agents --agent cursr', 'Unknown agent "cursr". Did you mean cursor? Use one of oh-my-pi, claude-code,'],
    ['agents -f sarif', 'Invalid value "sarif" for --format. Use one of text, json.'],
    ['doctor a b', 'doctor accepts the name of only one server.'],
    ['doctor a --agent cursr', 'Unknown agent "cursr".'],
    ['doctor a -p nowhere', 'nowhere: no such folder. Option --project requires a folder.'],
  ])('rejects %j', async (words, message) => {
    const { code, error } = await cli(words);
    expect([code, error.startsWith(`mcp-config: ${message}`)]).toEqual([2, true]);
  });
});

describe('doctor', () => {
  test('tells what is in the way and what to do, as text and as data', async () => {
    const { code, out } = await cli('doctor web --agent claude-code', { cwd: 'repo' });
    expect([code, out]).toEqual([
      1,
      [
        '✗ Claude Code 2.1.332: Invalid: "url" requires "type". (.mcp.json:7)',
        '    ✓ file  ✗ entry',
        '    Next step: Correct the entry in .mcp.json. To see what Claude Code has loaded, run claude mcp list.',
        '',
      ].join('\n'),
    ]);
    const data = JSON.parse((await cli('doctor web --agent claude-code -p repo -f json')).out);
    expect(data).toMatchObject({ version: 1, unread: [], omitted: 0, didYouMean: null });
    expect(data.servers).toEqual([
      {
        name: 'web',
        isOfProject: true,
        chains: [
          {
            agent: { id: 'claude-code', name: 'Claude Code', version: '2.1.332' },
            reaches: 'no',
            headline: 'Invalid: "url" requires "type".',
            remarks: [],
            links: [
              { kind: 'file', state: 'holds', text: '.mcp.json defines "web".', file: '.mcp.json', line: 7 },
              { kind: 'entry', state: 'broken', text: 'Invalid: "url" requires "type".', file: '.mcp.json', line: 7 },
            ],
            nextStep: {
              text: 'Correct the entry in .mcp.json. To see what Claude Code has loaded, run claude mcp list.',
              run: null,
            },
          },
        ],
      },
    ]);
  });

  test('fails only if a server of the project reaches none of the agents that the repository names', async () => {
    folder.write('named/.mcp.json', servers({ one: { type: 'http', url: 'https://a.example/mcp' } }));
    folder.write('named/.mcp-config.json', { readers: ['vscode', 'claude-code'] });
    expect((await cli('doctor', { cwd: 'named' })).code).toBe(0);
    folder.write('named/.mcp-config.json', { readers: ['claude-code'] });
    const { code, out } = await cli('doctor', { cwd: 'named' });
    expect([code, out]).toEqual([1, expect.stringContaining('Claude Code asks before it starts this server.')]);
    folder.write('named/.mcp-config.json', { readers: 'all' });
    expect((await cli('doctor', { cwd: 'named' })).code).toBe(2);
  });

  test('says that a name is probably misspelled, and fails', async () => {
    const { code, out } = await cli('doctor doks --agent cursor -p repo');
    expect([code, out.split('\n').at(-2)]).toEqual([1, 'Did you mean "docs"?']);
    folder.write('aside/README.md', '');
    expect((await cli('doctor', { cwd: 'aside' })).code).toBe(0);
  });

  test('shows nothing of values, and escapes names', async () => {
    folder.write(
      'secrets/.mcp.json',
      servers({
        'a\u001b[31m': {
          command: '/x/k3Jq9vT2mXw8Lr5ZpQ',
          args: ['--token', 'k3Jq9vT2mXw8Lr5Z'],
          // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how variables look
          env: { TOKEN: '${NO_SUCH:-k3Jq9vT2mXw8Lr5Z}' },
        },
      }),
    );
    for (const format of ['text', 'json']) {
      const { out } = await cli(`doctor --agent oh-my-pi,vscode,codex -f ${format}`, { cwd: 'secrets' });
      expect(out).not.toContain('k3Jq9vT2mXw8Lr5Z"');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
      expect(out).not.toMatch(/[\u001b]/);
    }
  });
});

describe('check --agent', () => {
  const found = async (words: string, cwd = 'repo'): Promise<readonly string[]> => {
    const { out } = await cli(`check ${words} -f json`, { cwd });
    const files = JSON.parse(out) as {
      findings: { code: string; severity: string; line: number; message: string }[];
    }[];
    return files.flatMap(({ findings }) =>
      findings
        .filter(({ code }) => code === 'not-in-effect')
        .map(({ line, severity, message }) => `${line}: ${severity}: ${message}`),
    );
  };

  test('reports each server that isn’t in effect for an agent, with the reason and what to do', async () => {
    expect(await found('--agent claude-code,cursor')).toEqual([
      '3: error: Cursor doesn\'t read this file. Define "docs" in .cursor/mcp.json.',
      '7: error: Claude Code doesn\'t use "web". Invalid: "url" requires "type". Correct the entry in .mcp.json. To see what Claude Code has loaded, run claude mcp list.',
      '7: error: Cursor doesn\'t read this file. Define "web" in .cursor/mcp.json.',
      '10: error: Cursor doesn\'t read this file. Define "only" in .cursor/mcp.json.',
    ]);
    expect((await cli('check --agent vscode -r missing-type=off', { cwd: 'repo' })).code).toBe(0);
    expect((await cli('check --agent cursor -r missing-type=off', { cwd: 'repo' })).code).toBe(1);
    expect(await found('')).toEqual([]);
  });

  test('counts a server that waits for approval or trust, which the user decides', async () => {
    folder.write('trust/.mcp.json', servers({ docs: { command: 'docs' } }));
    folder.write('trust/.codex/config.toml', '[mcp_servers.docs]\ncommand = "docs"\n');
    expect(await found('--agent claude-code,codex', 'trust')).toEqual([]);
  });

  test('accepts a definition of the same name in another file of the agent, and none of the user', async () => {
    folder.write('other/.mcp.json', servers({ docs: { command: 'docs' }, mine: { command: 'mine' } }));
    folder.write('other/.cursor/mcp.json', servers({ docs: { command: 'docs' } }));
    expect(await found('--agent cursor', 'other')).toEqual([
      '6: error: Cursor doesn\'t read this file. Define "mine" in .cursor/mcp.json.',
    ]);
  });

  test('names the file that is the reason, if it is another one', async () => {
    folder.write('broken/.mcp.json', servers({ docs: { command: 'docs' } }));
    folder.write('broken/opencode.json', { mcp: { docs: { type: 'local', command: 'docs' } } });
    expect(await found('--agent opencode', 'broken')).toEqual([
      '3: error: OpenCode doesn\'t use "docs" in opencode.json. Invalid: invalid "command". Correct the entry in opencode.json. To see what OpenCode has loaded, run opencode mcp list.',
    ]);
  });

  test('checks the file of another tool that is named', async () => {
    folder.write('vs/.vscode/mcp.json', { servers: { docs: { command: 'docs' } } });
    expect(await found('.vscode/mcp.json --agent vscode,cursor', 'vs')).toEqual([
      '3: error: Cursor doesn\'t read this file. Define "docs" in .cursor/mcp.json.',
    ]);
  });

  test('rejects an unknown agent', async () => {
    const { code, error } = await cli('check --agent vscod', { cwd: 'repo' });
    expect([code, error.split('.')[0]]).toEqual([2, 'mcp-config: Unknown agent "vscod"']);
  });

  test('checks standard input as the file that it is assumed to be', async () => {
    const input = '{"mcpServers": {"docs": {"command": "docs"}}}';
    const { code, out } = await cli('check - --stdin-path .mcp.json --agent cursor', { cwd: 'repo', input });
    expect([code, out.split('\n')[0]]).toEqual([
      1,
      '.mcp.json:1:17: error: Cursor doesn\'t read this file. Define "docs" in .cursor/mcp.json. [not-in-effect]',
    ]);
  });
});

test.each([
  ['gemini', 'gemini-cli'],
  ['agent', 'oh-my-pi'],
  ['copilot', 'copilot-cli'],
])('%s and %s mean the same tool in every option', async (word, id) => {
  const outputs = async (words: string) =>
    Promise.all([word, id].map((each) => cli(`${words} ${each}`, { cwd: 'repo' })));
  for (const words of [
    'agents --agent',
    'convert --sync --dry-run --to',
    'convert .mcp.json --from',
    'check --agent',
  ]) {
    const [one, other] = await outputs(words);
    expect(one).toEqual(other);
    expect(one?.error).not.toContain('Use one of');
  }
});

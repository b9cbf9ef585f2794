// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
/** `agents --verify`: what agents list about servers, beside our states. The agents are scripts that print what real ones print. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueAddress } from '../../../common/issue-address.ts';
import type { AgentOutput } from '../../../common/messages/agent-listing.ts';
import type { AgentCell } from '../../../common/messages/tool-servers.ts';
import { agentEnvironment, agentPrograms } from '../../../common/node/ask-agent.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { allTools } from '../../../server/tools/all-tools.ts';
import { AgentVerification } from '../../../server/views/agent-verification.ts';
import { cli, folder, useFolder } from './cli-folder.ts';
import { home, project, workspaceWith } from './files.ts';
import { runCli } from './run-cli.ts';

useFolder();
beforeAll(loadToml);

const listOf = (id: string) => allTools.find((tool) => tool.id === id)?.agent?.list ?? expect.fail(id);

describe('the list of an agent', () => {
  test.each([
    [
      'claude-code',
      'Checking MCP server health…\n\na: /x/run - b - ✘ Failed to connect — CLOSED\nb: http://127.0.0.1/ (HTTP) - ✔ Connected\nc: npx x - ⏸ Pending approval\nd: x - ⊘ Disabled\ndisabled-x: x - ✔ Connected\nclaude.ai Mail: https://a.example - ✔ Connected\nplugin:p:s: x - ✔ Connected\n',
      { a: 'used', b: 'used', c: 'pending', d: 'off', 'disabled-x': 'used', 'plugin:p:s': 'used' },
    ],
    [
      'copilot-cli',
      'Warning: {\n{\n "mcpServers": {"a": {"enabled": true}, "b": {"enabled": false}, "c": null}}',
      { a: 'used', b: 'off', c: 'used' },
    ],
    [
      'codex',
      'WARNING: x\n[{"name": "a", "enabled": true}, {"name": "b", "enabled": false}, null]',
      { a: 'used', b: 'off' },
    ],
    [
      'gemini-cli',
      'Configured MCP servers:\n\n✗ a: /x gemini (stdio) - Disconnected\n✗ b: http://a.example (http) - Blocked\n✗ c:  - Disconnected\n',
      { a: 'used', b: 'off', c: 'off' },
    ],
    ['qwen-code', '● a: /x (stdio) - Pending approval\n', { a: 'pending' }],
    [
      'opencode',
      '┌  MCP Servers\n●  ✗ a failed\n●  ○ b disabled\n●  ✓ disabled connected\n●  ⚠ c d needs authentication\n●  ✗ e new\n●  ✗  failed\n',
      { a: 'used', b: 'off', disabled: 'used', 'c d': 'used', e: 'used', '': 'used' },
    ],
  ])('of %s is read as it prints it', (id, output, expected) => {
    expect(listOf(id).read(output)).toEqual(expected);
  });

  test.each([
    ['copilot-cli', 'not a list'],
    ['codex', '{"name": "a"}'],
    ['opencode', 'Error: Configuration is invalid at opencode.json'],
  ])('of %s is no list: %s', (id, output) => expect(listOf(id).read(output)).toBeUndefined());

  test('may be anything, and is read in linear time', () => {
    for (const { agent } of allTools)
      for (const line of [
        'a: x - '.repeat(200_000),
        '● '.repeat(500_000),
        `●  ✗ ${'failed '.repeat(150_000)}`,
        '✗ : - '.repeat(300_000),
        '[{'.repeat(300_000),
        '"__proto__": - ✔',
      ])
        agent?.list?.read(line);
  }, 5000);
});

const answer = (agent: AgentOutput['agent'], output: string, more: Partial<AgentOutput> = {}): AgentOutput => ({
  ...{ agent, output, version: '', end: 'exited', code: 0 },
  ...more,
});

describe('the comparison', () => {
  const token = 'ghp_0123456789abcdefABCDEF0123456789abcd';
  const text = JSON.stringify({
    mcpServers: {
      a: {
        command: '/project/run',
        args: ['--token', token, '/home/me/notes'],
        env: { KEY: 'plain', V: '${V}' },
      },
    },
  });
  const verified = async (...answers: readonly AgentOutput[]) => {
    const workspace = workspaceWith({
      [`${project}/.mcp.json`]: text,
      [`${home}/.copilot/config.json`]: '{"trustedFolders": ["/project"]}',
    });
    const comparison = await new AgentVerification({ workspace }).verify({ folder: project, answers });
    const cell = (name: string, id: string): AgentCell | undefined =>
      comparison.rows.find((row) => row.name === name)?.cells[comparison.agents.findIndex((agent) => agent.id === id)];
    return { ...comparison, cell };
  };

  test('marks only cells in which an agent that was asked says something else', async () => {
    const { cell, asked } = await verified(
      answer('claude-code', 'a: x - ✔ Connected\n'),
      answer('copilot-cli', '{"mcpServers": {"a": {"enabled": true}}}'),
    );
    expect(cell('a', 'claude-code')?.differs?.text).toBe('Claude Code lists it as used.');
    expect(cell('a', 'copilot-cli')?.differs).toBeUndefined();
    expect(cell('a', 'vscode')?.differs).toBeUndefined();
    expect(asked?.map(({ problem }) => problem)).toEqual(['', '']);
  });

  test('adds the names that only an agent lists, unless they are off', async () => {
    const { rows, cell } = await verified(answer('copilot-cli', '{"mcpServers": {"z": {}, "y": {"enabled": false}}}'));
    expect(rows.map(({ name }) => name)).toEqual(['a', 'z']);
    expect(cell('z', 'copilot-cli')?.differs?.text).toBe('Copilot CLI lists it as used.');
    expect(cell('a', 'copilot-cli')?.differs?.text).toBe("Copilot CLI doesn't list it.");
  });

  test('says why an agent gave no list, and counts only a rejected configuration as a difference', async () => {
    const failed = await verified(answer('copilot-cli', 'Segmentation fault', { code: 139 }));
    expect(failed.asked).toEqual([
      {
        agent: 'copilot-cli',
        version: '',
        problem: 'Copilot CLI gave no list (exit code 139): "Segmentation fault"',
        answered: false,
      },
    ]);
    expect(failed.cell('a', 'copilot-cli')?.differs).toBeUndefined();
    const refused = await verified(
      answer('copilot-cli', `Error: invalid config /home/me/x with ${token}\nmore`, { code: 1 }),
    );
    expect(refused.asked?.[0]?.problem).toBe(
      'Copilot CLI gave no list (exit code 1): "Error: invalid config … with <secret>"',
    );
    expect(refused.cell('a', 'copilot-cli')?.differs?.text).toBe(
      'Copilot CLI lists nothing: it reports an error in its configuration.',
    );
    const slow = await verified(answer('copilot-cli', '', { end: 'timeout', code: null }));
    expect(slow.asked?.[0]?.problem).toBe("Copilot CLI didn't list its servers in time.");
  });

  test('reports a difference without secrets, values of variables, and paths of this computer', async () => {
    const { cell } = await verified(
      answer('claude-code', 'a: x - ✔ Connected\n', { version: '2.1.332 (Claude Code)' }),
    );
    const { title, body } = cell('a', 'claude-code')?.differs?.report ?? expect.fail();
    expect(title).toBe('Claude Code: used instead of "pending"');
    expect(body.split('\n').slice(0, 6)).toEqual([
      'Agent: Claude Code, installed: 2.1.332 (Claude Code), known here: 2.1.332',
      'Switchyard says: Pending approval: Claude Code asks before it starts this server',
      'Claude Code says: used',
      'File: .mcp.json',
      '',
      '```json',
    ]);
    expect(body).toContain('"command": "./run"');
    expect(body).toContain('"~/notes"');
    expect(body).toContain('"KEY": "…",\n    "V": "${V}"');
    expect(body).not.toMatch(/ghp_|plain|\/home\/me/);
  });
});

test('an issue is filled in only if the package names a place for issues', () => {
  const report = { title: 'T & x', body: 'line 1\nline 2' };
  const filled = 'title=T+%26+x&body=Switchyard%3A+1.0.0%0Aline+1%0Aline+2';
  const version = '1.0.0';
  expect(issueAddress({ version, bugs: { url: 'https://a.example/o/r/issues' } }, report)).toBe(
    `https://a.example/o/r/issues/new?${filled}`,
  );
  expect(issueAddress({ version, repository: { url: 'git+https://a.example/o/r.git' } }, report)).toBe(
    `https://a.example/o/r/issues/new?${filled}`,
  );
  for (const manifest of [
    { version },
    { version, bugs: 'javascript:alert(1)' },
    { version, bugs: { email: 'a' } },
    null,
  ])
    expect(issueAddress(manifest, report)).toBeUndefined();
});

describe.skipIf(process.platform === 'win32')('programs', () => {
  const { PATH } = process.env;
  afterAll(() => {
    process.env.PATH = PATH;
  });

  /** Writes a program that is an agent. */
  const write = (name: string, script: string): string => {
    folder.write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
    const file = folder.at(`bin/${name}`);
    chmodSync(file, 0o755);
    return file;
  };
  const list = (file: string, timeoutMs = 20_000) =>
    agentPrograms({
      cwd: folder.path,
      environment: agentEnvironment(),
      signal: new AbortController().signal,
      timeoutMs,
    }).list({ agent: 'codex', name: 'Codex', file, args: ['mcp', 'list'], contacts: 'nothing' });

  test('get neither a key of ours nor what changes how programs behave, and print no escape codes', async () => {
    Object.assign(process.env, { SWITCHYARD_API_KEY: 'key', VSCODE_PID: '1' });
    const file = write(
      'env',
      'printf "\\033[31m[\\033[0m\\033]8;;http://x\\007]\\n"; env | grep -E "^(SWITCHYARD|VSCODE)_"; echo "$NO_COLOR $*"',
    );
    const answered = await list(file);
    delete process.env.SWITCHYARD_API_KEY;
    delete process.env.VSCODE_PID;
    expect(answered).toMatchObject({ end: 'exited', code: 0 });
    expect(answered.output.trim()).toBe('[]\n1 mcp list');
  });

  test('that hang are ended, with what they started', { timeout: 20_000 }, async () => {
    const file = write('hang', `sh -c 'sleep 300; echo' & echo $! > ${folder.at('pid')}; sleep 300`);
    expect(await list(file, 2000)).toMatchObject({ end: 'timeout', code: null });
    const pid = folder.read('pid').trim();
    // A process that has ended may still be listed.
    const state = () => spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout;
    await expect.poll(state, { timeout: 5000 }).toMatch(/^(?:Z.*)?\s*$/);
  });

  test('that print without an end are ended', async () => {
    expect(await list(write('endless', 'yes "$(printf "%01000d" 0)"'))).toMatchObject({ end: 'tooLong' });
  });

  test("that don't exist are no failure of ours", async () => {
    expect(await list(folder.at('bin/none'))).toMatchObject({ end: 'notStarted' });
  });

  describe('agents --verify', () => {
    const bin = () => folder.at('bin');
    beforeEach(() => {
      process.env.PATH = [bin(), path.dirname(process.execPath), '/usr/bin', '/bin'].join(path.delimiter);
      folder.write('repo/.mcp.json', { mcpServers: { a: { command: 'a' } } });
      folder.write('home/.copilot/config.json', { trustedFolders: [folder.at('repo')] });
    });
    const asked = () => existsSync(folder.at('asked'));
    const says = (json: string) =>
      write('copilot', `touch ${folder.at('asked')}; [ "$1" = --version ] && echo 1.0.102 || echo '${json}'`);

    test('runs nothing without a terminal and --yes, and says so', async () => {
      says('{}');
      const { code, error, out } = await cli('agents --verify', { cwd: 'repo' });
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(error).toContain('Use --yes, or run it on a terminal and answer. Nothing was run.');
      expect(asked()).toBe(false);
    });

    test('shows the exact commands, and runs nothing without consent', async () => {
      const ask = async () => 'n';
      const { code, error } = await runCli(['agents', '--verify'], {
        ...{ cwd: folder.at('repo'), home: folder.at('home'), ask },
      });
      expect(code).toBe(2);
      expect(error).toContain(`${folder.at('bin/copilot')} mcp list --json  (Copilot CLI: reads files only)`);
      expect(error).toContain('Nothing was run.');
      expect(asked()).toBe(false);
    });

    test.each([
      ['', /Looked for Claude Code, Copilot CLI, .*Codex/],
      [' --agent codex,copilot-cli', /Looked for (?:Codex, Copilot CLI|Copilot CLI, Codex)\./],
    ])('names the agents that it looked for if none is installed: agents --verify%s', async (words, named) => {
      rmSync(bin(), { recursive: true, force: true });
      const { code, error } = await cli(`agents --verify${words}`, { cwd: 'repo' });
      expect(code).toBe(2);
      expect(error).toMatch(named);
    });

    test('exits with 0 if all lists agree, and names only the chosen agents that are missing', async () => {
      says('{"mcpServers": {"a": {"enabled": true}}}');
      const { code, out } = await cli('agents --verify --yes --agent copilot-cli,codex', { cwd: 'repo' });
      expect(out).toContain('Asked: Copilot CLI. Their responses agree with this table.\nNot installed: Codex.\n');
      expect(code).toBe(0);
    });

    test('exits with 1 if a cell differs, marks it, and has a report', async () => {
      says('{"mcpServers": {}}');
      const { code, out } = await cli('agents repo --verify --yes --agent copilot-cli');
      expect(code).toBe(1);
      expect(out).toContain('a       in effect! ≠\n');
      expect(out).toContain('a, Copilot CLI: In effect, but: Program "a" not found on PATH');
      expect(out).toContain("≠ a: in effect here. Copilot CLI doesn't list it.\nAsked: Copilot CLI. 1 cell differs.\n");
      const { checkouts } = JSON.parse((await cli('agents repo --verify --yes -f json --agent copilot-cli')).out);
      const [{ differs, reportUrl }] = checkouts[0].servers[0].agents;
      expect(reportUrl).toBeNull();
      expect(differs.report.body).toContain('Agent: Copilot CLI, installed: 1.0.102, known here: ');
      expect(differs.report.body).not.toContain(folder.path);
    });

    test('accepts an agent that reports an error in its configuration, if it loads nothing by this table too', async () => {
      folder.write('home/.codex/config.toml', `[projects."${folder.at('broken')}"]\ntrust_level = "trusted"\n`);
      folder.write('broken/.codex/config.toml', '[mcp_servers.a]\nurl = "https://a.example"\nargs = ["x"]\n');
      write('codex', 'echo "Error: failed to load config"; exit 1');
      const { code, out } = await cli('agents --verify --yes --agent codex', { cwd: 'broken' });
      expect(out).toContain(
        'Codex gave no list (exit code 1): "Error: failed to load config"\nAsked: Codex. Their responses agree',
      );
      expect(code).toBe(0);
      folder.write('broken/.codex/config.toml', '[mcp_servers.a]\ncommand = "x"\n');
      expect((await cli('agents --verify --yes --agent codex', { cwd: 'broken' })).code).toBe(1);
    });

    test('exits with 2 if an agent gives no answer', async () => {
      write('copilot', 'echo oops; exit 3');
      const { code, out } = await cli('agents --verify --yes --agent copilot-cli', { cwd: 'repo' });
      expect([code, out]).toEqual([2, expect.stringContaining('Copilot CLI gave no list (exit code 3): "oops"')]);
    });
  });
});

test('commands are offered only in a trusted folder', async () => {
  const workspace = workspaceWith({}, { machine: { programFile: (name) => `/bin/${name}` } });
  const commands = () => new AgentVerification({ workspace }).commands();
  expect((await commands()).commands).toEqual([]);
  workspace.trusted = true;
  expect((await commands()).commands).toContainEqual({
    ...{ agent: 'codex', name: 'Codex', file: '/bin/codex', args: ['mcp', 'list', '--json'], contacts: 'urls' },
  });
});

/** The files of several agents in a project: `agents --in-sync` compares them, and `convert --sync` writes them. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { tokenIn } from '../../../common/secrets.ts';
import { filesOfAgent } from '../../../server/agents/project-files.ts';
import { type Synced, synced } from '../../../server/cli/sync-servers.ts';
import { ConversionError } from '../../../server/convert/failure.ts';
import { atLeast, corpus } from '../../corpus.ts';
import { runs } from '../random-runs.ts';
import { cli, folder, useFolder } from './cli-folder.ts';

useFolder();

const servers = (entries: object): object => ({ mcpServers: entries });
const secret = 'abcDEF123456789xyzQ';

let project = '';
let count = 0;
beforeEach(() => {
  project = `project-${count++}`;
});

const write = (file: string, content: string | object): string => folder.write(`${project}/${file}`, content);
const read = (file: string): string => folder.read(`${project}/${file}`);
const json = (file: string): unknown => JSON.parse(read(file));
const sync = (words = '') => cli(`convert --sync ${words}`, { cwd: project });
const compare = (words = '') => cli(`agents --in-sync ${words}`, { cwd: project });

describe('agents --in-sync', () => {
  test('accepts the same servers in every format', async () => {
    write(
      '.mcp.json',
      servers({
        docs: { type: 'stdio', command: 'docs', args: ['-v'], env: { TOKEN: '${TOKEN:-x}', LOG: 'debug' } },
        web: { type: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${KEY}' } },
      }),
    );
    write('.cursor/mcp.json', {
      mcpServers: {
        docs: { command: 'docs', args: ['-v'], env: { LOG: 'info', TOKEN: '${env:TOKEN}' } },
        web: { url: 'https://a.example/mcp', headers: { authorization: 'Bearer ${env:KEY}' } },
      },
    });
    write('.vscode/mcp.json', {
      servers: {
        docs: { command: 'docs', args: ['-v'], env: { LOG: 'x', TOKEN: '${input:token}' }, dev: { watch: 'src' } },
        web: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${env:KEY}' } },
      },
    });
    write(
      '.codex/config.toml',
      [
        'model = "gpt"',
        '[mcp_servers.docs]',
        'command = "docs"',
        'args = ["-v"]',
        'env_vars = ["TOKEN"]',
        'env = { LOG = "a" }',
        '[mcp_servers.web]',
        'url = "https://a.example/mcp"',
        'bearer_token_env_var = "KEY"',
      ].join('\n'),
    );
    write('opencode.json', {
      mcp: {
        docs: { type: 'local', command: ['docs', '-v'], environment: { TOKEN: '{env:TOKEN}', LOG: '' } },
        web: { type: 'remote', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer {env:KEY}' } },
      },
    });
    expect(await compare()).toEqual({ code: 0, out: '5 files compared, in sync.\n', error: '' });
  });

  test('lists the differences from the shared file, without secrets', async () => {
    write(
      '.mcp.json',
      servers({
        docs: { command: 'docs', args: ['--token', secret], env: { A: '1', B: '2' } },
        web: { url: `https://a.example/mcp?key=${secret}` },
      }),
    );
    write(
      '.cursor/mcp.json',
      servers({ docs: { command: 'docs2', args: [], env: { A: '1' } }, more: { command: 'm' } }),
    );
    write('.github/mcp.json', servers({ docs: { command: 'docs', args: ['--token', secret], env: { A: '', B: '' } } }));
    const { code, out } = await compare();
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      '"web" is in .mcp.json, but not in .github/mcp.json.',
      '"docs": "command" differs: "docs" in .mcp.json, "docs2" in .cursor/mcp.json.',
      '"docs": "args" differs: ["--token","<secret>"] in .mcp.json, [] in .cursor/mcp.json.',
      '"docs": "env" differs: A, B in .mcp.json, A in .cursor/mcp.json.',
      '"web" is in .mcp.json, but not in .cursor/mcp.json.',
      '"more" is in .cursor/mcp.json, but not in .mcp.json.',
      '3 files compared, 6 differences.',
      '',
    ]);
    const { checkouts } = JSON.parse((await compare('-f json --agent claude-code,copilot-cli')).out) as {
      checkouts: unknown[];
    };
    expect(checkouts).toEqual([
      {
        checkout: '.',
        files: [
          { agent: 'claude-code', file: '.mcp.json' },
          { agent: 'copilot-cli', file: '.github/mcp.json' },
        ],
        differences: [
          {
            server: 'web',
            file: '.github/mcp.json',
            message: '"web" is in .mcp.json, but not in .github/mcp.json.',
          },
        ],
      },
    ]);
  });

  test('compares each checkout, and fails if a file can’t be read', async () => {
    write('one/.mcp.json', servers({ a: { command: 'a' } }));
    write('two/.cursor/mcp.json', servers({ a: { command: 'a' } }));
    write('two/.vscode/mcp.json', { servers: {} });
    expect((await cli(`agents ${project} --in-sync`)).out).toBe(
      'two: "a" is in .cursor/mcp.json, but not in .vscode/mcp.json.\n3 files compared, 1 difference.\n',
    );
    write('one/.cursor/mcp.json', `{"mcpServers": {"a": "${secret}`);
    const { code, out, error } = await cli(`agents ${project} --in-sync`);
    expect(code).toBe(2);
    expect(out).not.toContain('in sync');
    expect(error).toContain('.cursor/mcp.json: ');
    expect(error).not.toContain(secret);
    expect((await cli('agents --in-sync --user')).error).toContain("Option --in-sync can't be combined with --user.");
  });
});

describe('convert --sync', () => {
  test('writes the files of other agents, and nothing the second time', async () => {
    write(
      '.mcp.json',
      servers({
        docs: { type: 'stdio', command: 'docs', args: ['-v'], env: { TOKEN: '${TOKEN}', LOG: 'debug' } },
        web: { type: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${KEY}' } },
      }),
    );
    const first = await sync('--to cursor,vscode,codex,opencode,gemini-cli,oh-my-pi');
    expect(first.code).toBe(0);
    expect(first.error).toContain('.cursor/mcp.json: 2 added.\n');
    expect(json('.cursor/mcp.json')).toEqual({
      mcpServers: {
        docs: { command: 'docs', args: ['-v'], env: { TOKEN: '${env:TOKEN}', LOG: 'debug' } },
        web: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${env:KEY}' } },
      },
    });
    expect(read('.codex/config.toml')).toContain('bearer_token_env_var = "KEY"');
    expect(json('opencode.json')).toHaveProperty('mcp.docs.environment.TOKEN', '{env:TOKEN}');
    const before = ['.cursor/mcp.json', '.vscode/mcp.json', '.codex/config.toml', 'opencode.json'].map(read);
    const second = await sync();
    expect([second.code, second.out]).toEqual([0, '']);
    expect(second.error.match(/2 unchanged/g)).toHaveLength(6);
    expect(['.cursor/mcp.json', '.vscode/mcp.json', '.codex/config.toml', 'opencode.json'].map(read)).toEqual(before);
    expect((await compare()).code).toBe(0);
  });

  test('changes only what differs, and keeps what only the target has', async () => {
    write(
      '.mcp.json',
      servers({ docs: { command: 'docs', args: ['new'], env: { T: '${T}', L: '1' } }, same: { command: 's' } }),
    );
    const file = [
      '{',
      '  // our servers',
      '  "servers": {',
      '    "same": { "type": "stdio", "command": "s", "dev": { "watch": "src" } }, // as it is',
      '    "docs": {',
      '      "command": "docs", // the program',
      '      "args": ["old"],',
      '      "env": { "T": "${input:t}", "L": "0", "GONE": "1" },',
      '      "envFile": ".env"',
      '    },',
      '    "mine": { "command": "m" }',
      '  },',
      '  "inputs": [{ "id": "t", "type": "promptString" }]',
      '}',
      '',
    ].join('\n');
    write('.vscode/mcp.json', file);
    const { code, error } = await sync();
    const [first, ...report] = error.split('\n');
    expect([code, first]).toEqual([0, '.vscode/mcp.json: 1 changed; 1 unchanged; only in this file, kept: "mine".']);
    expect(report.join('\n')).toContain('docs › env.GONE\n    Removed from the target');
    const lines = read('.vscode/mcp.json').split('\n');
    expect(lines.filter((line) => !file.split('\n').includes(line))).toEqual([
      '      "args": ["new"],',
      '      "env": { "T": "${input:t}", "L": "1" },',
      '      "envFile": ".env",',
      '      "type": "stdio"',
    ]);
    expect(file.split('\n').filter((line) => !lines.includes(line))).toHaveLength(3);
  });

  test('reports comments in a table of TOML, which is written anew', async () => {
    write('.mcp.json', servers({ docs: { command: 'new' }, same: { command: 's' } }));
    write(
      '.codex/config.toml',
      '# top\n[mcp_servers.docs]\n# why\ncommand = "old"\n\n[mcp_servers.same]\ncommand = "s" # kept\n',
    );
    const { code, error } = await sync();
    expect([code, read('.codex/config.toml')]).toEqual([
      0,
      '# top\n[mcp_servers.docs]\ncommand = "new"\n\n[mcp_servers.same]\ncommand = "s" # kept\n',
    ]);
    expect(error).toContain('docs\n    Its table is written anew, without the comments\n');
  });

  test('leaves secrets where they are, and reports them', async () => {
    write(
      '.mcp.json',
      servers({
        docs: { command: 'docs', env: { API_TOKEN: secret, PLAIN: 'x' } },
        args: { command: 'a', args: ['--token', secret] },
        fine: { command: 'f', args: ['--token=${TOKEN}', '--header', 'Authorization: Bearer ${TOKEN}'] },
        web: { type: 'http', url: `https://user:${secret}@a.example/` },
      }),
    );
    write('.codex/config.toml', '[mcp_servers.docs]\ncommand = "old"\nenv = { API_TOKEN = "theirs" }\n');
    const { code, out, error } = await sync('--to cursor,codex');
    expect(code).toBe(1);
    expect(out + error).not.toContain(secret);
    expect(error).toContain('docs › env.API_TOKEN');
    expect(Object.keys((json('.cursor/mcp.json') as { mcpServers: object }).mcpServers)).toEqual(['docs', 'fine']);
    expect(json('.cursor/mcp.json')).toHaveProperty('mcpServers.docs.env', { PLAIN: 'x' });
    expect(read('.cursor/mcp.json') + read('.codex/config.toml')).not.toContain(secret);
    expect(read('.codex/config.toml')).toContain('API_TOKEN = "theirs"');
  });

  test('writes no secret in a default or with escapes', async () => {
    const escaped = [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const env = `{"A_TOKEN": "\${T:-${secret}}", "B_TOKEN": "${escaped}", "C": "\${API_KEY:=${secret}}", "D": "\${D:-x}"}`;
    write(
      '.mcp.json',
      `{"mcpServers": {"a": {"command": "a", "env": ${env}}, "b": {"command": "b",
      "args": ["--token=\${T:-${secret}}"]}, "c": {"type": "http", "url": "https://a.example/?key=\${K:-${secret}}"}}}`,
    );
    const { code, out, error } = await sync('--to cursor,gemini-cli,codex');
    expect([code, out]).toEqual([1, '']);
    for (const file of ['.cursor/mcp.json', '.gemini/settings.json', '.codex/config.toml'])
      expect(read(file)).not.toContain(secret);
    expect(json('.gemini/settings.json')).toEqual(servers({ a: { command: 'a', env: { D: '${D:-x}' } } }));
    for (const field of ['a › env.A_TOKEN', 'a › env.B_TOKEN', 'a › env.C', '  b (', '  c ('])
      expect(error).toContain(field);
    expect(error).not.toContain(secret);
  });

  test('keeps variables of Codex that only the target has', async () => {
    const web = { type: 'http', url: 'https://new.example/mcp' };
    write('.mcp.json', servers({ web, docs: { command: 'docs2' }, moved: { command: 'm' } }));
    write(
      '.codex/config.toml',
      [
        '[mcp_servers.web]',
        'url = "https://old.example/mcp"',
        'bearer_token_env_var = "WEB_KEY"',
        'env_http_headers = { X-Api-Key = "OTHER_KEY", X-Team = "TEAM" }',
        '[mcp_servers.docs]',
        'command = "docs"',
        'env_vars = ["DOCS_TOKEN", "LANG"]',
        '[mcp_servers.moved]',
        'url = "https://old.example/mcp"',
        'bearer_token_env_var = "KEY"',
        '',
      ].join('\n'),
    );
    const { code, error } = await sync('--to codex');
    expect(code).toBe(0);
    const text = read('.codex/config.toml');
    expect(text).toContain('url = "https://new.example/mcp"\nbearer_token_env_var = "WEB_KEY"\n');
    expect(text).toContain('[mcp_servers.web.env_http_headers]\nX-Api-Key = "OTHER_KEY"\n');
    expect(text).toContain('command = "docs2"\nenv_vars = ["DOCS_TOKEN"]');
    expect(text).not.toMatch(/"KEY"|TEAM|LANG/);
    const kept = ['web › headers.Authorization', 'web › headers.X-Api-Key', 'docs › env.DOCS_TOKEN'];
    const removed = ['web › headers.X-Team', 'docs › env.LANG', 'moved › headers.Authorization'];
    for (const field of kept) expect(error).toContain(`${field}\n    Only the target has it. It is kept.`);
    for (const field of removed) expect(error).toContain(`${field}\n    Removed from the target:`);
    const before = read('.codex/config.toml');
    expect((await sync('--to codex')).error).toContain('3 unchanged');
    expect(read('.codex/config.toml')).toBe(before);
  });

  test('keeps a header with a secret that only the target has, and reports it', async () => {
    write('.mcp.json', servers({ web: { type: 'http', url: 'https://new.example/mcp', headers: { 'X-Team': 'a' } } }));
    const target = { url: 'https://old.example/mcp', headers: { Authorization: `Bearer ${secret}`, 'X-Old': 'b' } };
    write('.cursor/mcp.json', servers({ web: target }));
    const { code, error } = await sync();
    expect(code).toBe(0);
    expect(json('.cursor/mcp.json')).toEqual(
      servers({
        web: { url: 'https://new.example/mcp', headers: { 'X-Team': 'a', Authorization: `Bearer ${secret}` } },
      }),
    );
    expect(error).toContain('web › headers.Authorization\n    Only the target has it. It is kept.');
    expect(error).toContain('web › headers.X-Old\n    Removed from the target');
    expect((await sync()).error).toContain('1 unchanged');
  });

  test('doesn’t overwrite a command line with a secret', async () => {
    write('.mcp.json', servers({ a: { command: 'a', args: ['--token=${TOKEN}'] } }));
    write('.cursor/mcp.json', servers({ a: { command: 'a', args: ['--token', secret] } }));
    const { code, error } = await sync();
    expect([code, json('.cursor/mcp.json')]).toEqual([1, servers({ a: { command: 'a', args: ['--token', secret] } })]);
    expect(error).toContain('which would be lost');
    expect(error).not.toContain(secret);
  });

  test('never enables a disabled server', async () => {
    write('.mcp.json', servers({ off: { command: 'off', enabled: false }, on: { command: 'on' } }));
    write('.gemini/settings.json', { mcpServers: { off: { command: 'off' } }, theme: 'x' });
    const { code, error } = await sync('--to cursor,vscode,codex,gemini-cli,opencode');
    expect(code).toBe(1);
    expect(Object.keys((json('.cursor/mcp.json') as { mcpServers: object }).mcpServers)).toEqual(['on']);
    expect(Object.keys((json('.vscode/mcp.json') as { servers: object }).servers)).toEqual(['on']);
    expect(read('.codex/config.toml')).toContain('command = "off"\nenabled = false');
    expect(json('opencode.json')).toHaveProperty('mcp.off.enabled', false);
    expect(json('.gemini/settings.json')).toHaveProperty('mcp', { excluded: ['off'] });
    expect(error).toContain('.gemini/settings.json: 1 added; 1 changed.');
    expect(error).toContain("Cursor can't");
    expect((await sync('--to gemini-cli')).error).toBe('.gemini/settings.json: 2 unchanged.\n');
  });

  test('reports text that is a variable in OpenCode only', async () => {
    write('.mcp.json', servers({ a: { command: 'a', env: { TOKEN: '{env:TOKEN}' } } }));
    const { error } = await sync('--to gemini-cli');
    expect(error).toContain('a › env.TOKEN');
    expect(json('.gemini/settings.json')).toHaveProperty('mcpServers.a.env.TOKEN', '${TOKEN}');
  });

  test('masks secrets in a diff where they are, whatever their spelling', async () => {
    write('.mcp.json', servers({ docs: { command: 'docs' }, w: { command: 'w' } }));
    const [start, end] = [secret.slice(0, 8), secret.slice(8)];
    write(
      '.gemini/settings.json',
      `{
  "apiKey": "\\u0061${secret.slice(1)}", "path": "a\\/b", "theme": "${start}",
  "token": "\${T:-${secret}}",
  "mcpServers": {"docs": {"command": "old"}}
}`,
    );
    write('.codex/config.toml', `token = """\n${start}\\\n  ${end}"""\n[mcp_servers.docs]\ncommand = "old"\n`);
    const { out } = await sync('--dry-run');
    expect(out).toContain('"apiKey": "<secret>", "path": "a\\/b", "theme": "abcDEF12"');
    expect(out).toContain('"token": "${T:-<secret>}"');
    expect(out).toContain(' token = "<secret>"');
    expect(out).not.toContain(secret.slice(1));
    expect(out).not.toContain(end);
  });

  test('shows a diff without secrets in a dry run', async () => {
    write('.mcp.json', servers({ docs: { command: 'docs' } }));
    const file = write('.gemini/settings.json', { apiKey: secret, mcpServers: { docs: { command: 'old' } } });
    const { code, out, error } = await sync('--dry-run');
    expect(code).toBe(1);
    expect(out).toContain('--- a/.gemini/settings.json\n+++ b/.gemini/settings.json\n');
    expect(out).toContain('-      "command": "old"\n+      "command": "docs"\n');
    expect(out).toContain('"apiKey": "<secret>"');
    expect(out).not.toContain(secret);
    expect(error).toBe('.gemini/settings.json: 1 would be changed.\n');
    expect(read('.gemini/settings.json')).toContain('old');
    expect(existsSync(file)).toBe(true);
  });

  test('reads any file of the project as the source', async () => {
    write('.vscode/mcp.json', { servers: { docs: { command: 'docs', env: { A: '${env:A}' } } } });
    expect((await sync('.vscode/mcp.json --to claude-code')).code).toBe(0);
    expect(json('.mcp.json')).toEqual(servers({ docs: { command: 'docs', env: { A: '${A}' } } }));
  });

  test('skips names that an agent doesn’t accept, instead of renaming them each time', async () => {
    write('.mcp.json', servers({ 'a b': { command: 'a' }, c: { command: 'c' } }));
    const { code, error } = await sync('--to codex');
    expect(code).toBe(1);
    expect(error).toContain("Codex doesn't accept this name.");
    expect(read('.codex/config.toml')).toBe('[mcp_servers.c]\ncommand = "c"\n');
  });

  test('writes the other files if one is invalid or a link to the outside', async () => {
    write('.mcp.json', servers({ docs: { command: 'docs' } }));
    write('.cursor/mcp.json', '{ broken');
    folder.write('outside.json', { servers: {} });
    mkdirSync(folder.at(`${project}/.vscode`));
    symlinkSync(folder.at('outside.json'), folder.at(`${project}/.vscode/mcp.json`));
    const { code, error } = await sync('--to cursor,vscode,gemini-cli');
    expect(code).toBe(2);
    expect(error).toContain('.cursor/mcp.json: ');
    expect(error).toContain('is a link that leads outside the project.');
    expect(read('.cursor/mcp.json')).toBe('{ broken');
    expect(folder.read('outside.json')).toBe(JSON.stringify({ servers: {} }, null, 2));
    expect(json('.gemini/settings.json')).toHaveProperty('mcpServers.docs.command', 'docs');
  });

  test.each([
    ['--to cursr', 'Unknown agent "cursr". Did you mean cursor?'],
    ['--to copilot-cli', "The file of Copilot CLI can't be written."],
    ['--to claude-code', 'The source is the file of Claude Code.'],
    ['', 'No other agent has a file in this project. Name agents with --to.'],
    ['--into x', "Option --sync can't be combined with --into."],
    ['a b', 'convert accepts only one file.'],
  ])('rejects %j', async (words, message) => {
    write('.mcp.json', servers({ docs: { command: 'docs' } }));
    const { code, error } = await sync(words);
    expect([code, error.startsWith(`mcp-config: ${message}`)]).toEqual([2, true]);
  });

  test('fails if the source is missing', async () => {
    write('x', '');
    folder.write('outside-source.json', servers({ docs: { command: 'docs' } }));
    const { code, error } = await sync('--to cursor');
    symlinkSync(folder.at('outside-source.json'), folder.at(`${project}/.mcp.json`));
    expect((await sync('--to cursor')).error).toContain('.mcp.json is a link that leads outside the project.');
    expect([code, error]).toEqual([
      2,
      `mcp-config: Couldn't read ${folder.at(`${project}/.mcp.json`)}: no such file or folder (ENOENT).\n`,
    ]);
    expect((await cli('convert --dry-run x')).error).toContain('Option --dry-run requires --sync.');
  });

  test('changes nothing the second time, loses no server of the target, and writes no secret, for real files', async () => {
    const targets = (['cursor', 'vscode', 'codex', 'gemini-cli', 'opencode', 'oh-my-pi'] as const).flatMap(
      (id) => filesOfAgent(id) ?? [],
    );
    let written = 0;
    for (const target of targets) {
      let before: Synced | undefined;
      for (const { text } of corpus().slice(0, runs(80))) {
        const from = { text, path: '/p/.mcp.json', from: undefined, shown: '.mcp.json' };
        try {
          const first = await synced(from, target, before?.text);
          const second = await synced(from, target, first.text);
          expect([second.text, second.added, second.changed]).toEqual([first.text, [], []]);
          expect(tokenIn(first.text)).toBeUndefined();
          const names = ({ added, changed, unchanged, onlyInTarget }: Synced) =>
            new Set([...added, ...changed, ...unchanged, ...onlyInTarget]);
          for (const name of before === undefined ? [] : names(before)) expect(names(first)).toContain(name);
          written += first.added.length + first.changed.length;
          // Grows to a limit, so that names collide, but not without end.
          before = first.text.length < 50_000 ? first : undefined;
        } catch (error) {
          if (!(error instanceof ConversionError)) throw error;
        }
      }
    }
    expect(written).toBeGreaterThan(runs(atLeast(100, 5)));
  });
});

/** Files of each tool are converted to the agent's format; unsupported parts are reported with their place. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { describe, expect, test } from 'vitest';
import type { Remark } from '../../../../common/conversion.ts';
import { dialectNames, toolFiles, toolOfPath } from '../../../../common/tool-files.ts';
import { convert } from '../../../../server/convert/index.ts';
import { errorsOf, obeysTheSpec } from '../support.ts';
import { fixtures } from './fixtures.ts';

const inShort = ({ kind, server, field }: Remark): string => `${kind} ${server ?? '-'} ${field ?? '-'}`;

describe.each(fixtures.map((fixture) => ({ ...fixture, title: `${dialectNames[fixture.dialect]}: ${fixture.path}` })))(
  '$title',
  ({ dialect, path, text, servers, report }) => {
    test('converts or reports every field', async () => {
      const result = await convert(text, { path, project: '/srv/shop' });
      expect(result.dialect).toBe(dialect);
      expect(JSON.parse(result.text).mcpServers).toEqual(servers);
      expect(result.report.map(inShort).sort()).toEqual([...report].sort());
    });

    test('returns a result that conforms to the spec', async () => {
      const result = await convert(text, { path });
      expect(errorsOf(result.text)).toEqual([]);
      expect(obeysTheSpec(result.text)).toBe(true);
    });

    test('reports a line number for each remark', async () => {
      const { report: remarks } = await convert(text, { path });
      for (const { line } of remarks) expect(line).toBeGreaterThan(0);
    });
  },
);

test('reports lost comments only if the source file is rewritten', async () => {
  const text = '{\n  // mine\n  "servers": {"docs": {"command": "x" /* why */}}\n}';
  const { report } = await convert(text, { path: '/p/.mcp.json' });
  expect(report.map((remark) => [inShort(remark), remark.line])).toEqual([['lost - 2 comments', 2]]);
  expect((await convert(text, { path: '/p/.vscode/mcp.json' })).report).toEqual([]);
});

describe('format detection', () => {
  const alike = ['agent', 'amazon-q', 'antigravity', 'claude-desktop', 'copilot', 'cursor', 'devin', 'junie', 'kilo'];
  const told = [...alike, 'kiro', 'lm-studio'];
  test.each(fixtures.filter(({ dialect, path }) => !told.includes(dialect) && !path.includes('/mcpServers/')))(
    'recognizes the content of $dialect files',
    async ({ text, dialect }) => {
      expect((await convert(text)).dialect).toBe(dialect);
    },
  );

  test('recognizes every known file by its path', () => {
    for (const { dialect, tool, project = [], user = [] } of toolFiles)
      for (const path of [...project, ...user])
        expect(toolOfPath(`/home/me/${path}`), path).toMatchObject({ dialect, tool });
    expect(toolOfPath('C:\\Users\\me\\.cursor\\mcp.json')?.tool).toBe('Cursor');
    expect(toolOfPath('/p/.continue/mcpServers/any.yaml')?.tool).toBe('Continue');
    expect(toolOfPath('/p/mcpServers/any.yaml')).toBeUndefined();
    expect(toolOfPath('/p/.mcp.json')).toBeUndefined();
    expect(toolOfPath('/p/settings.json')).toBeUndefined();
  });

  test('finds the servers next to custom commands of OpenCode', async () => {
    const command = { test: { template: 'Run the tests' }, url: { template: 'Open the page' } };
    const text = JSON.stringify({ command, mcp: { docs: { type: 'local', command: ['npx', 'docs'] } } });
    const { dialect, text: result, report } = await convert(text);
    expect(dialect).toBe('opencode');
    expect(JSON.parse(result).mcpServers).toEqual({ docs: { command: 'npx', args: ['docs'] } });
    expect(report).toEqual([]);
    const path = '/p/opencode.json';
    await expect(convert(JSON.stringify({ command }), { path })).rejects.toThrow("doesn't define any tool servers");
  });

  test('finds the servers next to a command or URL at the top level', async () => {
    const servers = { docs: { command: 'docs-server' } };
    for (const key of ['mcpServers', 'servers', 'context_servers'])
      for (const other of [{ url: 'https://example.com' }, { command: 'x' }]) {
        const { text } = await convert(JSON.stringify({ [key]: servers, ...other }));
        expect(JSON.parse(text).mcpServers, key).toEqual(servers);
      }
  });

  test('recognizes a single server at the top level', async () => {
    const zed = { command: { path: '/usr/bin/docs-server' } };
    for (const single of [{ command: 'docs-server', env: { url: 'x' } }, zed, { url: 'https://example.com/mcp' }])
      expect(Object.keys(JSON.parse((await convert(JSON.stringify(single))).text).mcpServers)).toHaveLength(1);
  });
});

test('the report contains server, field, line, and reason', async () => {
  const { reportText } = await convert('{\n"servers": {\n"a b": {\n"command": "x",\n"envFile": ".env"}}}');
  expect(reportText).toBe(
    'Not converted\n' +
      `  a b › envFile (line 5)\n    Environment files aren't converted. List the\n    variables in "env".\n` +
      '\n' +
      'Renamed\n' +
      '  a b (line 3)\n    Renamed to "a-b": the original name is invalid\n    or already used.\n',
  );
});

test('reports line numbers in TOML and YAML files', async () => {
  const toml = await convert('[mcp_servers.a]\ncommand = "x"\n\nenabled_tools = ["b"]\n');
  expect(toml.report).toMatchObject([{ server: 'a', field: 'enabled_tools', line: 4 }]);
  const yaml = await convert('mcpServers:\n  - name: a\n    command: x\n    icon: y\n');
  expect(yaml.report).toMatchObject([{ server: 'a', field: 'icon', line: 4 }]);
});

test.each(["'docs'", '.5'])('rejects the value %s, which is not JSON and would get lost', async (value) => {
  const text = `{\n  "servers": {"docs": {"command": "x",\n    "args": [${value}]}}\n}`;
  await expect(convert(text)).rejects.toThrow("The text isn't valid JSON (line 3). Fix it first.");
});

test('checks deeply nested JSON for values that would get lost', async () => {
  const deep = `// ours\n${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  await expect(convert(deep)).rejects.toThrow('Unknown format');
});

describe('numbers in args, env, and headers', () => {
  const spelled = /^Converted to a string with the same spelling\./;

  test('keep their spelling, and an unusual one is reported', async () => {
    const json = `{"mcpServers": {
      "local": {
        "command": "docs-server",
        "args": ["--guild", 1234567890123456789, 1.10, 80],
        "env": {"PRICE": 1e3, "PORT": 3000},
        "timeout": 6e4
      },
      "remote": {"type": "http", "url": "https://example.com/mcp", "headers": {"X-Version": 2.0}}
    }}`;
    for (const path of ['/p/.cursor/mcp.json', '/p/.mcp.json']) {
      const { text, report } = await convert(json, { path });
      expect(JSON.parse(text).mcpServers).toEqual({
        local: {
          command: 'docs-server',
          args: ['--guild', '1234567890123456789', '1.10', '80'],
          env: { PRICE: '1e3', PORT: '3000' },
          timeout: 60000,
        },
        remote: { type: 'http', url: 'https://example.com/mcp', headers: { 'X-Version': '2.0' } },
      });
      expect(report.map(inShort)).toEqual([
        'changed local args[1]',
        'changed local args[2]',
        'changed local env.PRICE',
        'changed remote headers.X-Version',
      ]);
      for (const { reason } of report) expect(reason).toMatch(spelled);
    }
  });

  test('keep their spelling in TOML', async () => {
    const { text, report } = await convert(
      '[mcp_servers.docs]\ncommand = "docs-server"\nargs = [0x1F, 1234567890123456789]\nenv = { RATE = 1.10, LIMIT = inf }\n' +
        'tool_timeout_sec = 60.0\n',
    );
    expect(JSON.parse(text).mcpServers.docs).toEqual({
      command: 'docs-server',
      args: ['0x1F', '1234567890123456789'],
      env: { RATE: '1.10', LIMIT: 'inf' },
      timeout: 60000,
    });
    expect(report).toHaveLength(4);
  });

  test('keep their spelling in YAML', async () => {
    const { text, report } = await convert(
      'mcpServers:\n  - name: docs\n    command: docs-server\n    args: [0x1F, &rate 1.10]\n' +
        '    env: { RATE: *rate, LIMIT: .inf, GUILD: 1234567890123456789, 1.0: 007 }\n',
    );
    expect(JSON.parse(text).mcpServers.docs).toEqual({
      command: 'docs-server',
      args: ['0x1F', '1.10'],
      env: { RATE: '1.10', LIMIT: '.inf', GUILD: '1234567890123456789', '1.0': '007' },
    });
    expect(report).toHaveLength(6);
  });

  test('keep their spelling if the command is a list', async () => {
    const { text } = await convert('{"mcp": {"docs": {"type": "local", "command": ["docs-server", 1.10]}}}');
    expect(JSON.parse(text).mcpServers.docs).toEqual({ command: 'docs-server', args: ['1.10'] });
  });
});

test('removes values of other tools that the agent would run as commands', async () => {
  const text = JSON.stringify({ servers: { a: { command: 'x', env: { A: '!touch /tmp/x' } } } });
  const { text: result, report } = await convert(text);
  expect(result).not.toContain('touch');
  expect(report).toMatchObject([{ kind: 'lost', field: 'env.A' }]);
  expect(JSON.stringify(report)).not.toContain('touch');
});

test('removes variable defaults and names that the agent would run as commands', async () => {
  const env = { A: '${X:-!touch /tmp/x}', B: '${X:-}${Y:-!touch /tmp/x}', C: '${X:-y}!' };
  const { text } = await convert(JSON.stringify({ mcpServers: { a: { command: 'x', env } } }));
  expect(JSON.parse(text).mcpServers.a.env).toEqual({ C: '${X:-y}!' });
  const toml = '[mcp_servers.a]\nurl = "https://example.com"\nenv_http_headers = { X = "A:-!touch /tmp/x" }\n';
  expect((await convert(toml)).text).not.toContain('touch');
});

test('preserves names of variables that the agent expands', async () => {
  const text = '{"servers": {"a": {"command": "${env:MY-VAR}", "args": ["${env:ProgramFiles(x86)}/docs"]}}}';
  const { text: result, report } = await convert(text);
  expect(JSON.parse(result).mcpServers.a).toEqual({ command: '${MY-VAR}', args: ['${ProgramFiles(x86)}/docs'] });
  expect(report).toEqual([]);
});

test('preserves command values only in files of the agent', async () => {
  const text = JSON.stringify({ mcpServers: { a: { command: 'x', env: { A: '!touch /tmp/x' } } } });
  expect((await convert(text)).text).not.toContain('touch');
  expect((await convert(text, { path: '/p/.cursor/mcp.json' })).text).not.toContain('touch');
  expect((await convert(text, { path: '/p/.omp/mcp.json' })).text).toContain('!touch');
  expect((await convert(text, { from: 'agent' })).text).toContain('!touch');
});

test('preserves entries that only disable a server in a file of the agent, for the agent', async () => {
  const servers = { playwright: { enabled: false }, docs: { command: 'x' } };
  const text = JSON.stringify({ mcpServers: servers });
  for (const to of ['agent', undefined] as const) {
    const kept = await convert(text, { path: '/p/.omp/mcp.json', ...(to && { to }) });
    expect(JSON.parse(kept.text).mcpServers).toEqual(servers);
    expect(kept.report).toEqual([]);
  }
  const ignored = await convert('{"mcpServers": {"a": {"disabled": true}}}', { path: '/p/.omp/mcp.json' });
  expect(ignored.report.map(inShort)).toEqual(['skipped a -']);
  const inOther = await convert(text, { path: '/p/.cursor/mcp.json', to: 'agent' });
  const forOther = await convert(text, { path: '/p/.omp/mcp.json', to: 'cursor' });
  for (const { text: result, report } of [inOther, forOther]) {
    expect(Object.keys(JSON.parse(result).mcpServers)).toEqual(['docs']);
    expect(report.map(inShort)).toEqual(['skipped playwright -']);
  }
});

test('leaves out entries that only disable a server with an invalid name, instead of renaming them', async () => {
  const text = '{"mcpServers": {"my docs": {"enabled": false}, "b": {"command": "x"}}, "disabledServers": ["my docs"]}';
  const result = await convert(text, { path: '/p/.omp/mcp.json' });
  expect(JSON.parse(result.text)).toEqual({ mcpServers: { b: { command: 'x' } }, disabledServers: ['my docs'] });
  expect(result.report.map(inShort)).toEqual(['skipped my docs -']);
  expect(result.report[0]?.reason).toMatch(/isn't a valid server name/);
});

test('preserves the server lists in a file of the agent', async () => {
  const text = JSON.stringify({ mcpServers: { a: { command: 'x', disabled: true } }, disabledServers: ['b'] });
  expect(JSON.parse((await convert(text)).text)).toEqual({
    mcpServers: { a: { command: 'x', enabled: false } },
    disabledServers: ['b'],
  });
});

/** The format of a file is recognized, and the report names the place of what isn't converted. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { describe, expect, test } from 'vitest';
import { toolFiles } from '../../../../common/generated/tools.ts';
import type { Remark } from '../../../../common/messages/conversion.ts';
import { toolOfPath } from '../../../../common/messages/tool-files.ts';
import { convert } from '../../../../server/convert/index.ts';

const inShort = ({ kind, server, field }: Remark): string => `${kind} ${server ?? '-'} ${field ?? '-'}`;

test('reports lost comments only if the source file is rewritten', async () => {
  const text = '{\n  // mine\n  "servers": {"docs": {"command": "x" /* why */}}\n}';
  const { report } = await convert(text, { path: '/p/.mcp.json' });
  expect(report.map((remark) => [inShort(remark), remark.line])).toEqual([['lost - 2 comments', 2]]);
  expect((await convert(text, { path: '/p/.vscode/mcp.json' })).report).toEqual([]);
});

describe('format detection', () => {
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

test('reads aliases in YAML, and rejects duplicate keys, unknown aliases, and aliases that multiply', async () => {
  const aliased =
    'x: &a\n  KEY: "1"\nmcpServers:\n  - {name: a, command: x, env: *a}\n  - {name: b, command: y, env: *a}\n';
  expect((await convert(aliased)).text.match(/"KEY": "1"/g)).toHaveLength(2);
  const rejected = async (text: string) =>
    convert(text).then(
      () => '',
      (error: unknown) => String(error),
    );
  expect(await rejected('mcpServers:\n  - name: a\n    name: b\n')).toContain('line 3');
  expect(await rejected('mcpServers:\n  - name: *b\n')).toContain('line 2');
  const lines = Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]\n`);
  expect(await rejected(`a0: &a0 x\n${lines.join('')}mcpServers:\n  - {name: a, command: x}\n`)).toContain(
    'too many levels or aliases',
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
    const json = `{"mcpServers": { "local": { "command": "docs-server",
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
});

test('removes values of other tools that the agent would run as commands', async () => {
  const text = JSON.stringify({ servers: { a: { command: 'x', env: { A: '!touch /tmp/x' } } } });
  const { text: result, report } = await convert(text);
  expect(result).not.toContain('touch');
  expect(report).toMatchObject([{ kind: 'lost', field: 'env.A' }]);
  expect(JSON.stringify(report)).not.toContain('touch');
});

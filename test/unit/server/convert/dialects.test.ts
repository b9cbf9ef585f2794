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
});

test('the report contains server, field, line, and reason', async () => {
  const { reportText } = await convert('{\n"servers": {\n"a b": {\n"command": "x",\n"envFile": ".env"}}}');
  expect(reportText).toBe(
    'Not converted\n' +
      `  a b › envFile (line 5)\n    Oh My Pi doesn't read environment files. List\n    the variables in "env".\n` +
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

test('preserves the server lists in a file of the agent', async () => {
  const text = JSON.stringify({ mcpServers: { a: { command: 'x', disabled: true } }, disabledServers: ['b'] });
  expect(JSON.parse((await convert(text)).text)).toEqual({
    mcpServers: { a: { command: 'x', enabled: false } },
    disabledServers: ['b'],
  });
});

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
    test('every field is carried over or reported', async () => {
      const result = await convert(text, { path, project: '/srv/shop' });
      expect(result.dialect).toBe(dialect);
      expect(JSON.parse(result.text).mcpServers).toEqual(servers);
      expect(result.report.map(inShort).sort()).toEqual([...report].sort());
    });

    test('the result obeys the spec', async () => {
      const result = await convert(text, { path });
      expect(errorsOf(result.text)).toEqual([]);
      expect(obeysTheSpec(result.text)).toBe(true);
    });

    test('each remark about a server says on which line it is', async () => {
      const { report: remarks } = await convert(text, { path });
      for (const { line } of remarks) expect(line).toBeGreaterThan(0);
    });
  },
);

test('comments of a file that is rewritten are spoken of; those of a file that stays are not', async () => {
  const text = '{\n  // mine\n  "servers": {"docs": {"command": "x" /* why */}}\n}';
  const { report } = await convert(text, { path: '/p/.mcp.json' });
  expect(report.map((remark) => [inShort(remark), remark.line])).toEqual([['lost - 2 comments', 2]]);
  expect((await convert(text, { path: '/p/.vscode/mcp.json' })).report).toEqual([]);
});

describe('whose format it is', () => {
  const alike = ['agent', 'amazon-q', 'antigravity', 'claude-desktop', 'copilot', 'cursor', 'devin', 'junie', 'kilo'];
  const told = [...alike, 'kiro', 'lm-studio'];
  test.each(fixtures.filter(({ dialect, path }) => !told.includes(dialect) && !path.includes('/mcpServers/')))(
    'is told by the shape: $dialect',
    async ({ text, dialect }) => {
      expect((await convert(text)).dialect).toBe(dialect);
    },
  );

  test('is told by the path for every file that is looked for', () => {
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

test('the report names server, field, line and reason', async () => {
  const { reportText } = await convert('{\n"servers": {\n"a b": {\n"command": "x",\n"envFile": ".env"}}}');
  expect(reportText).toBe(
    'Not converted\n' +
      `  a b › envFile (line 5)\n    Oh My Pi doesn't read environment files. List\n    the variables in "env".\n` +
      '\n' +
      'Renamed\n' +
      '  a b (line 3)\n    Renamed to "a-b": the original name is invalid\n    or already used.\n',
  );
});

test('lines are right in TOML and YAML too', async () => {
  const toml = await convert('[mcp_servers.a]\ncommand = "x"\n\nenabled_tools = ["b"]\n');
  expect(toml.report).toMatchObject([{ server: 'a', field: 'enabled_tools', line: 4 }]);
  const yaml = await convert('mcpServers:\n  - name: a\n    command: x\n    icon: y\n');
  expect(yaml.report).toMatchObject([{ server: 'a', field: 'icon', line: 4 }]);
});

test('a harmless text of another tool never becomes a command that the agent runs', async () => {
  const text = JSON.stringify({ servers: { a: { command: 'x', env: { A: '!touch /tmp/x' } } } });
  const { text: result, report } = await convert(text);
  expect(result).not.toContain('touch');
  expect(report).toMatchObject([{ kind: 'lost', field: 'env.A' }]);
  expect(JSON.stringify(report)).not.toContain('touch');
});

test('nor does a default of a variable, or the name of one', async () => {
  const env = { A: '${X:-!touch /tmp/x}', B: '${X:-}${Y:-!touch /tmp/x}', C: '${X:-y}!' };
  const { text } = await convert(JSON.stringify({ mcpServers: { a: { command: 'x', env } } }));
  expect(JSON.parse(text).mcpServers.a.env).toEqual({ C: '${X:-y}!' });
  const toml = '[mcp_servers.a]\nurl = "https://example.com"\nenv_http_headers = { X = "A:-!touch /tmp/x" }\n';
  expect((await convert(toml)).text).not.toContain('touch');
});

test('a text of no known origin is not trusted with commands; a file of the agent keeps them', async () => {
  const text = JSON.stringify({ mcpServers: { a: { command: 'x', env: { A: '!touch /tmp/x' } } } });
  expect((await convert(text)).text).not.toContain('touch');
  expect((await convert(text, { path: '/p/.cursor/mcp.json' })).text).not.toContain('touch');
  expect((await convert(text, { path: '/p/.omp/mcp.json' })).text).toContain('!touch');
  expect((await convert(text, { from: 'agent' })).text).toContain('!touch');
});

test('the lists of names stay in a file of the agent', async () => {
  const text = JSON.stringify({ mcpServers: { a: { command: 'x', disabled: true } }, disabledServers: ['b'] });
  expect(JSON.parse((await convert(text)).text)).toEqual({
    mcpServers: { a: { command: 'x', enabled: false } },
    disabledServers: ['b'],
  });
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
/** Files of other tools: requirements of Oh My Pi's format aren't reported. */
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { check } from '../../../server/rules/check.ts';
import { kindChanges } from '../../../server/rules/fix-all.ts';
import { RuleOptions } from '../../../server/workspace/rule-options.ts';
import { home, project, workspaceWith } from './files.ts';

const inPlace = (path: string, text: string, others: Readonly<Record<string, string>> = {}) => {
  const uri = `${project}/${path}`;
  const options = new RuleOptions(workspaceWith({ [uri]: text, ...others }), undefined);
  return check(new ConfigDocument(text), options.for(uri).context).problems;
};
const codes = (...args: Parameters<typeof inPlace>) => inPlace(...args).map(({ code }) => code);

const kiro = '{"mcpServers": {"a": {"command": "x", "disabled": false, "autoApprove": ["b"], "disabledTools": []}}}';
const vscode = '{"servers": {"Dev Box": {"type": "stdio", "command": "x", "gallery": true}}, "inputs": []}';

test.each([
  ['.kiro/settings/mcp.json', kiro, 'This file belongs to Kiro and uses its format. Import its servers instead.'],
  ['.github/mcp.json', vscode, 'This file belongs to GitHub Copilot and uses its format. Import its servers instead.'],
  ['.vscode/mcp.json', vscode, 'This file belongs to VS Code and uses its format. Import its servers instead.'],
  [
    '.cursor/mcp.json',
    '{"mcpServers": {"a": {"url": "https://example.com/mcp", "envFile": ".env"}}}',
    'This file belongs to Cursor and uses its format. Oh My Pi reads only the properties that it supports.',
  ],
])('%s is identified by its path, and its format is not reported as an error', (path, text, message) => {
  const problems = inPlace(path, text);
  expect(problems.filter(({ code }) => code === 'other-dialect').map((problem) => problem.message)).toEqual([message]);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('problems in any format are still reported in files of other tools', () => {
  const secret = '{"mcpServers": {"a": {"command": "x", "env": {"API_KEY": "k3Jq9vT2mXw8Lr5Z"}, "disabled": true}}}';
  expect(codes('.kiro/settings/mcp.json', secret)).toEqual(['other-dialect', 'literal-secret']);
  expect(codes('.kiro/settings/mcp.json', '{"mcpServers": {"a": {"command": "x"},}}')).toContain('json-trailing-comma');
});

test.each([
  ['.zed/settings.json', 'context_servers', []],
  ['.amp/settings.json', 'amp.mcpServers', []],
  ['.vscode/mcp.json', 'servers', ['Remove the secret and use ${env:API_KEY}']],
  ['.cursor/mcp.json', 'mcpServers', ['Remove the secret and use ${env:API_KEY}']],
  ['.gemini/settings.json', 'mcpServers', ['Remove the secret and use ${API_KEY}']],
])('a fix of a secret in %s spells the variable as the tool does, if that is known', (path, root, titles) => {
  const server = { command: 'x', env: { API_KEY: 'k3Jq9vT2mXw8Lr5Z', A: '${input:a}' } };
  const text = JSON.stringify({ theme: 'x', [root]: { a: server } });
  const secrets = inPlace(path, text).filter(({ code }) => code === 'literal-secret');
  const offered = secrets.map(({ fixes }) => (fixes?.(new ConfigDocument(text)) ?? []).map(({ title }) => title));
  expect(offered).toEqual([titles]);
});

test('paths of one machine are reported in files of other tools in a project, and not in those of the user', () => {
  const text = (root: string) => `{"${root}": {"a": {"command": "/home/ada/bin/docs"}}}`;
  expect(codes('.cursor/mcp.json', text('mcpServers'))).toEqual(['machine-path']);
  expect(codes('.vscode/mcp.json', text('servers'))).toEqual(['other-dialect', 'machine-path']);
  const uri = `${home}/.cursor/mcp.json`;
  const options = new RuleOptions(workspaceWith({ [uri]: text('mcpServers') }), undefined);
  expect(check(new ConfigDocument(text('mcpServers')), options.for(uri).context).problems).toEqual([]);
});

test('secrets, variables, and inputs are reported before the root property of VS Code is renamed', () => {
  const server = { command: 'x', env: { API_KEY: 'k3Jq9vT2mXw8Lr5Z', A: '${input:a}' } };
  const file = { inputs: [], servers: { a: server }, other: 1 };
  expect(codes('.omp/mcp.json', JSON.stringify(file))).toEqual([
    'unknown-top-level-key',
    'foreign-root-key',
    'literal-secret',
    'foreign-variable',
  ]);
});

test('comments and trailing commas are reported only if the tool also requires strict JSON', () => {
  const members = '// ours\n"a": {"command": "x"},';
  expect(codes('.vscode/mcp.json', `{"servers": {${members}},}`)).toEqual(['other-dialect']);
  expect(codes('.zed/settings.json', `{"context_servers": {${members}},}`)).toEqual(['other-dialect']);
  expect(codes('.vscode/mcp.json', `{"servers": {"a": {"command": "x"}`)).toContain('json-unclosed');
  expect(codes('.cursor/mcp.json', `{"mcpServers": {${members}}}`)).toEqual(['json-comment', 'json-trailing-comma']);
});

test.each(['claude_desktop_config_old.json', 'docs/claude_desktop_config.example.json', 'claude-desktop-config.json'])(
  '%s is in the format of Claude Desktop',
  (path) => {
    const text = '{"globalShortcut": "Cmd+Space", "mcpServers": {"a": {"command": "x"}}}';
    expect(codes(path, text)).toEqual(['other-dialect']);
  },
);

test('a file of another tool that is also valid for Oh My Pi has no problems', () => {
  expect(codes('.kiro/settings/mcp.json', '{"mcpServers": {"a": {"command": "x"}}}')).toEqual([]);
});

const flat = '{"docs": {"command": "docs-server"}}';

test.each([
  ['plugins/docs/.mcp.json', {}],
  ['external_plugins/docs/.mcp.json', {}],
  ['.mcp.json', { [`${project}/.claude-plugin/plugin.json`]: '{}' }],
  ['docs/.mcp.json', { [`${project}/docs/.omp-plugin/plugin.json`]: '{}' }],
  ['docs/.mcp.json', { [`${project}/docs/.codex-plugin/plugin.json`]: '{}' }],
])('a plugin may list its servers at the top level: %s', (path, others) => {
  expect(codes(path, flat, others)).toEqual([]);
});

describe('a plugin of another tool', () => {
  const cursor =
    '{"mcpServers": {"a": {"url": "https://a.example/mcp", "auth": {"CLIENT_ID": "${CLIENT_ID}", "scopes": ["read"]}}}}';
  const codex = '{"mcpServers": {"a": {"command": "x", "startup_timeout_sec": 9, "env_vars": ["A"]}}}';

  test.each([
    ['mcp.json', '.cursor-plugin/plugin.json', cursor],
    ['.mcp.json', '.cursor-plugin/plugin.json', cursor],
    ['servers/mcp.json', '.cursor-plugin/plugin.json', cursor],
    ['third_party/a/mcp.json', 'third_party/a/.cursor-plugin/plugin.json', cursor],
    ['.mcp.json', '.codex-plugin/plugin.json', codex],
    ['a/b/.mcp.json', 'a/.codex-plugin/plugin.json', codex],
  ])('has the format of the tool: %s with %s', (path, manifest, text) => {
    const others = { [`${project}/${manifest}`]: '{}' };
    expect(codes(path, text, others)).toEqual(['other-dialect']);
    expect(codes(path, text)).not.toEqual(['other-dialect']);
  });

  test('is still checked for secrets and syntax', () => {
    const others = { [`${project}/.cursor-plugin/plugin.json`]: '{}' };
    const secret = '{"mcpServers": {"a": {"url": "https://a.example", "headers": {"X-Api-Key": "k3Jq9vT2mXw8Lr5Z"}}}}';
    expect(codes('mcp.json', secret, others)).toContain('literal-secret');
    expect(codes('mcp.json', '{"mcpServers": {"a": {"command": "x"},}}', others)).toContain('json-trailing-comma');
  });

  test('does not change the files of Oh My Pi beside it', () => {
    const others = { [`${project}/.codex-plugin/plugin.json`]: '{}' };
    expect(codes('.omp/mcp.json', codex, others)).toEqual(['foreign-key', 'unknown-key']);
  });
});

test('mistakes in servers at the top level of a plugin are reported', () => {
  const secret = { comand: 'x', env: { API_KEY: 'k3Jq9vT2mXw8Lr5Z' } };
  const file = JSON.stringify({ docs: secret, web: { url: 'https://example.com/mcp' } });
  expect(codes('plugins/docs/.mcp.json', file)).toEqual(['unknown-key', 'literal-secret', 'missing-type']);
  const [typo] = inPlace('plugins/docs/.mcp.json', file);
  expect(typo?.fixes?.(new ConfigDocument(file)).map(({ title }) => title)).toContain('Rename to "command"');
});

describe('an Agent Plugins file', () => {
  const file = (members: string): string =>
    `{"$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", "mcpServers": {"docs": {${members}}}}`;

  test.each([
    ['"type": "streamable-http", "url": "https://example.com/mcp"'],
    ['"type": "stdio", "command": "${PLUGIN_ROOT}/docs-server"'],
  ])('that is correct has no problems: %s', (members) => {
    expect(codes('mcp.json', file(members))).toEqual(['other-dialect']);
    expect(codes('plugins/docs/.mcp.json', file(members))).toEqual([]);
    const context = { level: 'standalone' } as const;
    expect(kindChanges(file(members), context, ['unknown-transport'])).toEqual([]);
  });

  test.each([
    ['"command": "docs-server"', 'stdio'],
    ['"url": "https://example.com/mcp"', 'streamable-http'],
  ])('requires a type: %s', (members, type) => {
    const text = file(members);
    const problems = inPlace('mcp.json', text).filter(({ code }) => code !== 'other-dialect');
    expect(problems.map(({ code }) => code)).toEqual(['agent-plugins-type']);
    const [fix] = problems[0]?.fixes?.(new ConfigDocument(text)) ?? [];
    expect(applyChanges(text, fix?.changes ?? [])).toBe(file(`"type": "${type}", ${members}`));
  });

  test('is checked as a config file in the folder of Oh My Pi', () => {
    expect(codes('.omp/mcp.json', file('"type": "streamable-http", "url": "https://example.com/mcp"'))).toContain(
      'unknown-transport',
    );
  });
});

test('servers at the top level are an error outside plugins', () => {
  expect(codes('.mcp.json', flat)).toEqual(['flat-map']);
  expect(codes('plugins/docs/mcp.json', flat)).toEqual(['flat-map']);
  expect(codes('docs/.mcp.json', flat, { [`${project}/.claude-plugin/plugin.json`]: '{}' })).toEqual(['flat-map']);
});

test('Codex properties are other-dialect in a plugin and foreign-key elsewhere', () => {
  const codex = '{"mcpServers": {"a": {"command": "x", "tool_timeout_sec": 900}}}';
  expect(codes('plugins/a/.mcp.json', codex)).toEqual(['other-dialect']);
  expect(codes('.mcp.json', codex)).toEqual(['foreign-key']);
});

test('machine-specific paths are reported in plugins', () => {
  expect(codes('plugins/a/.mcp.json', '{"mcpServers": {"a": {"command": "/home/ada/x"}}}')).toEqual(['machine-path']);
});

test('a translation in a translations folder gets only the not-a-config hint', () => {
  expect(codes('src/i18n/locales/en/mcp.json', '{"title": "MCP servers", "save": "Save"}')).toEqual(['not-a-config']);
});

test('the user-level file of Oh My Pi has the level "user"', () => {
  const options = new RuleOptions(workspaceWith({}), undefined);
  expect(options.for(`${home}/.omp/agent/mcp.json`).context.level).toBe('user');
});

test('lists in the user-level .mcp.json of Oh My Pi have no effect', () => {
  const options = new RuleOptions(workspaceWith({}), undefined);
  const { context } = options.for(`${home}/.omp/agent/.mcp.json`);
  const text = '{"mcpServers": {"docs": {"enabled": false}}, "disabledServers": ["docs"]}';
  const document = new ConfigDocument(text);
  const problems = check(document, context).problems;
  expect(problems.map(({ code }) => code)).toEqual(['disabled-stub', 'lists-without-effect']);
  expect(problems[0]?.fixes?.(document)).toEqual([]);
});

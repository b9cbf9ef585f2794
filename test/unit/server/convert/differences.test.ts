/** Differences between formats that would change a value silently, each for several tools: units, defaults, names. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { describe, expect, test } from 'vitest';
import type { Remark } from '../../../../common/messages/conversion.ts';
import { ConfigDocument } from '../../../../server/config/servers/document.ts';
import { variableOfServer } from '../../../../server/config/variables/variable-syntax.ts';
import { convertInPlace } from '../../../../server/convert/in-place.ts';
import { convert } from '../../../../server/convert/index.ts';
import { pasteInto } from '../../../../server/convert/paste.ts';
import { applyChanges } from '../../../../server/fixes/fix.ts';

const inShort = ({ kind, server, field }: Remark): string => `${kind} ${server ?? '-'} ${field ?? '-'}`;

/** Returns the servers of a file in the agent's format, and the report. */
async function read(path: string | undefined, file: object) {
  const { text, report } = await convert(JSON.stringify(file), { path });
  return { servers: JSON.parse(text).mcpServers, report: report.map(inShort) };
}

const url = 'https://example.com/mcp';

describe('reading', () => {
  test.each([
    ['.copilot/mcp-config.json', 'mcpServers', 'tools'],
    ['.gemini/settings.json', 'mcpServers', 'includeTools'],
    ['.qwen/settings.json', 'mcpServers', 'includeTools'],
  ])(
    '%s: reports a list of included tools as lost if it is empty, but not if it includes all',
    async (file, root, key) => {
      const servers = { none: { command: 'x', [key]: [] }, all: { command: 'x', [key]: ['*'] } };
      expect((await read(`/p/${file}`, { [root]: servers })).report).toEqual([`lost none ${key}`]);
    },
  );

  test.each(['gemini', 'qwen'])('prefers httpUrl over url in files of %s', async (tool) => {
    const servers = { a: { httpUrl: url, url: 'https://u' }, b: { url: 'https://u', httpUrl: url, type: 'http' } };
    const { servers: converted, report } = await read(`/p/.${tool}/settings.json`, { mcpServers: servers });
    expect(converted).toEqual({ a: { type: 'http', url }, b: { type: 'http', url } });
    expect(report).toEqual(['lost a url', 'lost b url']);
  });

  test.each([
    ['.codeium/windsurf/mcp_config.json', 'mcpServers'],
    ['cline_mcp_settings.json', 'mcpServers'],
    ['.roo/mcp.json', 'mcpServers'],
    ['.kiro/settings/mcp.json', 'mcpServers'],
    ['.crush.json', 'mcp'],
    ['.amazonq/mcp.json', 'mcpServers'],
    ['opencode.json', 'mcp'],
  ])('prefers "disabled" over "enabled", which the tool ignores, in %s', async (file, root) => {
    const entry = { type: 'stdio', command: 'x' };
    const off = { ...entry, enabled: true, disabled: true };
    const on = { ...entry, disabled: false, enabled: false };
    expect(await read(`/p/${file}`, { [root]: { off, on } })).toMatchObject({
      servers: { off: { command: 'x', enabled: false }, on: { command: 'x', enabled: true } },
      report: expect.arrayContaining(['lost off enabled', 'lost on enabled']),
    });
    expect((await read(`/p/${file}`, { [root]: { a: { ...entry, enabled: false } } })).servers.a.enabled).toBe(false);
  });

  test.each(['gemini', 'qwen'])('expands $NAME anywhere in a value of %s', async (tool) => {
    const args = ['--x=a$B', 'v1$B-2', '_$B', '$$B', '\\$B', '$1'];
    const { servers } = await read(`/p/.${tool}/settings.json`, {
      mcpServers: { a: { httpUrl: url }, b: { command: 'x', args } },
    });
    expect(servers.b.args).toEqual(['--x=a${B}', 'v1${B}-2', '_${B}', '$${B}', '\\${B}', '$1']);
  });

  test.each([
    ['${workspaceFolder:app}', 'WORKSPACE_FOLDER_APP'],
    ['${workspaceFolderBasename}', 'WORKSPACE_FOLDER_BASENAME'],
    ['${fileDirname}', 'FILE_DIRNAME'],
    ['${cwd}', 'CWD'],
    ['${execPath}', 'EXEC_PATH'],
  ])('converts %s, which only VS Code can resolve, to an environment variable', async (written, name) => {
    const { text, report } = await convert(JSON.stringify({ servers: { a: { command: `${written}/x` } } }));
    expect(JSON.parse(text).mcpServers.a.command).toBe(`\${${name}}/x`);
    const reason = `Only the source tool can resolve ${written}. Set the environment variable ${name}.`;
    expect(report).toMatchObject([{ kind: 'changed', field: 'command', reason }]);
  });
});

describe('timeouts', () => {
  const power = (timeout: unknown, more: object = {}) => ({
    mcpServers: { health: { command: 'uvx', args: ['health'], timeout, disabled: false, autoApprove: [], ...more } },
  });
  const timeoutOf = async (file: object, path?: string) => (await read(path, file)).servers.health.timeout;

  test.each(['/p/aws-healthomics/mcp.json', '/p/.kiro/settings/mcp.json', undefined])(
    'in milliseconds of Kiro are kept: %s',
    async (path) => {
      for (const timeout of [300_000, 60_000, 3601]) expect(await timeoutOf(power(timeout), path)).toBe(timeout);
    },
  );

  test('in milliseconds are kept by a paste and by the conversion in place', async () => {
    const text = JSON.stringify(power(300_000), null, 2);
    const before = '{"mcpServers": {}}';
    const paste = await pasteInto(new ConfigDocument(before), before.indexOf('}'), text);
    expect(JSON.parse(applyChanges(before, paste?.changes ?? [])).mcpServers.health.timeout).toBe(300_000);
    expect(JSON.parse(convertInPlace(text, '/p/mcp.json')?.text ?? '').mcpServers.health.timeout).toBe(300_000);
  });
});

describe('values that a tool reads from elsewhere', () => {
  test.each(['${file:/run/secrets/api-key}', '${file:~/api-key}', '{file:~/api-key}'])(
    'become a variable with a remark: %s',
    async (written) => {
      const file = { mcpServers: { a: { serverUrl: 'https://example.com/mcp', headers: { A: `Bearer ${written}` } } } };
      const { servers, report } = await read('/home/me/.codeium/windsurf/mcp_config.json', file);
      expect(servers.a.headers).toEqual({ A: 'Bearer ${API_KEY}' });
      expect(report).toEqual(['changed a headers.A']);
    },
  );
});

describe('names of variables', () => {
  test.each([
    ['NEO4J_AURA_CLIENT_ID', 'NEO4J_AURA_CLIENT_ID'],
    ['N8N_API_KEY', 'N8N_API_KEY'],
    ['K8S_TOKEN', 'K8S_TOKEN'],
    ['__A', '__A'],
    ['neo4jPassword', 'NEO4J_PASSWORD'],
    ['n8nApiKey', 'N8N_API_KEY'],
    ['s3BucketUrl', 'S3_BUCKET_URL'],
    ['oauth2Token', 'OAUTH2_TOKEN'],
    ['clientSecret', 'CLIENT_SECRET'],
    ['github-pat', 'GITHUB_PAT'],
  ])('are kept, or built from the words of %s', async (id, name) => {
    const file = { servers: { a: { command: 'x', env: { A: `\${input:${id}}` } } } };
    expect((await read(undefined, file)).servers.a.env.A).toBe(`\${${name}}`);
  });

  test.each([
    ['neo4j', 'neo4j-password', 'NEO4J_PASSWORD'],
    ['context7', 'CONTEXT7_API_KEY', 'CONTEXT7_API_KEY'],
    ['context7-mcp', 'context7-api-key', 'CONTEXT7_API_KEY'],
    ['github-token', 'token', 'GITHUB_TOKEN'],
    ['docs', 'api-key', 'DOCS_API_KEY'],
    ['api', 'api-key', 'API_KEY'],
    ['doc', 'docs-key', 'DOC_DOCS_KEY'],
    ['文書', 'api-key', 'API_KEY'],
  ])('of the server %s start with its name unless they contain it: %s', (server, name, variable) => {
    expect(variableOfServer(server, name)).toBe(variable);
  });
});

describe('names of servers that Claude Code skips', () => {
  const file = (name: string) => JSON.stringify({ mcpServers: { [name]: { command: 'x' } } });

  test.each(['workspace', 'computer-use', 'claude-in-chrome', 'Claude Preview', 'Claude_Browser'])(
    'are renamed: %s',
    async (name) => {
      const { text, report } = await convert(file(name), { to: 'claude-code' });
      expect(Object.keys(JSON.parse(text).mcpServers)).toEqual([`${name}-2`]);
      expect(report).toMatchObject([{ kind: 'renamed', server: name }]);
      expect(report[0]?.reason).toContain('Claude Code skips servers with this name');
      const line = await convert(file(name), { to: 'command' });
      expect(line.text).toContain(`${name}-2`);
      expect(line.report).toMatchObject([{ kind: 'renamed', server: name }]);
    },
  );

  test('get a name that no other server has, also in command lines', async () => {
    const both = JSON.stringify({ mcpServers: { workspace: { command: 'x' }, 'workspace-2': { command: 'y' } } });
    const { text, servers: placed } = await convert(both, { to: 'command' });
    expect(text.match(/workspace\S*/g)).toEqual(['workspace-3', 'workspace-2']);
    expect(placed.map(({ newName }) => newName)).toEqual(['workspace-3', 'workspace-2']);
  });
});

test('remarks on the conversion from one other tool to another do not mention Oh My Pi', async () => {
  const local = { command: '${workspaceFolder}/x', envFile: '.env', headersHelper: 'x', autoApprove: ['t'] };
  const { reportText } = await convert(JSON.stringify({ servers: { local } }), { from: 'vscode', to: 'codex' });
  expect(reportText).toContain("Codex doesn't set ${workspaceFolder}.");
  expect(reportText).not.toContain('Oh My Pi');
});

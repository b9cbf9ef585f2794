/** What people copy from READMEs and web pages: install links, commands for any shell, and configs inside other text. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../../server/config/servers/document.ts';
import { blocksIn } from '../../../../server/convert/finding/text-blocks.ts';
import { convert } from '../../../../server/convert/index.ts';
import { pasteInto } from '../../../../server/convert/paste.ts';
import { applyChanges } from '../../../../server/fixes/fix.ts';

const before = '{"mcpServers": {}}';

async function pasted(text: string) {
  const paste = await pasteInto(new ConfigDocument(before), before.indexOf('}'), text);
  return paste && { servers: JSON.parse(applyChanges(before, paste.changes)).mcpServers, report: paste.report };
}

const serversOf = async (text: string): Promise<unknown> => (await pasted(text))?.servers;

const docs = { docs: { command: 'npx', args: ['-y', 'docs'] } };
const web = { web: { type: 'http', url: 'https://example.com/mcp' } };
const entry = JSON.stringify(docs.docs);
const named = JSON.stringify({ name: 'docs', ...docs.docs });
const base64 = (json: string): string => Buffer.from(json).toString('base64');
const once = encodeURIComponent;
const twice = (text: string): string => once(once(text));

describe('install links', () => {
  test.each([
    `https://kiro.dev/launch/mcp/add?name=docs&config=${once(entry)}`,
    `kiro://kiro.mcp/add?name=docs&config=${once(entry)}`,
    `https://kiro.dev/launch/mcp/add?name=docs&config=${twice(entry)}`,
    `https://lmstudio.ai/install-mcp?name=docs&config=${once(base64(entry))}`,
    `lmstudio://add_mcp?name=docs&config=${base64(entry)}`,
    `https://cursor.com/link/mcp%2Finstall?name=docs&config=${once(base64(entry))}`,
    `https://cursor.com/link/mcp/install?name=docs&config=${base64(entry)}`,
    `https://cursor.com/en-US/install-mcp?name=docs&config=${once(base64(entry))}`,
    `https://cursor.com/en/install-mcp?name=docs&config=${once(entry)}`,
    'goose://extension?cmd=npx&arg=-y&arg=docs&id=docs&name=docs&description=Docs',
    'https://block.github.io/goose/extension?cmd=npx&arg=-y&arg=docs&id=docs&name=docs',
    `https://aka.ms/vs/mcp-install?${once(named)}`,
    `https://aka.ms/vs/mcp-install?${named}`,
    `vscode:mcp/install?${twice(named)}`,
    `https://insiders.vscode.dev/redirect?url=${once(`vscode:mcp/install?${once(named)}`)}`,
    `https://insiders.vscode.dev/redirect?url=${once(`vscode:mcp/install?${twice(named)}`)}`,
    `https://vscode.dev/redirect?url=${twice(`vscode-insiders:mcp/install?${once(named)}`)}`,
    `https://insiders.vscode.dev/redirect/mcp/install?name=docs&config=${twice(entry)}`,
    `[![Install](https://img.shields.io/badge/VS_Code-Install)](https://vscode.dev/redirect/mcp/install?name=docs&config=${once(entry)})`,
    `| Kiro | Cursor |\n|:--:|:--:|\n| [![Kiro](https://kiro.dev/a.svg)](https://kiro.dev/launch/mcp/add?name=docs&config=${once(entry)}) | [![Cursor](https://cursor.com/a.svg)](https://cursor.com/en/install-mcp?name=docs&config=${base64(entry)}) |`,
    `<a href="https://lmstudio.ai/install-mcp?name=docs&config=${once(base64(entry))}"><img src="https://files.lmstudio.ai/a.svg" /></a>`,
  ])('are pasted as servers: %s', async (link) => {
    expect(await serversOf(link)).toEqual(docs);
  });

  test('keep timeouts of Kiro in milliseconds and of Goose in seconds', async () => {
    const kiro = `https://kiro.dev/launch/mcp/add?name=docs&config=${once(JSON.stringify({ ...docs.docs, timeout: 60_000 }))}`;
    const goose = 'goose://extension?cmd=npx&arg=-y&arg=docs&name=docs&timeout=60';
    for (const link of [kiro, goose])
      expect(await serversOf(link)).toEqual({ docs: { ...docs.docs, timeout: 60_000 } });
  });

  test('of Goose name the variables to set', async () => {
    const { servers, report } =
      (await pasted('goose://extension?cmd=npx&arg=docs&name=docs&env=DOCS_KEY%3DYour%20key')) ?? {};
    expect(servers).toEqual({ docs: { command: 'npx', args: ['docs'], env: { DOCS_KEY: '${DOCS_KEY}' } } });
    expect(report?.map(({ reason }) => reason)).toEqual([
      'The source tool prompts for this value ("Your key"). Set the environment variable DOCS_KEY.',
    ]);
    expect(
      await serversOf('goose://extension?url=https%3A%2F%2Fexample.com%2Fmcp&type=streamable_http&name=web'),
    ).toEqual(web);
  });

  test('report what is not converted', async () => {
    const config = base64(JSON.stringify({ ...docs.docs, autoApprove: ['read'] }));
    const { report } =
      (await pasted(`cursor://anysphere.cursor-deeplink/mcp/install?name=docs&config=${config}`)) ?? {};
    expect(report).toMatchObject([{ kind: 'lost', server: 'docs', field: 'autoApprove' }]);
  });
});

describe('the report of a paste', () => {
  test('names the commands to run before or after those that add servers', async () => {
    const text = 'cd docs\nnpm install\nclaude mcp add docs -- npx -y docs\nclaude mcp list';
    const { servers, report } = (await pasted(text)) ?? {};
    expect(servers).toEqual(docs);
    expect(report?.map(({ kind, field }) => [kind, field])).toEqual([
      ['skipped', 'cd docs'],
      ['skipped', 'npm install'],
      ['skipped', 'claude mcp'],
    ]);
  });

  test('contains new names and lists of names', async () => {
    const text = JSON.stringify({ mcpServers: { 'my docs': docs.docs }, disabledServers: ['a'] });
    const { servers, report } = (await pasted(text)) ?? {};
    expect(Object.keys(servers)).toEqual(['my-docs']);
    expect(report?.map(({ kind, field }) => [kind, field])).toEqual([
      ['renamed', null],
      ['lost', 'disabledServers'],
    ]);
  });
});

describe('commands', () => {
  const add = { docs: { command: 'npx', args: ['-y', 'docs'], env: { KEY: '<your key>' } } };
  test.each([
    ['claude mcp add docs -e KEY=<your key> -- npx -y docs', add],
    ['claude mcp add docs \\\n  -e KEY="<your key>" \\\n  -- npx -y docs', add],
    ['claude mcp add docs `\n  -e KEY="<your key>" `\n  -- npx -y docs', add],
    ['claude mcp add docs ^\r\n  -e KEY="<your key>" ^\r\n  -- npx -y docs', add],
    ['claude mcp add-json docs \'{\\"command\\":\\"npx\\",\\"args\\":[\\"-y\\",\\"docs\\"]}\'', docs],
    ['amp mcp add docs -- npx -y docs', docs],
    ['amp mcp add web https://example.com/mcp', web],
    ['amp mcp add --workspace web --header A=b https://example.com/mcp', { web: { ...web.web, headers: { A: 'b' } } }],
    ['droid mcp add docs "npx -y docs" --env KEY=x', { docs: { ...docs.docs, env: { KEY: 'x' } } }],
    ['droid mcp add web https://example.com/mcp --type http', web],
    ['$env:KEY = "x"\nnpx -y docs', { docs: { ...docs.docs, env: { KEY: 'x' } } }],
    ['$env:KEY="x"; npx -y docs', { docs: { ...docs.docs, env: { KEY: 'x' } } }],
    ['export KEY=x\nnpx -y docs', { docs: { ...docs.docs, env: { KEY: 'x' } } }],
    ['set KEY=x && npx -y docs', { docs: { ...docs.docs, env: { KEY: 'x' } } }],
    ['npx -y docs --key $env:KEY', { docs: { command: 'npx', args: ['-y', 'docs', '--key', '${KEY}'] } }],
    ['cmd /c npx -y docs', { docs: { command: 'cmd', args: ['/c', 'npx', '-y', 'docs'] } }],
    [
      'uv --directory /srv/docs run docs.py',
      { docs: { command: 'uv', args: ['--directory', '/srv/docs', 'run', 'docs.py'] } },
    ],
    [
      'uv --directory /srv/docs run server.py',
      { docs: { command: 'uv', args: ['--directory', '/srv/docs', 'run', 'server.py'] } },
    ],
    ['uv run --with fastmcp fastmcp run server.py', expect.anything()],
    ['npx @modelcontextprotocol/inspector npx -y docs', docs],
    ['npx @modelcontextprotocol/inspector --cli npx -y docs --method tools/list', docs],
    ['npx @mcpjam/inspector@latest npx -y docs', docs],
    [
      'npx -y @modelcontextprotocol/inspector@latest -e KEY=x -- npx -y docs',
      { docs: { ...docs.docs, env: { KEY: 'x' } } },
    ],
    [
      'npx @modelcontextprotocol/inspector uv --directory /srv run docs',
      { docs: { command: 'uv', args: ['--directory', '/srv', 'run', 'docs'] } },
    ],
  ])('are pasted as servers: %s', async (line, servers) => {
    expect(await serversOf(line)).toEqual(servers);
  });

  test.each([
    'npx -y docs --help',
    'uvx docs --version',
    'node --version',
    'npx @modelcontextprotocol/inspector',
    'npx @modelcontextprotocol/inspector --config mcp.json --server docs',
    'uv run pytest',
    'uv run mcp dev server.py',
    'deno test',
    'python -m http.server',
    'npm install docs',
    'cd docs\nnpm install',
    'uv run --extra dev pytest tests',
    'python -m pytest',
    'uvx ruff check .',
    'npx vitest run',
    'npx -y create-mcp-server docs',
    'npx -y @smithery/cli install docs --client claude',
    'export KEY=x',
    'cat < file > out',
    'docs <file',
    'claude mcp add docs \\',
    'claude mcp add docs -- npx -y docs `\n',
    '{"command": "npm run dev", "description": "Start"}',
    '{"type": "tool_use", "name": "Bash", "input": {"command": "npm run dev"}}',
    'https://marketplace.visualstudio.com/items?itemName=ms-python.python',
  ])('that start no server are not pasted: %s', async (line) => {
    expect(await serversOf(line)).toBeUndefined();
  });
});

describe('configs inside other text', () => {
  const config = JSON.stringify({ mcpServers: docs }, null, 2);
  test.each([
    `Add this to your config:\n\n${config}\n\nThen restart {the editor}.`,
    `## Install\n\n\`\`\`json\n${config}\n\`\`\`\n\nDone.\n`,
    `\`\`\`bash\nnpm install -g docs\n\`\`\`\n\n\`\`\`jsonc\n// config\n${config}\n\`\`\``,
    `1. Run\n   \`\`\`sh\n   claude mcp add docs -- npx -y docs\n   \`\`\`\n`,
    `> ~~~json\n${config}\n> ~~~`,
    `In the file:\n  "docs": ${entry},\nand save.`,
    `Put \`"docs": ${entry}\` into the file.`,
    '```toml\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs"]\n```',
    'For Codex:\n\n```toml\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs"]\n```',
  ])('are pasted as servers: %j', async (text) => {
    expect(await serversOf(text)).toEqual(docs);
  });

  test('are reported with their lines in the text', async () => {
    const text = 'Text\n\n```json\n{"mcpServers": {\n"a": {"command": "x",\n"alwaysAllow": ["y"]}}}\n```\n';
    expect((await convert(text)).report).toMatchObject([{ field: 'alwaysAllow', line: 6 }]);
  });

  test.each(['Use {braces} and "quotes".', 'const a = {b: 1};', '```\nhello\n```', '{', 'a {'.repeat(100)])(
    'are not found in %j',
    async (text) => {
      expect(await serversOf(text)).toBeUndefined();
    },
  );

  test.each([
    ['mcp.servers', docs],
    ['augment.advanced', { mcpServers: [{ name: 'docs', ...docs.docs }] }],
    ['cline.mcpServers', docs],
    ['settings', { mcp: { servers: docs } }],
    ['customizations', { vscode: { mcp: { servers: docs }, extensions: ['a'] } }],
  ])('are found under %s, next to other settings', async (key, value) => {
    const settings = { 'editor.fontSize': 12, [key]: value, image: 'x' };
    const { servers, report } = (await pasted(JSON.stringify(settings))) ?? {};
    expect([servers, report]).toEqual([docs, []]);
    expect(await serversOf(`"${key}": ${JSON.stringify(value)}`)).toEqual(docs);
  });
});

test.each(['```\n', '```\nx\n```\n', '{} ', 'x {"a": '])(
  'tries a limited number of parts of a long text: %j',
  (part) => {
    const blocks = blocksIn(part.repeat(10_000));
    expect(blocks.length).toBeLessThanOrEqual(20);
  },
);

describe('other JSON is not pasted as servers', () => {
  const hook = { type: 'command', command: './check.sh', timeout: 5 };
  test.each([
    { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } },
    { statusLine: { type: 'command', command: 'line.sh' } },
    hook,
    [{ key: 'ctrl+k', command: 'a.b', when: 'editorFocus' }],
    { key: 'ctrl+k', command: 'a.b' },
    { label: 'build', type: 'shell', command: 'npm run build' },
    { version: '2.0.0', tasks: [{ label: 'build', type: 'shell', command: 'make' }] },
  ])('%j', async (json) => {
    expect(await serversOf(JSON.stringify(json))).toBeUndefined();
  });

  test.each([
    'https://img.shields.io/badge/VS_Code-Install-blue',
    'https://badge.fury.io/js/docs.svg',
    'https://github.com/a/b/actions/workflows/ci.yml/badge.svg',
    'https://glama.ai/mcp/servers/abc/badge',
    'https://example.com/logo.png?raw=true',
    'https://github.com/a/docs',
    'https://www.npmjs.com/package/docs',
    '[![Version](https://img.shields.io/npm/v/docs)](https://www.npmjs.com/package/docs)',
  ])('nor are pictures: %s', async (url) => {
    expect(await serversOf(url)).toBeUndefined();
  });
});

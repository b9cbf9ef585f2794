/** Rules beyond the spec: the places they report, and the places they must not report. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/document.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { args, env, http, launch, oauth, project, says, silent, stdio, user } from './advice-checks.ts';
import { problemsOf, server } from './support.ts';

describe('lists', () => {
  says([
    ['listed-in-both', '{"disabledServers": ["a"], "enabledServers": ["b", «"a"»]}', /takes precedence/],
    ['lists-without-effect', '{«"enabledServers"»: []}', /no effect in this file/, project],
    ['lists-without-effect', '{«"disabledServers"»: []}', /no effect/, { level: 'standalone' }],
    ['lists-without-effect', '{«"disabledServers"»: []}', /no effect/, { level: 'secondary' }],
    [
      'enabled-overridden',
      `{"mcpServers": {"a": {${stdio}, "enabled": «false»}}, "enabledServers": ["a"]}`,
      /overrides/,
      user,
    ],
  ]);
  silent([
    ['lists-without-effect', '{"enabledServers": ["a"]}', user],
    ['lists-without-effect', '{"enabledServers": ["a"]}'],
    ['enabled-overridden', `{"mcpServers": {"a": {${stdio}, "enabled": false}}, "enabledServers": ["a"]}`, project],
    [
      'enabled-overridden',
      `{"mcpServers": {"a": {${stdio}, "enabled": false}}, "enabledServers": ["a"], "disabledServers": ["a"]}`,
    ],
    ['enabled-overridden', `{"mcpServers": {"a": {${stdio}, "enabled": true}}, "enabledServers": ["a"]}`],
  ]);

  test('reports the location of the other entry', () => {
    const text = '{"disabledServers": ["a"], "enabledServers": ["a"]}';
    expect(problemsOf(text)[0]?.related).toMatchObject([{ offset: text.indexOf('"a"'), length: 3 }]);
    const twice = '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}';
    expect(problemsOf(twice)[0]).toMatchObject({
      code: 'duplicate-server',
      tag: 'unnecessary',
      related: [{ offset: twice.lastIndexOf('"a"'), length: 3, message: 'This server is used.' }],
    });
  });
});

describe('agent behavior for server entries', () => {
  says([
    ['ignored-when-imported', server(`{${stdio}, «"requestIdFormat"»: "string"}`), /is ignored/, { level: 'imported' }],
    ['ignored-when-imported', server(`{${stdio}, «"instructions"»: false}`), /is ignored/, { level: 'imported' }],
    ['apikey-loads-nothing', server(`{${http}, "auth": {"type": «"apikey"»}}`), /doesn't load a key.*"headers"/],
    ['apikey-loads-nothing', server(`{${stdio}, "auth": {"type": «"apikey"»}}`), /"env"/],
    [
      'authorization-beside-oauth',
      server(`{${http}, "headers": {«"authorization"»: "\${A}"}, "oauth": {}}`),
      /overrides/,
    ],
    [
      'authorization-beside-oauth',
      server(`{${http}, "auth": {"type": "oauth"}, "headers": {«"Authorization"»: "\${A}"}}`),
      /overrides/,
    ],
    ['offline-access-prompt', oauth('"scope": «"a offline_access"»'), /sends prompt=consent/],
    ['prompt-without-consent', oauth('"scope": "offline_access", "prompt": «"login"»'), /don't issue a refresh token/],
    ['prompt-without-effect', oauth('«"prompt"»: ""'), /has no effect without "offline_access"/],
    ['legacy-sse', server('{"type": «"sse"», "url": "x"}'), /legacy/],
    ['shell-value', env('A', '«"!pass show a"»'), /runs this value as a shell command/],
    ['shell-value', server(`{${http}, "headers": {"A": «"! x"»}}`), /runs/],
    ['value-names-variable', env('A', '«"OTHER"»'), /Use \$\{OTHER\}/, { environment: new Set(['OTHER']) }],
  ]);
  silent([
    ['ignored-when-imported', server(`{${stdio}, "instructions": false}`), project],
    [
      'authorization-beside-oauth',
      server(`{${http}, "auth": {"type": "apikey"}, "headers": {"Authorization": "\${A}"}}`),
    ],
    ['authorization-beside-oauth', server(`{${http}, "headers": {"X-Other": "\${A}"}, "oauth": {}}`)],
    ['offline-access-prompt', oauth('"scope": "offline_access", "prompt": ""')],
    ['offline-access-prompt', oauth('"scope": "my_offline_access"')],
    ['prompt-without-consent', oauth('"scope": "offline_access", "prompt": "login consent"')],
    ['prompt-without-consent', oauth('"scope": "offline_access", "prompt": ""')],
    ['prompt-without-effect', oauth('"scope": "offline_access", "prompt": ""')],
    ['shell-value', args('"!x"')],
    ['shell-value', env('A', '"!"')],
    ['value-names-variable', env('A', '"OTHER"')],
    ['value-names-variable', args('"OTHER"'), { environment: new Set(['OTHER']) }],
  ]);
});

describe('variables', () => {
  says([
    ['foreign-variable', env('A', '«"${env:API_KEY}"»'), /doesn't expand "\$\{env:API_KEY\}"\. Use \$\{API_KEY\}/],
    ['foreign-variable', env('A', '«"${input:github-pat}"»'), /Use \$\{GITHUB_PAT\}/],
    ['foreign-variable', env('A', '«"{env:API_KEY}"»'), /Use \$\{API_KEY\}/],
    ['foreign-variable', env('A', '«"{file:~/key}"»'), /content of the file/],
    ['foreign-variable', env('A', '«"Bearer ${file:~/key}"»'), /content of the file/],
    ['foreign-variable', args('«"${env:HOME:-/x}"»'), /"\$\{env:HOME:-\/x\}"\. Use \$\{HOME:-\/x\}/],
    ['foreign-variable', args('«"${DIR:-${HOME}}/x"»'), /doesn't expand "\$\{HOME\}" inside another variable/],
    ['foreign-variable', args('«"${DIR:-${env:HOME}}"»'), /doesn't expand "\$\{env:HOME\}" inside another/],
    ['foreign-variable', args('«"${DIR:-${API_KEY-k3Jq9vT2mXw8Lr5Z}}"»'), /doesn't expand "\$\{API_KEY\}" inside/],
    ['foreign-variable', args('«"${DIR:-${input:api-key}}"»'), /doesn't expand "\$\{input:api-key\}" inside/],
    ['dollar-variable', args('«"${DIR:-$HOME/docs}"»'), /inside another variable\. Use a default without/],
    ['dollar-variable', args('«"$HOME/x"»'), /Use \$\{HOME\}/],
    ['dollar-variable', env('A', '«"%APPDATA%\\\\x"»'), /Use \$\{APPDATA\}/],
    ['tilde-path', server(`{${stdio}, "cwd": «"~/x"»}`), /doesn't expand "~"/],
    ['tilde-path', env('A', '«"/bin:~/bin"»'), /"~"/],
    ['host-variable', args('«"${CLAUDE_PLUGIN_ROOT}/x"»'), /Only plugins receive/],
    ['host-variable', args('«"${OMP_PLUGIN_ROOT}/x"»'), /Only plugins receive/, project],
    ['host-variable', args('«"${workspaceFolder}"»'), /Only VS Code sets/],
    ['unset-variable', args('«"${NOT_THERE}"»'), /NOT_THERE isn't set/, { environment: new Set(['HOME']) }],
  ]);
  silent([
    ['foreign-variable', args('"${A:-b}"', '"{a: 1}"', '"${A}"', '"${A}${B:-c}"', '"${A:-${B"', '"${A:-$b}"')],
    ['foreign-variable', launch('sh', '"-c"', '"echo ${A:-${B}}"')],
    ['dollar-variable', args('"${HOME}"', '"\\\\$HOME"', '"a$1"', '"$lower"', '"100%"')],
    ['dollar-variable', server(`{"type": "http", "url": "https://example.com/a%20b%2FC%20"}`)],
    ['dollar-variable', launch('sh', '"-c"', '"echo $HOME"')],
    ['dollar-variable', env('A', '"!echo $HOME"')],
    ['tilde-path', args('"a~b"', '"~x"', '"HEAD~1"')],
    ['tilde-path', launch('bash', '"-lc"', '"~/bin/x"')],
    ['host-variable', args('"${CLAUDE_PROJECT_DIR:-.}"')],
    ['host-variable', args('"${PLUGIN_ROOT}"'), { environment: new Set(['PLUGIN_ROOT']) }],
    ['host-variable', args('"${CLAUDE_PLUGIN_ROOT}/x"', '"${OMP_PLUGIN_ROOT}"'), { level: 'standalone' }],
    ['unset-variable', args('"${HOME}"', '"${A:-b}"', '"${A:-}"'), { environment: new Set(['HOME']) }],
    ['unset-variable', args('"${NOT_THERE}"')],
  ]);
});

describe('secrets', () => {
  const random = 'k3Jq9vT2mXw8Lr5Z';
  const token = `gh${'p_'}${'k3Jq9vT2'.repeat(4)}`;
  says([
    ['literal-secret', env('API_KEY', `«"\${API_KEY:-${random}}"»`), /Use \$\{API_KEY\}/],
    ['literal-secret', env('API_KEY', `«"\${OTHER:-${random}}"»`), /Use \$\{OTHER\}/],
    ['literal-secret', args(`«"--header=\${DOCS_TOKEN:-${random}}"»`), /Use \$\{DOCS_TOKEN\}/],
    ['literal-secret', server(`{"type": "http", "url": «"https://\${HOST}/mcp?key=${random}"»}`), /Use \$\{DOCS_KEY\}/],
    ['literal-secret', env('OPENAI_API_KEY', `«"${random}"»`), /Use \$\{OPENAI_API_KEY\}/],
    ...['填写你的API密钥', '<<PASTE_YOUR_KEY_HERE>>', '{{API_KEY}}', 'votre-cle-api', 'dein-api-key', 'ntn_****'].map(
      (value): [string, string] => ['placeholder-value', env('API_KEY', `«"${value}"»`)],
    ),
    ...['/chemin/absolu/server.js', 'https://example.com/{owner}/docs', 'Bearer ntn_****'].map(
      (value): [string, string] => ['placeholder-value', args(`«"${value}"»`)],
    ),
    ['literal-secret', env('NOTES', `«"gh${'p_'}${'a1B2'.repeat(9)}"»`), /looks like a secret/],
    ['literal-secret', env('DB_PASSWORD', '«"correct-horse-42"»')],
    ['literal-secret', env('API_KEY', `«"{env:PREFIX}${random}"»`)],
    ['literal-secret', args('"--api-key"', `«"${random}"»`), /Use \$\{DOCS_API_KEY\}/],
    ['literal-secret', args(`«"--token=${random}"»`), /Use \$\{DOCS_TOKEN\}/],
    ['literal-secret', server(`{${http}, "headers": {"Authorization": «"Bearer ${random}"»}}`), /Use \$\{DOCS_TOKEN\}/],
    ['literal-secret', server(`{${http}, "headers": {"X-API-Key": «"${random}"»}}`), /Use \$\{DOCS_API_KEY\}/],
    [
      'literal-secret',
      server(`{"type": "http", "url": «"https://example.com/mcp?api_key=${random}"»}`),
      /DOCS_API_KEY/,
    ],
    ['literal-secret', server(`{${http}, "oauth": {"clientSecret": «"${random}"»}}`), /DOCS_CLIENT_SECRET/],
    ['literal-secret', server(`{${http}, "auth": {"type": "oauth", "clientSecret": «"${random}"»}}`)],
    ['placeholder-value', env('API_KEY', '«"<your-api-key>"»'), /Use \$\{API_KEY\}/],
    ['placeholder-value', env('API_KEY', '«"YOUR_API_KEY_HERE"»')],
    ['placeholder-value', env('API_KEY', '«"sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxx"»')],
    ...['xxxxx', 'xxxxx.xxxxxxxxx@xxxxxx.xx', 'xxxxxxx.eu-central-1', 'XXXXXX'].map(
      (value) =>
        ['placeholder-value', args('"--user"', `«"${value}"»`), /^Placeholder value\. Use the actual/] as const,
    ),
    ['placeholder-value', args('«"--account=xxxxxx"»')],
    ['placeholder-value', env('API_KEY', '«"..."»')],
    ['placeholder-value', args('«"/path/to/project"»'), /actual value/],
    ['placeholder-value', env('API_KEY', '«"[REDACTED]"»'), /Use \$\{API_KEY\}/],
    ['placeholder-value', env('API_KEY', '«"TOKEN_HERE"»')],
    ...['/absolute/path/to/x', 'absolute/path/to/x', 'C:\\\\path\\\\to\\\\x', '--dir=/a/path/to/x', '[path to X]'].map(
      (value) => ['placeholder-value', args(`«"${value}"»`), /actual value/] as const,
    ),
    ...[
      `{"type": "http", "url": «"https://example.com/mcp?project=xxxxxxxxxxxxxxxxxxxx"»}`,
      `{"type": "http", "url": «"https://xxx.xx.xxx.xx:8099/mcp"»}`,
      `{"type": "http", "url": «"https://<\\u200b\\u200bPLATFORM_URL\\u200b>/mcp"»}`,
      `{${http}, "oauth": {"clientId": «"xxxxxxxxxxxxxxxxxxxxxxxx"»}}`,
    ].map((text) => ['placeholder-value', server(text), /actual value/] as const),
    ['placeholder-value', server(`{${http}, "headers": {"Authorization": «"Bearer <token>"»}}`), /DOCS_TOKEN/],
    ['placeholder-value', server(`{${http}, "oauth": {"clientSecret": «"<CLIENT_SECRET>"»}}`), /DOCS_CLIENT_SECRET/],
    [
      'credentials-in-url',
      server('{"type": "http", "url": «"https://me:k3Jq9vT2@example.com/mcp"»}'),
      /header, or use \$\{DOCS_PASSWORD\}/,
    ],
    ['credentials-in-url', args('«"postgresql://app:k3Jq9vT2@db.example.com/x"»'), /DOCS_PASSWORD/],
  ]);
  silent([
    ['literal-secret', env('API_KEY', '"${API_KEY}"')],
    ...['${API_KEY:-}', '${API_KEY:-your-api-key}', '${API_KEY:-none}', '${HOST:-https://a1.example.com}/v1'].map(
      (value) => ['literal-secret', env('API_KEY', `"${value}"`)] as const,
    ),
    ['literal-secret', server('{"type": "http", "url": "https://${HOST:-mcp-prod-1234.example.com}/?api_key=${KEY}"}')],
    ['unset-variable', env('API_KEY', `"\${${token}}"`), { environment: new Set(['HOME']) }],
    ['foreign-variable', env('API_KEY', `"\${env:${token}}"`)],
    ['literal-secret', env('API_KEY', '"!pass show key"')],
    ['literal-secret', env('API_KEY', '"填写你的API密钥"')],
    ['literal-secret', env('API_KEY', '"{{API_KEY_1}}"')],
    ['literal-secret', env('API_KEY', '"$env:API_KEY_1"')],
    ['literal-secret', launch('npx', '"xai-grok-search-mcp-server"')],
    ['literal-secret', env('API_KEY', '"{file:~/keys/a1}"')],
    ['literal-secret', server(`{${http}, "headers": {"Authorization": "Bearer {env:GITHUB_TOKEN}"}}`)],
    ['literal-secret', env('API_KEY', '"$OTHER_API_KEY_2"')],
    ['placeholder-value', env('API_KEY', '"$MY_API_KEY"')],
    ...['[REDACTED]', '[REDACTED_API_KEY_9]', '***REDACTED-k3Jq9vT2***', 'REDACTED-TOKEN-k3Jq9'].map(
      (value) => ['literal-secret', env('API_KEY', `"${value}"`)] as const,
    ),
    ['literal-secret', env('API_KEY', '"<your-api-key>"')],
    ['literal-secret', env('API_KEY', '""')],
    ['literal-secret', env('POSTGRES_PASSWORD', '"postgres"')],
    ['literal-secret', env('MAX_TOKENS', '"100000000000"')],
    ['literal-secret', env('PUBLIC_KEY', `"${random}"`)],
    ['literal-secret', env('KEY_FILE', '"/etc/keys/a1b2c3d4e5f6.pem"')],
    ['literal-secret', env('AUTH', '"/etc/keys/a1b2c3d4e5f6"')],
    ['literal-secret', env('GITHUB_TOKEN', '"GITHUB_PERSONAL_TOKEN"')],
    ['literal-secret', env('TOKEN_URL', '"https://example.com/token"')],
    ['literal-secret', env('COMMIT', '"da39a3ee5e6b4b0d3255bfef95601890afd80709"')],
    ['literal-secret', args('"--root"', '"k3Jq9vT2mXw8Lr5Z"')],
    ['literal-secret', server(`{${http}, "headers": {"Authorization": "Bearer \${TOKEN}"}}`)],
    ['placeholder-value', env('API_KEY', '"${YOUR_API_KEY}"')],
    ['placeholder-value', args('"xxxxxxxxxxxxxxxx"', '"xxx.xx.xxx.xx"')],
    [
      'placeholder-value',
      args('"--name"', '"xxxx"', '"--name"', '"foxxxxxx"', '"--template"', '"a.XXXXXX"', '"--x=xx-x"'),
    ],
    ...['https://x.x.example/xxx', 'https://example.com/foxxxxxxxx', 'https://ax.x.x.x/mcp'].map(
      (url) => ['placeholder-value', server(`{"type": "http", "url": "${url}"}`)] as const,
    ),
    ['placeholder-value', args('"--filter=a<b"', '"my-server"', '"yours"', '"index"', '"maxxxx"')],
    ['placeholder-value', args('"https://example.com/path/to/x"', '"/a-path/tools"', '"nowhere"', '"unredactedly"')],
    ['credentials-in-url', args('"postgresql://postgres:postgres@localhost:5432/x"')],
    ['credentials-in-url', args('"postgresql://app:${DB_PASSWORD}@db.example.com/x"', '"git+ssh://git@example.com/a"')],
  ]);

  test('are not included in messages, fix titles, or diagnostics', () => {
    const text = server(
      `{"command": "x", "args": ["--token=${random}"], "env": {"API_KEY": "${random}", "URL": "https://a:${random}@example.com"}}`,
    );
    const problems = problemsOf(text, { level: 'project', environment: new Set(['HOME']) });
    expect(problems.map(({ code }) => code)).toEqual(['literal-secret', 'literal-secret', 'credentials-in-url']);
    expect(JSON.stringify(problems)).not.toContain(random);
  });

  test.each([
    ['invalid-url', server(`{"type": "http", "url": "mcp.example.com/mcp?api_key=${random}"}`)],
    ['invalid-url', server(`{"type": "http", "url": " https://mcp.example.com/mcp?api_key=${random}"}`)],
    ['command-with-arguments', launch(`npx -y docs-server --token ${random}`)],
    ['command-with-arguments', launch(`npx docs-server -H 'Authorization: Bearer ${random}'`)],
    ['wrong-json-type', server(`{${stdio}, "args": "--token ${random}"}`)],
    ['wrong-json-type', server(`{${http}, "oauth": {"clientSecret": 982451653097}}`)],
    ['item-not-string', args('"--token"', '982451653097')],
    ['value-not-string', env('DB_PASSWORD', '982451653097')],
    ['not-allowed-value', server(`{${http}, "auth": {"type": "Bearer ${random}"}}`)],
    ['unknown-transport', server(`{"type": "https://mcp.example.com/mcp?api_key=${random}"}`)],
    ['header-name', server(`{${http}, "headers": {"Authorization: Bearer ${random}": ""}}`)],
    ['server-not-object', server(`"https://mcp.example.com/mcp?api_key=${random}"`)],
    ['server-not-object', server(`"npx docs-server --token ${random}"`)],
    ['unpinned-package', launch('uvx', `"git+https://ada:${random}@git.example.com/docs-server"`)],
    ['foreign-variable', env('DOCS_KEY', `"\${API_KEY:=${random}}"`)],
    ['unset-variable', env('DOCS_KEY', `"\${API_KEY-${random}}"`)],
    ['foreign-variable', env('DOCS_KEY', `"\${env:API_KEY:-${random}}"`)],
    ['foreign-variable', env('DOCS_KEY', `"\${DOCS_KEY:-\${${token}}}"`)],
    ['literal-secret', env('DOCS_KEY', `"\${${token}}"`)],
    ['literal-secret', env('DOCS_KEY', `"\${env:${token}}"`)],
    ['literal-secret', env('DOCS_KEY', `"\${${token}:-docs}"`)],
    ['duplicate-key', server(`{${stdio}, "env": {"${token}": "1", "${token}": "2"}}`)],
    ['json-syntax', server(`{${stdio}, "env": {${token}: "1"}}`)],
    ['list-item-not-string', `{"disabledServers": [{"env": {"API_KEY": "${random}"}}]}`],
    ['json-syntax', args('"--token"').replace('"--token"', `"--token" "${random}"`)],
    ['json-syntax', env('DB_PASSWORD', 'correct-horse-42')],
    ['json-syntax', env('DB_PASSWORD', '0982451653097')],
    ['json-syntax', server(`{${http}, "headers": {"Authorization": Bearer correct-horse-42}}`)],
  ])('are masked in the message and the fix titles of %s: %s', (code, text) => {
    const document = new ConfigDocument(text);
    const problems = problemsOf(text, { environment: new Set() });
    const texts = problems.flatMap(({ message, fixes }) => [
      message,
      ...(fixes?.(document) ?? []).map(({ title }) => title),
    ]);
    expect(problems.map((problem) => problem.code)).toContain(code);
    expect(texts.join('\n')).not.toMatch(/k3Jq9vT2|982451653097|correct-horse-42/);
  });

  test('are masked in messages, and the fix keeps them', () => {
    const text = server(`{"type": "http", "url": "mcp.example.com/mcp?api_key=${random}"}`);
    const problem = problemsOf(text).find(({ code }) => code === 'invalid-url');
    expect(problem?.message).toBe('Missing scheme in the URL. Use "https://mcp.example.com/mcp?api_key=<secret>".');
    const [fix] = problem?.fixes?.(new ConfigDocument(text)) ?? [];
    expect(fix?.title).toBe('Change to "https://mcp.example.com/mcp?api_key=<secret>"');
    expect(fix?.changes[0]?.text).toBe(`"https://mcp.example.com/mcp?api_key=${random}"`);
  });
});

describe('URLs and paths', () => {
  says([
    ['plain-http', server('{"type": "http", "url": «"http://mcp.example.com/mcp"»}'), /isn't encrypted/],
    ...['192.168.1.5', '10.0.0.1:80', 'nas', 'nas:8080', 'build.corp', 'a.internal', '[fd00::1]', '100.64.0.1'].map(
      (host) =>
        [
          'plain-http-private',
          server(`{"type": "http", "url": «"http://${host}/mcp"»}`),
          /isn't encrypted\. Make sure/,
        ] as const,
    ),
    ['machine-path', server('{"command": «"/Users/ada/bin/x"»}'), /Use a program on PATH/, project],
    ['machine-path', args('«"--dir=/home/ada/x"»'), /"\/home\/ada…" may not exist on other machines/, project],
    ['machine-path', args('«"C:\\\\Users\\\\ada"»'), /relative to the project/, { level: 'standalone' }],
    ['machine-path', env('A', '«"/usr/bin:/Users/ada/bin"»'), /./, project],
    ['machine-path', server(`{${stdio}, "cwd": «"/mnt/c/x"»}`), /./, project],
    ['machine-path', server(`{${http}, "headers": {"X-Project": «"D:/code/x"»}}`), /Use a variable/, project],
  ]);
  silent([
    ...['localhost:1', '127.0.0.1', '[::1]:80', 'a.localhost', '0.0.0.0:1', 'host.docker.internal', '${HOST}'].map(
      (host) => ['plain-http', server(`{"type": "http", "url": "http://${host}/mcp"}`)] as const,
    ),
    ...['192.168.1.5', 'nas', 'build.corp', '[fe80::1]'].map(
      (host) => ['plain-http', server(`{"type": "http", "url": "http://${host}/mcp"}`)] as const,
    ),
    ...['mcp.example.com', '8.8.8.8', '172.32.0.1', 'localhost'].map(
      (host) => ['plain-http-private', server(`{"type": "http", "url": "http://${host}/mcp"}`)] as const,
    ),
    ...['xxx.xx.xxx.xx:8099', 'your-server.example.com', '<host>'].flatMap((host) =>
      ['plain-http', 'plain-http-private'].map(
        (code) => [code, server(`{"type": "http", "url": "http://${host}/mcp"}`)] as const,
      ),
    ),
    ['plain-http', server(`{${http}}`)],
    ['plain-http', args('"http://example.com"')],
    ['machine-path', args('"/home/ada/x"'), user],
    ['machine-path', args('"/home/ada/x"')],
    ['machine-path', args('"/usr/bin/x"', '"./a"', '"file:///Users/x"', '"/home/node/app"', '"http://a"'), project],
    ['machine-path', args('"${HOME}/x"', '"/etc/x"', '"a:b"', '"/path/to/C:/x"'), project],
  ]);
});

describe('command lines', () => {
  says([
    ['command-with-arguments', server('{"command": «"npx -y docs@1.2.3"»}'), /Move the arguments to "args"/],
    ['command-with-arguments', server('{"command": «"heroku mcp:start"»}'), /Move the arguments to "args"/],
    ['unpinned-package', launch('npx', '«"xai-grok-search-mcp-server"»'), /^"xai-grok-search-mcp-server" isn't pinned/],
    ['shell-wrapper', server('{"command": «"/bin/sh"», "args": ["-c", "x"]}'), /only on Unix/],
    ['shell-wrapper', server('{"command": «"cmd.exe"», "args": ["/C", "npx", "x"]}'), /only on Windows/],
    ['shell-wrapper', server('{"command": «"pwsh"», "args": ["-Command", "x"]}'), /PowerShell/],
    ['unpinned-package', launch('npx', '"-y"', '«"@scope/docs"»'), /Pin a version, such as "@scope\/docs@1\.2\.3"/],
    ['unpinned-package', launch('npx', '"-y"', '«"docs@latest"»'), /"docs@1\.2\.3"/],
    ['unpinned-package', launch('npx', '"-y"', '"-p"', '«"docs"»', '"docs-cli"')],
    ['unpinned-package', launch('npx', '"-y"', '«"--package=docs"»', '"docs-cli"'), /^"docs" isn't.*"docs@1\.2\.3"/],
    ['unpinned-package', launch('npx', '"-y"', '«"github:a/b"»'), /tag or commit/],
    ['unpinned-package', launch('/usr/local/bin/npx', '"-y"', '«"docs@next"»')],
    ['unpinned-package', launch('bunx', '«"docs"»')],
    [
      'unpinned-package',
      launch('cmd', '"/c"', String.raw`"\"C:\\Program Files\\nodejs\\npx.cmd\""`, '"-y"', '«"docs"»'),
    ],
    ['unpinned-package', launch('pnpm', '"dlx"', '«"docs"»')],
    ['unpinned-package', launch('cmd', '"/c"', '"npx"', '"-y"', '«"docs"»')],
    ['unpinned-package', launch('uvx', '«"docs"»'), /"docs==1\.2\.3"/],
    ['unpinned-package', launch('uvx', '"--python"', '"3.12"', '"--from"', '«"docs[cli]"»', '"docs"')],
    ['unpinned-package', launch('uv', '"tool"', '"run"', '«"docs@latest"»')],
    ['unpinned-package', launch('uvx', '"--from"', '«"git+https://example.com/a/b"»', '"b"'), /tag or commit/],
    ['unpinned-package', launch('pipx', '"run"', '«"docs"»')],
    ['unpinned-package', launch('docker', '"run"', '"-i"', '"--rm"', '"-e"', '"A"', '«"ghcr.io/a/b"»'), /b:1\.2\.3/],
    ['unpinned-package', launch('docker', '"run"', '«"a/b:latest"»', '"--x"')],
    ['unpinned-package', launch('pnpm', '"dlx"', '«"docs"»'), /./, { packages: new Set(['docs']) }],
  ]);
  silent([
    ['command-with-arguments', server('{"command": "/Applications/My Tool.app/tool"}')],
    ['command-with-arguments', server('{"command": "C:\\\\Program Files\\\\nodejs\\\\node.exe"}')],
    ['command-with-arguments', server('{"command": "${TOOL:-a b}"}')],
    ['shell-wrapper', launch('bash', '"script.sh"')],
    ['unpinned-package', launch('npx', '"-y"', '"docs@1.2.3"')],
    ['unpinned-package', launch('npx', '"-y"', '"@scope/docs@^1.2"')],
    ['unpinned-package', launch('npx', '"-y"', '"--package=docs@1.2.3"', '"docs-cli"')],
    ['unpinned-package', launch('uvx', '"--from=docs==1.2"', '"docs-cli"')],
    ['unpinned-package', launch('npx', '"-y"', '"./local"')],
    ['unpinned-package', launch('npx', '"-y"', '"docs@${VERSION}"')],
    ['unpinned-package', launch('npx', '"-y"', '"github:a/b#v1"')],
    ['unpinned-package', launch('node', '"docs"')],
    ['unpinned-package', launch('npm', '"run"', '"docs"')],
    ['unpinned-package', launch('uv', '"run"', '"docs"')],
    ['unpinned-package', launch('uvx', '"docs==1.2"')],
    ['unpinned-package', launch('uvx', '"docs@1.2.3"')],
    ['unpinned-package', launch('uvx', '"--from"', '"."', '"docs"')],
    ['unpinned-package', launch('uvx', '"--from"', '"git+https://example.com/a/b@v1"', '"b"')],
    ['unpinned-package', launch('docker', '"run"', '"a:1.2"')],
    ['unpinned-package', launch('docker', '"run"', '"a@sha256:0123"')],
    ['unpinned-package', launch('docker', '"run"', '"built-here"')],
    ['unpinned-package', launch('docker', '"run"', '"localhost/built-here:latest"')],
    ['unpinned-package', launch('docker', '"compose"', '"up"')],
    ['unpinned-package', launch('npx')],
    ['unpinned-package', launch('npx', '"docs"'), { packages: new Set(['docs']) }],
  ]);
});

test('secrets beside unclosed variables are found in linear time', () => {
  const secret = `gh${'p_'}${'k3Jq9vT2'.repeat(4)} \${${'a'.repeat(3900)}`;
  const start = performance.now();
  expect(problemsOf(args(...Array.from({ length: 300 }, () => `"${secret}"`)))).toHaveLength(300);
  expect(performance.now() - start).toBeLessThan(3000);
});

describe("another tool's format", () => {
  const plugin = '"$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json"';

  test('is reported once, with all errors and without its variables', () => {
    const text = `{${plugin}, "mcpServers": {"a": {"type": "streamable-http", "url": "x"}, "b": {"type": "streamable-http", "url": "x"}, "c": {"command": "\${PLUGIN_ROOT}/x"}}}`;
    expect(problemsOf(text).map(({ code }) => code)).toEqual([
      'other-dialect',
      'unknown-transport',
      'unknown-transport',
    ]);
  });

  test('is recognized by keys that every server has', () => {
    const text = '{"mcpServers": {"a": {"command": "x", "autoApprove": []}, "b": {"command": "x", "autoApprove": []}}}';
    expect(problemsOf(text).map(({ code }) => code)).toEqual(['other-dialect', 'foreign-key', 'foreign-key']);
    expect(problemsOf(text)[0]?.message).toContain('Cline');
  });

  test('is not recognized by a single property', () => {
    const text = '{"mcpServers": {"a": {"command": "x", "autoApprove": []}, "b": {"command": "x"}}}';
    expect(problemsOf(text).map(({ code }) => code)).toEqual(['foreign-key']);
  });

  test('does not suppress reports of secrets', () => {
    const text = `{${plugin}, "mcpServers": {"a": {"command": "x", "env": {"API_KEY": "k3Jq9vT2mXw8Lr5Z"}}}}`;
    expect(problemsOf(text).map(({ code }) => code)).toEqual(['other-dialect', 'literal-secret']);
  });
});

describe('severities', () => {
  test('can be raised, lowered, or turned off for each rule', () => {
    const text = server('{"type": "sse", "url": "x", "colour": 1}');
    const codes = (severities: NonNullable<RuleContext['severities']>) =>
      problemsOf(text, { severities }).map(({ code, severity }) => `${severity} ${code}`);
    expect(codes({})).toEqual(['information legacy-sse', 'error unknown-key']);
    expect(codes({ 'legacy-sse': 'error', 'unknown-key': 'hint' })).toEqual(['error legacy-sse', 'hint unknown-key']);
    expect(codes({ 'legacy-sse': 'off', 'unknown-key': 'off' })).toEqual([]);
  });
});

describe('hostile strings', () => {
  test.each(['://', '${', '?', 'a-', '<a', 'your-', ':a@', '$A', '%A', 'x.', '{env:'])(
    'are checked in time if they repeat %s',
    (piece) => {
      const word = JSON.stringify(piece.repeat(Math.floor(3900 / piece.length)));
      const text = server(
        `{"command": "npx", "args": [${Array.from({ length: 500 }, () => word).join(',')}], "env": {"A_TOKEN": ${word}}}`,
      );
      expect(problemsOf(text, { level: 'project', environment: new Set() }).length).toBeLessThan(3000);
    },
  );
});

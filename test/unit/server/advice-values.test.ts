/** Rules about single values beyond the spec: URLs, headers, units, characters, containers, packages. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { describe, expect, test } from 'vitest';
import { isOneEdit } from '../../../server/config/closest-match.ts';
import { ConfigDocument } from '../../../server/config/document.ts';
import { wellKnownPackages } from '../../../server/config/well-known-packages.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { args, env, launch, oauth, says, silent, stdio } from './advice-checks.ts';
import { problemsOf, server } from './support.ts';

const url = (value: string, type = 'http') => server(`{"type": "${type}", "url": ${value}}`);
const headers = (map: string) => server(`{"type": "http", "url": "https://example.com/mcp", "headers": {${map}}}`);
const timeout = (value: string) => server(`{${stdio}, "timeout": ${value}}`);

describe('URLs', () => {
  says([
    ['invalid-url', url('«"example.com/mcp"»'), /Missing scheme.*"https:\/\/example\.com\/mcp"/],
    ['invalid-url', url('«"localhost:3000/mcp"»'), /"http:\/\/localhost:3000\/mcp"/],
    ['invalid-url', url('«"https//example.com/mcp"»'), /Use "https:\/\/example\.com\/mcp"/],
    ['invalid-url', url('«"ws://example.com/mcp"»'), /WebSocket/],
    ['invalid-url', url('«"wss://example.com/mcp"»'), /WebSocket/],
    ['invalid-url', url('«"file:///srv/mcp"»'), /"file:" URLs/],
    ['invalid-url', url('«"https://example.com/mcp "»'), /Blank before or after/],
    ['invalid-url', url('«"not a url"»'), /Invalid URL/],
    ['invalid-url', url('«"https://exa mple.com/mcp"»'), /Invalid URL/],
    ['invalid-url', url('«"https://example.com:99999/mcp"»'), /Invalid URL/],
    ['sse-url', url('«"https://example.com/sse"»'), /usually for "type": "sse"/],
  ]);
  silent([
    ...['https://example.com/mcp', 'http://[::1]:80/a?b=c#d', '${BASE}/mcp', 'https://${HOST}:${PORT}/mcp'].map(
      (value) => ['invalid-url', url(JSON.stringify(value))] as const,
    ),
    ...['', '$BASE/mcp', '<url>', 'https://<host>/mcp', '{env:BASE}/mcp', '%BASE%/mcp', 'HTTPS://EXAMPLE.COM'].map(
      (value) => ['invalid-url', url(JSON.stringify(value))] as const,
    ),
    ['sse-url', url('"https://example.com/sse"', 'sse')],
    ['sse-url', url('"https://example.com/sse/messages"')],
    ['sse-url', server('{"url": "https://example.com/sse"}')],
  ]);
});

describe('headers', () => {
  says([
    ['header-name', headers('«"X Api Key"»: "a"'), /Invalid header name "X Api Key"/],
    ['header-name', headers('«"Authorization:"»: "a"'), /Invalid header name/],
    ['header-name', headers('«""»: "a"'), /Invalid header name/],
    ['header-name', headers('"Authorization": "a", «"authorization"»: "b"'), /Duplicate header "authorization"/],
    ['missing-token', headers('"Authorization": «"Bearer"»'), /Missing token after "Bearer".*DOCS_TOKEN/],
    ['missing-token', headers('"authorization": «"bearer "»'), /"bearer \$\{DOCS_TOKEN\}"/],
  ]);
  silent([
    ['header-name', headers('"X-Api_Key.2": "a"')],
    ['header-name', headers('"X-A": "a", "X-A": "b"')],
    ['header-name', headers('"${A}": "a", "${a}": "b"')],
    ['missing-token', headers('"Authorization": "Bearer ${A}"')],
    ['missing-token', headers('"Authorization": "Bearer a"')],
    ['missing-token', headers('"X-Mode": "Bearer"')],
    ['missing-token', env('AUTHORIZATION', '"Bearer"')],
  ]);
});

describe('units and ports', () => {
  says([
    ...['10', '30', '60', '600'].map(
      (value) => ['timeout-in-seconds', timeout(`«${value}»`), new RegExp(`Use ${value}000 for`)] as const,
    ),
    [
      'callback-port-mismatch',
      oauth('"redirectUri": "http://localhost:3118/callback", "callbackPort": «3000»'),
      /uses port 3118, but "callbackPort" is 3000/,
    ],
  ]);
  silent([
    ...['0', '1', '9', '601', '1000', '30000', '60.5', '"60"'].map(
      (value) => ['timeout-in-seconds', timeout(value)] as const,
    ),
    ['callback-port-mismatch', oauth('"redirectUri": "http://localhost:3000/callback", "callbackPort": 3000')],
    ['callback-port-mismatch', oauth('"redirectUri": "https://example.com:8443/callback", "callbackPort": 3000')],
    ['callback-port-mismatch', oauth('"redirectUri": "http://localhost:3118/callback"')],
  ]);
});

describe('characters', () => {
  says([
    ['invisible-character', args('«"--port\u200b"»'), /U\+200B/],
    ['invisible-character', args('«"--port\\u202e"»'), /U\+202E/],
    ['invisible-character', url('«"https://example.com/\\u00a0mcp"»'), /U\+00A0/],
    ['invisible-character', env('A', '«"a\\udb40\\udc41"»'), /U\+E0041/],
    [
      'invisible-character',
      server('{"command": "x", "env": {«"API_\u200bURL"»: "a"}}'),
      /The name contains .* U\+200B/,
    ],
    ['invisible-character', server('{"command": «"“npx”"»}'), /curly quotes are part of the value/],
    ['invisible-character', '{"$schema": «"https://example.com/s.json\u200b"», "mcpServers": {}}', /U\+200B/],
    ['invisible-character', '{"mcpServers": {}, "disabledServers": ["a", «"b\u200b"»]}', /U\+200B/],
    ['invisible-character', '{"mcpServers": {}, "enabledServers": [«"“a”"»]}', /curly quotes/],
  ]);
  says([
    ['invisible-character', server(String.raw`{"command": «"C:\tools\node.exe"»}`), /U\+0009\. Double the backslashes/],
    ['invisible-character', server(String.raw`{"command": "x", "cwd": «"C:\\tools\new"»}`), /U\+000A\. Double/],
    ['invisible-character', args(String.raw`«"--dir=C:\new"»`), /Double the backslashes/],
    ['invisible-character', server(String.raw`{"command": «"docs\u0000"»}`), /U\+0000\. Remove it/],
    ['invisible-character', headers(String.raw`"A": «"x\r\ny"»`), /control character U\+000D\. Remove it/],
  ]);
  silent([
    ['invisible-character', args('"a:\\n  b"', '"a\\tb"', '"C:\\\\a\\nC:\\\\b"')],
    ['invisible-character', env('KEY', '"-----BEGIN\\nx\\n"')],
    ['invisible-character', headers(String.raw`"A": "x\ty", "B": "x\n", "C": "!a\nb"`)],
  ]);

  test('do not get a fix that duplicates a list entry', () => {
    const fixes = (list: string) =>
      problemsOf(`{"mcpServers": {}, "disabledServers": ${list}}`)
        .filter(({ code }) => code === 'invisible-character')
        .map(({ fixes: make }) => make?.(new ConfigDocument('{}')).length);
    expect(fixes('["a\u200b", "a"]')).toEqual([0]);
    expect(fixes('["a\u200b", "b"]')).toEqual([1]);
  });

  silent([['invisible-character', args('"👩‍💻"', '"می‌خواهم"', '"é"', '"don’t “quote” me"', '"日本語"', '"a\\u0000"')]]);
});

describe('variables in another syntax', () => {
  says([
    ['foreign-variable', args('«"${PORT:=80}"»'), /Use \$\{PORT:-80\}/],
    ['foreign-variable', args('«"${X:?}"»'), /Use \$\{X\}/],
    ['foreign-variable', args('«"${X:+a}"»'), /Use \$\{NAME\} or/],
    ['foreign-variable', args('«"${user_config.apiKey}"»'), /Use \$\{API_KEY\}/],
  ]);
  silent([
    ['foreign-variable', args('"${PORT:-80}"', '"${A:-b-c}"', '"${A:-}"', '"${A}"', '"{a-b}"', '"$1-2"')],
    ['foreign-variable', args('"${PORT-80}"', '"${MY-VAR}"', '"${X?}"', '"${ProgramFiles(x86)}/docs"')],
    ['tilde-path', args('"--key=${file:~/key}"')],
  ]);
});

describe('unset variables', () => {
  const known: RuleContext = { environment: new Set(['MY-VAR', 'ProgramFiles(x86)']) };
  says([
    ['unset-variable', args('«"${PORT-80}"»'), /"PORT-80" isn't set\. Did you mean \$\{PORT:-80\}\?/, known],
    ['unset-variable', args('«"${PORT?}"»'), /Did you mean \$\{PORT\}\?/, known],
    ['unset-variable', args('«"${OTHER.VAR}"»'), /OTHER\.VAR isn't set/, known],
  ]);
  silent([
    ['unset-variable', args('"${MY-VAR}"', '"${ProgramFiles(x86)}/docs"', '"${PORT-80}"')],
    ['unset-variable', args('"${MY-VAR}"', '"${ProgramFiles(x86)}/docs"', '"${PORT-80:-}"'), known],
    ['unset-variable', launch('sh', '"-c"', '"x ${PORT-80} ${PORT+x} ${1}"'), known],
    ['unset-variable', args('"${user_config.apiKey}"', '"${{ secrets.KEY }}"', '"${env:KEY}"'), known],
  ]);
});

describe('processes', () => {
  const image = '"a:1.2"';
  const filesystem = '"@modelcontextprotocol/server-filesystem@1.0.0"';
  says([
    ['container-without-input', launch('docker', '"run"', '"--rm"', `«${image}»`), /Add "-i"/],
    ['container-without-input', launch('podman', '"run"', `«${image}»`), /"podman run" without/],
    [
      'container-without-input',
      launch('docker', '"container"', '"run"', `«${image}»`),
      /"docker container run" without/,
    ],
    ['container-terminal', launch('docker', '"run"', '«"-it=true"»', image), /Remove "-t"/],
    ['container-terminal', launch('docker', '"run"', '«"-it"»', image), /Remove "-t"/],
    ['container-terminal', launch('docker', '"run"', '"-i"', '«"--tty"»', image), /Remove "-t"/],
    ['shell-syntax', launch('npm', '"ci"', '«"&&"»', '"npm"', '"start"'), /no shell reads it/],
    ['shell-syntax', launch('node', '"a.js"', '«"2>/dev/null"»')],
    ['shell-syntax', launch('node', '"a.js"', '«"|"»', '"tee"', '"x"')],
    ['shell-syntax', launch('node', '"--init"', '«"&&"»', '"node"', '"a.js"')],
    ['shell-syntax', launch('node', '"a.js"', '"--verbose"', '«"|"»', '"tee"', '"log"')],
    ['wide-file-access', launch('npx', '"-y"', filesystem, '«"/"»'), /all files of the disk/],
    ['wide-file-access', launch('npx', '"-y"', filesystem, '«"C:\\\\"»'), /all files of the disk/],
    ['wide-file-access', launch('npx', '"-y"', filesystem, '"./a"', '«"${HOME}"»'), /home folder/],
    ['wide-file-access', launch('mcp-server-filesystem', '«"/Users/ada/"»'), /home folder/],
    ['misspelled-package', launch('npx', '"-y"', '«"@modelcontextprotocl/server-github@1"»'), /one character away/],
    ['misspelled-package', launch('npx', '"-y"', '«"@upstash/context-mcp@1.2.3"»'), /context7-mcp/],
    ['misspelled-package', launch('uvx', '«"mcp-server-fecth==1.2"»'), /"mcp-server-fetch"/],
  ]);
  silent([
    ['container-without-input', launch('docker', '"run"', '"-i=true"', image)],
    ['container-without-input', launch('docker', '"container"', '"run"', '"-i"', image)],
    ['shell-syntax', launch('node', '"a.js"', '"--separator"', '"|"', '"--delimiter"', '";"')],
    ['shell-syntax', launch('node', '"a.js"', '"--delimiter"', '";"', '"a.csv"', '"--mark"', '"|"', '"--quiet"')],
    ['container-without-input', launch('docker', '"run"', '"-i"', image)],
    ['container-without-input', launch('docker', '"run"', '"--rm"', '"-di"', image)],
    ['container-without-input', launch('docker', '"run"', '"--interactive"', image)],
    ['container-without-input', launch('docker', '"run"', '"--unknown"', '"x"', '"-i"', image)],
    ['container-without-input', launch('docker', '"compose"', '"run"', '"a"')],
    ['container-terminal', launch('docker', '"run"', '"-i"', '"-e"', '"-t"', image)],
    ['container-terminal', launch('docker', '"run"', '"-i"', image, '"-t"', '"x"')],
    ['shell-syntax', launch('bash', '"-c"', '"a && b"')],
    ['shell-syntax', launch('cmd', '"/c"', '"a"', '"&&"', '"b"')],
    ['shell-syntax', launch('find', '"."', '";"')],
    ['shell-syntax', launch('node', '"a && b"', '"->"', '"a|b"', '"=>"')],
    ['wide-file-access', launch('npx', '"-y"', filesystem, '"/srv/docs"', '"."', '"${HOME}/docs"', '"/home/ada/docs"')],
    ['wide-file-access', launch('node', '"a.js"', '"/"')],
    ['misspelled-package', launch('npx', '"-y"', '"@playwright/mcp@1.2.3"')],
    ['misspelled-package', launch('npx', '"-y"', '"mcp-server-git"')],
    ['misspelled-package', launch('npx', '"-y"', '"docs-mcp"')],
  ]);

  test('known package names differ by more than one edit', () => {
    for (const names of Object.values(wellKnownPackages))
      for (const one of names) expect(names.filter((other) => isOneEdit(one, other))).toEqual([]);
  });

  test.each([
    ['abc', 'abcd', true],
    ['abcd', 'acd', true],
    ['abc', 'axc', true],
    ['abc', 'bac', true],
    ['abc', 'abc', false],
    ['abc', 'cba', false],
    ['abcd', 'badc', false],
  ])('%s and %s differ by one edit: %s', (one, other, expected) => {
    expect(isOneEdit(one, other)).toBe(expected);
    expect(isOneEdit(other, one)).toBe(expected);
  });

  test('reports one problem per mistake', () => {
    const codes = (text: string) => problemsOf(text).map(({ code }) => code);
    expect(codes(launch('docker', '"run"', '"-it"', image))).toEqual(['container-terminal']);
    expect(codes(url('"ws://example.com/sse"'))).toEqual(['invalid-url']);
  });
});

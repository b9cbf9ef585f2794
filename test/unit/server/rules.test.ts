/** One mistake gives exactly one diagnostic: with this code, on this very stretch of text, in these words. */
import { describe, expect, test } from 'vitest';
import { rules } from '../../../server/rules/index.ts';
import type { Problem } from '../../../server/rules/rule.ts';
import { marked, obeysTheSpec, problemsOf } from './support.ts';

type Mistake = readonly [code: string, text: string, message: string | RegExp];

const server = (fields: string) => `{"mcpServers": {"docs": ${fields}}}`;
const http = '"type": "http", "url": "https://example.com/mcp"';

/** A problem without what only editors need. */
const bare = ({ code, severity, offset, length, message }: Problem) => ({ code, severity, offset, length, message });

function check(mistakes: readonly Mistake[]): void {
  const named = mistakes.map((mistake) => [mistake[0], JSON.stringify(mistake[1]), ...mistake] as const);
  test.each(named)('%s: %s', (_code, _json, code, text, message) => {
    const wanted = marked(text);
    const problems = problemsOf(wanted.text);
    const found = code.startsWith('duplicate-') ? problems : problems.filter(({ severity }) => severity === 'error');
    expect(found.map(bare)).toEqual([
      {
        code,
        severity: code.startsWith('duplicate-') ? 'warning' : 'error',
        offset: wanted.offset,
        length: wanted.length,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      },
    ]);
    expect(obeysTheSpec(wanted.text)).toBe(code.startsWith('duplicate-'));
  });
}

describe('syntax', () => {
  check([
    [
      'json-empty',
      '«»',
      'The file is empty: write at least {}; the agent reads strict JSON and skips the whole file otherwise.',
    ],
    ['json-empty', '«» \n\t', /empty/],
    ['json-binary', '{"a": "«\0»"}', /NUL/],
    ['json-byte-order-mark', '«\uFEFF»{}', /without BOM/],
    ['json-comment', '{ «// ours»\n}', /JSON has no comments: remove.*skips the whole file/],
    ['json-comment', server('{«/* x */» "command": "x"}'), /no comments/],
    ['json-trailing-comma', server('{"command": "x"«,»}'), /comma after the last item.*skips the whole file/],
    ['json-trailing-comma', '{"disabledServers": ["a"«,»]}', /comma/],
    [
      'json-unclosed',
      '«{»"mcpServers": {"docs": {"command": "x"}}',
      'This brace is never closed: add the closing one; the agent reads strict JSON and skips the whole file otherwise.',
    ],
    ['json-unclosed', server('{"command": "x", "args": «[»"a"}'), /This bracket is never closed/],
    ['json-unclosed', server('{"command": "x", "args": «[»"a"\n, "env": {}}'), /bracket/],
    ['json-unclosed', '{"mcpServers": {"docs": {"command": «"x}}}»', /closing quote/],
    [
      'json-syntax',
      server('{"command": "x"\n«"args"»: []}'),
      /A comma is missing before "\\"args\\""|A comma is missing before "args"/,
    ],
    ['json-syntax', server('{«"command"» "x"}'), /A colon is missing/],
    ['json-syntax', server('{«"command"»}'), /A value is missing/],
    ['json-syntax', server('{«"command"»: }'), /A value is missing/],
    ['json-syntax', server('{"command": "x",«,» "cwd": "y"}'), /Nothing stands before this comma/],
    ['json-syntax', server('{«command»: "x"}'), /needs double quotes/],
    ['json-syntax', server('{"command": "x", "enabled": «True»}'), /True/],
    ['json-syntax', server('{"command": "x", "timeout": «.5»}'), /no JSON number/],
    ['json-syntax', server('{"command": «"C:\\q"»}'), /backslash/],
    ['json-syntax', server('{"command": «\'x\'»}'), /double quotes/],
    ['json-syntax', `${server('{"command": "x"}')}«}»`, /goes on/],
    ['json-syntax', server('{"command": "x" «;» "args": []}'), /does not belong here/],
  ]);
});

describe('top level', () => {
  check([
    [
      'top-level-not-object',
      '«["x"]»',
      'The file holds an array where one object is needed: write {"mcpServers": {…}}.',
    ],
    ['unknown-top-level-key', '{«"version"»: 1}', /has no "version", only .*mcpServers.*: remove it/],
    ['unknown-top-level-key', '{«"mcpservers"»: {}}', 'The top level has no "mcpservers": did you mean "mcpServers"?'],
    ['unknown-top-level-key', '{«"disabledServer"»: []}', /did you mean "disabledServers"/],
    ['unknown-top-level-key', '{"mcpServers": {}, «"inputs"»: []}', /comes from VS Code/],
    ['unknown-top-level-key', '{"mcpServers": {}, «"command"»: "x"}', /belongs to a server/],
    [
      'unknown-top-level-key',
      '{"mcpServers": {}, «"docs"»: {"command": "x"}}',
      'Server "docs" is outside "mcpServers". Move it to "mcpServers".',
    ],
    [
      'unknown-top-level-key',
      '{«"servers"»: {"docs": {"command": "x"}}, "mcpServers": {}}',
      'The servers in "servers" are outside "mcpServers". Move them to "mcpServers".',
    ],
    ['flat-map', '«{"docs": {"command": "x"}, "two": {"url": "y"}}»', /put them all inside "mcpServers"/],
    ['flat-map', '«{"$schema": "x", "docs": {"type": "http", "serverUrl": "y"}}»', /top level/],
    [
      'foreign-root-key',
      '{«"servers"»: {"a b": {"url": "x"}}, "inputs": []}',
      '"servers" is where VS Code keeps its servers: write "mcpServers" instead.',
    ],
    ['foreign-root-key', '{«"context_servers"»: {}}', /Zed/],
    [
      'wrong-json-type',
      '{"$schema": «1»}',
      '"$schema" takes a string, and this is a number: write "1" in double quotes.',
    ],
    ['wrong-json-type', '{"mcpServers": «[]»}', /takes an object, and this is an array/],
    [
      'wrong-json-type',
      '{"disabledServers": «"docs"»}',
      '"disabledServers" takes an array, and this is a string: write ["docs"].',
    ],
    ['list-item-not-string', '{"enabledServers": [«1»]}', /lists server names, and this is a number/],
    ['list-item-empty', '{"enabledServers": [«""»]}', /is empty/],
    [
      'list-item-repeated',
      '{"disabledServers": ["a", "b", «"a"»]}',
      '"a" stands in "disabledServers" already: remove this one.',
    ],
  ]);
});

describe('server name', () => {
  check([
    [
      'server-name',
      '{"mcpServers": {«"my docs"»: {"command": "x"}}}',
      'A server name cannot contain a space: use letters, digits, "_", "." and "-".',
    ],
    [
      'server-name',
      '{"mcpServers": {«"a:b"»: {"command": "x"}}}',
      'A server name cannot contain the character ":": use letters, digits, "_", "." and "-".',
    ],
    ['server-name', '{"mcpServers": {«"é"»: {"command": "x"}}}', /the character "é": use letters/],
    ['server-name', '{"mcpServers": {«"😀"»: {"command": "x"}}}', /the character "😀": use letters/],
    ['server-name', '{"mcpServers": {«"a\\u0007"»: {"command": "x"}}}', /U\+0007/],
    ['server-name', '{"mcpServers": {«""»: {"command": "x"}}}', /has no name/],
    [
      'server-name',
      `{"mcpServers": {«"${'x'.repeat(101)}"»: {"command": "x"}}}`,
      'The server name has 101 characters, 100 are allowed: shorten it.',
    ],
    [
      'server-not-object',
      server('«"npx x"»'),
      'The server "docs" is a string: write an object such as {"command": "…"}.',
    ],
  ]);
});

describe('transport', () => {
  check([
    [
      'missing-type',
      server('{«"url"»: "https://example.com/mcp", "headers": {}}'),
      'A server without "type" is a stdio server and has no "url": add "type": "http".',
    ],
    ['missing-type', server('{«"url"»: "https://example.com/sse"}'), /add "type": "sse"/],
    ['missing-type', server('{«"url"»: "https://example.com/sse/?a=b"}'), /add "type": "sse"/],
    ...['streamable-http', 'streamableHttp', 'streamable_http', 'HTTP', 'remote', 'htttp'].map(
      (type): Mistake => [
        'unknown-transport',
        server(`{"type": «"${type}"», "url": "https://example.com/mcp", "headers": {}}`),
        /"stdio", "http" or "sse": write "http"\.$/,
      ],
    ),
    ['unknown-transport', server('{"type": «"SSE"», "url": "x"}'), /write "sse"/],
    ['unknown-transport', server('{"type": «"local"», "command": "x", "args": []}'), /write "stdio"/],
    ['unknown-transport', server('{"type": «"local"», "url": "x"}'), /write "http"/],
    ['unknown-transport', server('{"type": «"websocket"», "url": "x"}'), /write "http"/],
    ['unknown-transport', server('{"type": «""», "command": "x"}'), /write "stdio"/],
    [
      'transport-mismatch',
      server('{"type": «"http"», "command": "x", "args": [], "env": {}}'),
      'The type is "http", but the server has "command" and no "url": write "type": "stdio".',
    ],
    [
      'transport-mismatch',
      server('{"type": «"stdio"», "url": "https://example.com/sse", "headers": {}}'),
      /write "type": "sse"/,
    ],
    [
      'command-and-url',
      server('{"command": "x", "args": [], «"url"»: "y", "headers": {}}'),
      'A server cannot have both "command" and "url": remove "url" for a stdio server, or "command" for "type": "http".',
    ],
    ['command-and-url', server(`{${http}, «"command"»: "x", "env": {}}`), /or "command" for "type": "http"/],
    [
      'missing-command',
      '{"mcpServers": {«"docs"»: {}}}',
      'The server "docs" does not say what to start: add "command", or "type": "http" and "url".',
    ],
    ['missing-command', '{"mcpServers": {«"docs"»: {"type": "stdio", "args": []}}}', /: add "command"\.$/],
    ['missing-url', '{"mcpServers": {«"docs"»: {"type": "sse"}}}', 'The sse server "docs" has no address: add "url".'],
    ['missing-url', '{"mcpServers": {«"docs"»: {"headers": {}}}}', /add "type": "http" and "url"/],
    ['disabled-stub', '{"mcpServers": {«"docs"»: {"enabled": false}}}', /only switched off here.*"disabledServers"/],
    [
      'misplaced-field',
      server(`{${http}, «"env"»: {}}`),
      '"env" applies to stdio servers only, and this is an http server: remove it.',
    ],
    [
      'misplaced-field',
      server('{"command": "x", «"headers"»: {}}'),
      '"headers" applies to http and sse servers only, and this is a stdio server: remove it.',
    ],
  ]);
});

describe('keys that do not belong', () => {
  check([
    ['unknown-key', server('{«"comand"»: "x"}'), 'A server has no "comand": did you mean "command"?'],
    ['unknown-key', server('{"type": "http", «"ulr"»: "x"}'), /did you mean "url"/],
    ['unknown-key', server('{"command": "x", «"request_id_format"»: "string"}'), /did you mean "requestIdFormat"/],
    ['unknown-key', server('{"command": "x", «"colour"»: 1}'), 'A server has no "colour": remove it.'],
    ['unknown-key', server('{"command": "x", «"callbackPort"»: 1}'), /Move it to "oauth"/],
    ['unknown-key', server('{«"cmd"»: "x"}'), 'A server has no "cmd": did you mean "command"?'],
    ['unknown-key', server('{"command": "x", «"cmd"»: "y"}'), 'Unknown property "cmd". "command" is already set.'],
    [
      'foreign-key',
      server('{"type": "http", "url": "x", «"transportType"»: "sse"}'),
      '"transportType" comes from Cline: "type" is already set.',
    ],
    [
      'unknown-key',
      server('{"command": "x", "auth": {"type": "oauth", «"clientID"»: "x"}}'),
      '"auth" has no "clientID": did you mean "clientId"?',
    ],
    ['unknown-key', server('{"command": "x", "oauth": {«"port"»: 1}}'), '"oauth" has no "port": remove it.'],
    ['unknown-key', server('{"command": "x", «"__proto__"»: {}}'), /remove it/],
    [
      'foreign-key',
      server('{"command": "x", «"disabled"»: true}'),
      '"disabled" comes from Windsurf, Cline and Roo Code: write "enabled": false.',
    ],
    ['foreign-key', server('{"command": "x", «"disabled"»: false}'), /write "enabled": true/],
    [
      'foreign-key',
      server('{«"serverUrl"»: "https://example.com/mcp"}'),
      '"serverUrl" comes from Windsurf: write "url" together with "type": "http" (or "sse").',
    ],
    ['foreign-key', server('{«"httpUrl"»: "https://example.com/mcp", "headers": {}}'), /Gemini CLI/],
    ['foreign-key', server('{"url": "https://example.com/sse", «"transportType"»: "sse"}'), /Cline: write "type"/],
    ['foreign-key', server('{"url": "x", «"transport"»: "streamable-http"}'), /write "type"/],
    ['foreign-key', server('{"command": "x", «"timeout_ms"»: 5}'), /write "timeout"/],
    ...(
      [
        ['alwaysAllow', 'Roo Code'],
        ['autoApprove', 'Cline'],
        ['envFile', 'VS Code and Cursor'],
        ['headersHelper', 'Claude Code'],
        ['tools', 'Copilot CLI'],
        ['description', 'plugin catalogues'],
        ['bearer_token_env_var', 'Codex'],
        ['tool_timeout_sec', 'Codex'],
        ['environment', 'OpenCode'],
        ['trust', 'Gemini CLI'],
        ['source', 'Zed'],
        ['_comment', 'hand-written notes'],
      ] as const
    ).map(
      ([key, tool]): Mistake => [
        'foreign-key',
        server(`{"command": "x", «"${key}"»: "y"}`),
        new RegExp(`^"${key}" comes from ${tool}: `),
      ],
    ),
    ...['enabledTools', 'disabledTools', 'lazy'].map(
      (key): Mistake => [
        'newer-key',
        server(`{"command": "x", «"${key}"»: []}`),
        `"${key}" is known to newer agents and not in this format: remove it.`,
      ],
    ),
    ['newer-key', server('{"command": "x", "oauth": {«"scopes"»: []}}'), /known to newer agents.*"scope"/],
  ]);
});

describe('values', () => {
  check([
    ['wrong-json-type', server('{"command": «["npx", "x"]»}'), /first item as "command"/],
    [
      'wrong-json-type',
      server('{"command": "x", "timeout": «"5000"»}'),
      '"timeout" takes a number, and this is a string: write 5000 without quotes.',
    ],
    [
      'wrong-json-type',
      server('{"command": "x", "enabled": «"False"»}'),
      '"enabled" takes true or false, and this is a string: write false without quotes.',
    ],
    [
      'wrong-json-type',
      server('{"command": "x", "env": «null»}'),
      /"env" takes an object, and this is null: write something like \{/,
    ],
    ['wrong-json-type', server('{"type": «3», "command": "x"}'), /"type" takes a string/],
    [
      'wrong-json-type',
      server('{"command": "x", "oauth": {"callbackPort": «80.5»}}'),
      '"callbackPort" takes a whole number, and this is a fraction: write 81.',
    ],
    ['empty-value', server('{"command": «""»}'), '"command" is empty: write something like "npx".'],
    ['empty-value', server('{"type": "http", "url": «""»}'), /"url" is empty/],
    [
      'not-allowed-value',
      server('{"command": "x", "requestIdFormat": «"uuid"»}'),
      '"requestIdFormat" cannot be "uuid": write "number" or "string".',
    ],
    ['not-allowed-value', server('{"command": "x", "auth": {"type": «"bearer"»}}'), /write "oauth" or "apikey"/],
    ['missing-auth-type', server('{"command": "x", "auth": «{»"clientId": "x"}}'), /does not say its kind/],
    ['out-of-range', server('{"command": "x", "timeout": «-1»}'), '"timeout" cannot be -1: write 0 or more.'],
    ['out-of-range', server('{"command": "x", "timeout": «1e999»}'), /too large/],
    [
      'out-of-range',
      server('{"command": "x", "oauth": {"callbackPort": «65536»}}'),
      '"callbackPort" cannot be 65536: write 1 to 65535.',
    ],
    [
      'item-not-string',
      server('{"command": "x", "args": ["a", «80»]}'),
      'The items of "args" are strings, and this is a number: write "80" in double quotes.',
    ],
    [
      'value-not-string',
      server('{"command": "x", "env": {"A": «true»}}'),
      'The values of "env" are strings, and "A" is a boolean: write "true" in double quotes.',
    ],
    ['value-not-string', server(`{${http}, "headers": {"A": «null»}}`), /remove it/],
  ]);
});

describe('duplicate keys', () => {
  check([
    [
      'duplicate-key',
      server('{«"command"»: "", "command": "x"}'),
      /the agent keeps only the last one: remove or rename/,
    ],
    ['duplicate-server', '{"mcpServers": {«"a"»: {"comand": 1}, "a": {"command": "x"}}}', /Another server "a" follows/],
    ['duplicate-key', server('{"command": "x", "env": {«"A"»: 1, "A": "2"}}'), /"A" comes again/],
    ['duplicate-key', '{«"mcpServers"»: [], "mcpServers": {}}', /"mcpServers" comes again/],
    ['duplicate-key', server('{"command": "x", "env": {«"A"»: "1", "\\u0041": "2"}}'), /"A" comes again/],
  ]);
});

describe('the list of rules', () => {
  test('every code is in kebab case and stands once', () => {
    const codes = rules.map((rule) => rule.code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[a-z]+(-[a-z]+)+$/);
  });

  test.each(rules.map((rule) => [rule.code, rule.docs] as const))(
    '%s: its wrong example breaks it alone, its right example nothing',
    (code, docs) => {
      expect(problemsOf(docs.wrong, docs.context).map((problem) => problem.code)).toEqual([code]);
      expect(problemsOf(docs.right, docs.context)).toEqual([]);
      expect(obeysTheSpec(docs.right)).toBe(true);
    },
  );

  test.each(rules.map((rule) => [rule.code, rule] as const))(
    '%s: it is an error exactly when the spec rejects its wrong example',
    (_code, { severity, docs }) => {
      expect(severity === 'error').toBe(!obeysTheSpec(docs.wrong));
    },
  );
});

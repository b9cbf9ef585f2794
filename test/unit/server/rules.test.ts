/** Each mistake produces exactly one diagnostic, with the expected code, range, and message. */
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../server/rules/rule.ts';
import { rules } from '../../../server/rules/rule-list.ts';
import { marked, obeysTheSpec, problemsOf, server } from './support.ts';

type Mistake = readonly [code: string, text: string, message: string | RegExp];

const http = '"type": "http", "url": "https://example.com/mcp"';

/** Returns a problem without the properties only for editors. */
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
    ['json-empty', '«»', "The file is empty. Write at least {}. Oh My Pi skips files that aren't strict JSON."],
    ['json-empty', '«» \n\t', /empty/],
    ['json-binary', '{"a": "«\0»"}', /NUL/],
    ['json-byte-order-mark', '«\uFEFF»{}', /without BOM/],
    ['json-comment', '{ «// ours»\n}', /JSON doesn't allow comments\. Remove.*skips files/],
    ['json-comment', server('{«/* x */» "command": "x"}'), /doesn't allow comments/],
    ['json-trailing-comma', server('{"command": "x"«,»}'), /doesn't allow trailing commas.*skips files/],
    ['json-trailing-comma', '{"disabledServers": ["a"«,»]}', /comma/],
    [
      'json-unclosed',
      '«{»"mcpServers": {"docs": {"command": "x"}}',
      'Missing closing brace "}". Oh My Pi skips files that aren\'t strict JSON.',
    ],
    ['json-unclosed', server('{"command": "x", "args": «[»"a"}'), /Missing closing bracket/],
    ['json-unclosed', server('{"command": "x", "args": «[»"a"\n, "env": {}}'), /bracket/],
    ['json-unclosed', '{"mcpServers": {"docs": {"command": «"x}}}»', /closing quote/],
    [
      'json-syntax',
      server('{"command": "x"\n«"args"»: []}'),
      `Missing comma before "args". Oh My Pi skips files that aren't strict JSON.`,
    ],
    ['json-syntax', server('{«"command"» "x"}'), /^Missing colon after "command"\./],
    ['json-syntax', server('{«"command"»}'), /^Missing colon|^Missing value/],
    ['json-syntax', server('{«"command"»: }'), /^Missing value after "command"\./],
    ['json-syntax', server('{"command": "x",«,» "cwd": "y"}'), /^Unexpected comma\. Remove it\./],
    ['json-syntax', server('{«command»: "x"}'), /must be in double quotes/],
    ['json-syntax', server('{"command": "x", "enabled": «True»}'), /True/],
    [
      'foreign-key',
      server('{«"transport"»: {"type": "sse", "url": "x"}}'),
      /Cline property.*Move its properties to the server/,
    ],
    ['json-syntax', server('{"command": "x", "timeout": «.5»}'), /Invalid number "\.5"/],
    ['json-syntax', server('{"command": «"C:\\q"»}'), /backslash/],
    ['json-syntax', server('{"command": «\'x\'»}'), /double quotes/],
    ['json-syntax', `${server('{"command": "x"}')}«}»`, /Unexpected "}" after the end of the object/],
    ['json-syntax', server('{"command": "x" «;» "args": []}'), /Unexpected ";"\. Remove it/],
    ['json-syntax', '«mcpServers»:\n  docs:\n    command: npx\n    args: [-y]\n', /^Expected JSON, got YAML\./],
    ['json-syntax', '{«“mcpServers”»: {“docs”: {“command”: “npx docs”}}}', /^Curly quotes aren't valid in JSON\./],
  ]);
});

describe('top level', () => {
  check([
    ['top-level-not-object', '«["x"]»', 'Expected an object at the top level, got an array. Use {"mcpServers": {…}}.'],
    [
      'unknown-top-level-key',
      '{«"version"»: 1}',
      /Unknown property "version"\. Expected "\$schema", .*mcpServers.*, or "enabledServers"\.$/,
    ],
    ['unknown-top-level-key', '{«"mcpservers"»: {}}', 'Unknown property "mcpservers". Did you mean "mcpServers"?'],
    ['unknown-top-level-key', '{«"disabledServer"»: []}', /Did you mean "disabledServers"/],
    [
      'unknown-top-level-key',
      '{"mcpServers": {}, «"inputs"»: []}',
      /^"inputs" is a VS Code property and isn't supported here\./,
    ],
    ['unknown-top-level-key', '{"mcpServers": {}, «"command"»: "x"}', /is a server property/],
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
    ['flat-map', '«{"docs": {"command": "x"}, "two": {"url": "y"}}»', /Move them to "mcpServers"/],
    [
      'flat-map',
      '«{"command": "npx", "args": ["-y", "docs@1.2.3"], "env": {}}»',
      'A server outside "mcpServers" isn\'t loaded. Move it into an entry of "mcpServers".',
    ],
    ['flat-map', '«{"$schema": "x", "type": "http", "url": "y"}»', /A server outside/],
    ['flat-map', '«{"$schema": "x", "docs": {"type": "http", "serverUrl": "y"}}»', /top level/],
    [
      'foreign-root-key',
      '{«"servers"»: {"a b": {"url": "x"}}, "version": 1}',
      `"servers" is a VS Code property and isn't supported here. Use "mcpServers" instead.`,
    ],
    ['foreign-root-key', '{«"context_servers"»: {}}', /Zed/],
    ['wrong-json-type', '{"$schema": «1»}', 'Expected a string for "$schema", got a number. Use "1".'],
    ['wrong-json-type', '{"mcpServers": «[]»}', /Expected an object for "mcpServers", got an array/],
    [
      'wrong-json-type',
      '{"disabledServers": «"docs"»}',
      'Expected an array for "disabledServers", got a string. Use ["docs"].',
    ],
    ['list-item-not-string', '{"enabledServers": [«1»]}', /Expected a server name in "enabledServers", got a number/],
    ['list-item-empty', '{"enabledServers": [«""»]}', /Empty entry in "enabledServers"/],
    ['list-item-repeated', '{"disabledServers": ["a", "b", «"a"»]}', 'Duplicate entry "a" in "disabledServers".'],
  ]);
});

describe('server name', () => {
  check([
    [
      'server-name',
      '{"mcpServers": {«"my docs"»: {"command": "x"}}}',
      'Server name contains a space. Use letters, digits, "_", ".", and "-".',
    ],
    [
      'server-name',
      '{"mcpServers": {«"a:b"»: {"command": "x"}}}',
      'Server name contains the character ":". Use letters, digits, "_", ".", and "-".',
    ],
    ['server-name', '{"mcpServers": {«"é"»: {"command": "x"}}}', /the character "é"\. Use letters/],
    ['server-name', '{"mcpServers": {«"😀"»: {"command": "x"}}}', /the character "😀"\. Use letters/],
    ['server-name', '{"mcpServers": {«"a\\u0007"»: {"command": "x"}}}', /U\+0007/],
    ['server-name', '{"mcpServers": {«""»: {"command": "x"}}}', /name is empty/],
    [
      'server-name',
      `{"mcpServers": {«"${'x'.repeat(101)}"»: {"command": "x"}}}`,
      'Server name is too long (101 characters). Use at most 100.',
    ],
    [
      'server-not-object',
      server('«"npx x"»'),
      'Expected an object for server "docs", got a string. Use an object such as {"command": "…"}.',
    ],
  ]);
});

describe('transport', () => {
  check([
    [
      'missing-type',
      server('{«"url"»: "https://example.com/mcp", "headers": {}}'),
      '"url" requires "type": "http". Without it, Oh My Pi assumes http.',
    ],
    ['missing-type', server('{«"url"»: "https://example.com/sse"}'), /requires "type": "sse"/],
    ['missing-type', server('{«"url"»: "https://example.com/sse/?a=b"}'), /requires "type": "sse"/],
    ...['streamable-http', 'streamableHttp', 'streamable_http', 'HTTP', 'remote', 'htttp'].map(
      (type): Mistake => [
        'unknown-transport',
        server(`{"type": «"${type}"», "url": "https://example.com/mcp", "headers": {}}`),
        /"stdio", "http", or "sse"\. Use "http"\.$/,
      ],
    ),
    ['unknown-transport', server('{"type": «"SSE"», "url": "x"}'), /Use "sse"/],
    ['unknown-transport', server('{"type": «"local"», "command": "x", "args": []}'), /Use "stdio"/],
    ['unknown-transport', server('{"type": «"local"», "url": "x"}'), /Use "http"/],
    ['unknown-transport', server('{"type": «"websocket"», "url": "x"}'), /Use "http"/],
    ['unknown-transport', server('{"type": «""», "command": "x"}'), /Use "stdio"/],
    [
      'transport-mismatch',
      server('{"type": «"http"», "command": "x", "args": [], "env": {}}'),
      '"type": "http" conflicts with "command". Use "type": "stdio".',
    ],
    [
      'transport-mismatch',
      server('{"type": «"stdio"», "url": "https://example.com/sse", "headers": {}}'),
      /Use "type": "sse"/,
    ],
    [
      'command-and-url',
      server('{"command": "x", "args": [], «"url"»: "y", "headers": {}}'),
      `"command" and "url" can't be combined. Remove "url" for a stdio server, or "command" for "type": "http".`,
    ],
    ['misplaced-field', server('{"command": "x", «"url"»: null}'), /stdio server\. Remove it/],
    ['misplaced-field', server(`{${http}, «"command"»: null}`), /http server\. Remove it/],
    ['command-and-url', server(`{${http}, «"command"»: "x", "env": {}}`), /or "command" for "type": "http"/],
    [
      'missing-command',
      '{"mcpServers": {«"docs"»: {}}}',
      'Missing "command" in server "docs". Add it, or add "type": "http" and "url".',
    ],
    [
      'missing-command',
      '{"mcpServers": {«"docs"»: {"type": "stdio", "args": []}}}',
      /^Missing "command" in server "docs"\.$/,
    ],
    ['missing-url', '{"mcpServers": {«"docs"»: {"type": "sse"}}}', 'Missing "url" in sse server "docs".'],
    ['missing-url', '{"mcpServers": {«"docs"»: {"headers": {}}}}', /Add "type": "http" and "url"/],
    ['disabled-stub', '{"mcpServers": {«"docs"»: {"enabled": false}}}', /only disables a server.*"disabledServers"/],
    [
      'misplaced-field',
      server(`{${http}, «"env"»: {}}`),
      '"env" applies only to stdio servers, but this is an http server. Remove it.',
    ],
    [
      'misplaced-field',
      server('{"command": "x", «"headers"»: {}}'),
      '"headers" applies only to http and sse servers, but this is a stdio server. Remove it.',
    ],
  ]);
});

describe('unknown and foreign keys', () => {
  check([
    ['unknown-key', server('{«"comand"»: "x"}'), 'Unknown property "comand". Did you mean "command"?'],
    ['unknown-key', server('{"type": "http", «"ulr"»: "x"}'), /Did you mean "url"/],
    ['unknown-key', server('{"command": "x", «"request_id_format"»: "string"}'), /Did you mean "requestIdFormat"/],
    ['unknown-key', server('{"command": "x", «"colour"»: 1}'), 'Unknown property "colour".'],
    ['unknown-key', server('{"command": "x", «"callbackPort"»: 1}'), /Move it to "oauth"/],
    ['unknown-key', server('{«"cmd"»: "x"}'), 'Unknown property "cmd". Did you mean "command"?'],
    ['unknown-key', server('{"command": "x", «"cmd"»: "y"}'), 'Unknown property "cmd". "command" is already set.'],
    [
      'foreign-key',
      server('{"type": "http", "url": "x", «"transportType"»: "sse"}'),
      `"transportType" is a Cline property and isn't supported here. "type" is already set.`,
    ],
    [
      'unknown-key',
      server('{"command": "x", "auth": {"type": "oauth", «"clientID"»: "x"}}'),
      'Unknown property "clientID". Did you mean "clientId"?',
    ],
    ['unknown-key', server('{"command": "x", "oauth": {«"port"»: 1}}'), 'Unknown property "port".'],
    ['unknown-key', server('{"command": "x", «"__proto__"»: {}}'), 'Unknown property "__proto__".'],
    [
      'foreign-key',
      server('{"command": "x", «"disabled"»: true}'),
      `"disabled" is a Windsurf, Cline, Roo Code, and Kiro property and isn't supported here. Use "enabled": false.`,
    ],
    ['foreign-key', server('{"command": "x", «"disabled"»: false}'), /Remove it \(servers are enabled by default\)/],
    [
      'foreign-key',
      server('{«"serverUrl"»: "https://example.com/mcp"}'),
      `"serverUrl" is a Windsurf and Antigravity property and isn't supported here. Use "url" with "type": "http" (or "sse").`,
    ],
    ['foreign-key', server('{«"httpUrl"»: "https://example.com/mcp", "headers": {}}'), /Gemini CLI/],
    [
      'foreign-key',
      server('{"url": "https://example.com/sse", «"transportType"»: "sse"}'),
      /Cline property.* Use "type"/,
    ],
    ['foreign-key', server('{"url": "x", «"transport"»: "streamable-http"}'), /Use "type"/],
    ['foreign-key', server('{"command": "x", «"timeout_ms"»: 5}'), /Use "timeout"/],
    ...(
      [
        ['alwaysAllow', 'Roo Code'],
        ['autoApprove', 'Cline and Kiro'],
        ['envFile', 'VS Code and Cursor'],
        ['headersHelper', 'Claude Code'],
        ['tools', 'Copilot CLI'],
        ['description', 'plugin catalog'],
        ['bearer_token_env_var', 'Codex'],
        ['tool_timeout_sec', 'Codex'],
        ['environment', 'OpenCode'],
        ['trust', 'Gemini CLI'],
        ['source', 'Zed'],
        ['_comment', 'comment'],
      ] as const
    ).map(
      ([key, tool]): Mistake => [
        'foreign-key',
        server(`{"command": "x", «"${key}"»: "y"}`),
        new RegExp(`^"${key}" is an? ${tool} property and isn't supported here\\. `),
      ],
    ),
    ...['enabledTools', 'disabledTools', 'lazy'].map(
      (key): Mistake => [
        'newer-key',
        server(`{"command": "x", «"${key}"»: []}`),
        `"${key}" is proposed for Oh My Pi, but no release supports it. Remove it.`,
      ],
    ),
    ['newer-key', server('{"command": "x", "oauth": {«"scopes"»: []}}'), /no release supports it.*"scope"/],
  ]);
});

describe('values', () => {
  check([
    ['wrong-json-type', server('{"command": «["npx", "x"]»}'), /first item as "command"/],
    [
      'wrong-json-type',
      server('{"command": "x", "timeout": «"5000"»}'),
      'Expected a number for "timeout", got a string. Use 5000.',
    ],
    [
      'wrong-json-type',
      server('{"command": "x", "enabled": «"False"»}'),
      'Expected a boolean for "enabled", got a string. Use false.',
    ],
    [
      'wrong-json-type',
      server('{"command": "x", "env": «null»}'),
      /Expected an object for "env", got null\. Use a value such as \{/,
    ],
    ['wrong-json-type', server('{"type": «3», "command": "x"}'), /Expected a string for "type"/],
    [
      'wrong-json-type',
      server('{"command": "x", "oauth": {"callbackPort": «80.5»}}'),
      'Expected an integer for "callbackPort", got a decimal number. Use 81.',
    ],
    ['empty-value', server('{"command": «""»}'), '"command" is empty. Use a value such as "npx".'],
    ['empty-value', server('{"type": "http", "url": «""»}'), /"url" is empty/],
    [
      'not-allowed-value',
      server('{"command": "x", "requestIdFormat": «"uuid"»}'),
      'Invalid value "uuid" for "requestIdFormat". Use "number" or "string".',
    ],
    ['not-allowed-value', server('{"command": "x", "auth": {"type": «"bearer"»}}'), /Use "oauth" or "apikey"/],
    ['missing-auth-type', server('{"command": "x", "auth": «{»"clientId": "x"}}'), /Missing "type" in "auth"/],
    [
      'out-of-range',
      server('{"command": "x", "timeout": «-1»}'),
      'Value -1 is out of range for "timeout". Use 0 or more.',
    ],
    ['out-of-range', server('{"command": "x", "timeout": «1e999»}'), /too large/],
    [
      'out-of-range',
      server('{"command": "x", "oauth": {"callbackPort": «65536»}}'),
      'Value 65536 is out of range for "callbackPort". Use 1 to 65535.',
    ],
    [
      'item-not-string',
      server('{"command": "x", "args": ["a", «80»]}'),
      'Expected a string in "args", got a number. Use "80".',
    ],
    [
      'value-not-string',
      server('{"command": "x", "env": {"A": «true»}}'),
      'Expected a string for "A" in "env", got a boolean. Use "true".',
    ],
    ['value-not-string', server(`{${http}, "headers": {"A": «null»}}`), /Remove it/],
  ]);
});

describe('duplicate keys', () => {
  check([
    ['duplicate-key', server('{«"command"»: "", "command": "x"}'), /Only the last one is used\. Remove or rename/],
    ['duplicate-server', '{"mcpServers": {«"a"»: {"comand": 1}, "a": {"command": "x"}}}', /Duplicate server name "a"/],
    ['duplicate-key', server('{"command": "x", "env": {«"A"»: 1, "A": "2"}}'), /Duplicate key "A"/],
    ['duplicate-key', '{«"mcpServers"»: [], "mcpServers": {}}', /Duplicate key "mcpServers"/],
    ['duplicate-key', server('{"command": "x", "env": {«"A"»: "1", "\\u0041": "2"}}'), /Duplicate key "A"/],
  ]);
});

describe('text with a syntax error', () => {
  const found = (text: string) =>
    problemsOf(text).map(({ code, offset }) => `${text.slice(0, offset).split('\n').length} ${code}`);

  test.each([
    ['a line break in a name', '{"mcpServers": {\n"do\ncs": {\n"command": "x"\n}\n}\n}', ['2 json-unclosed']],
    ['a missing quote before a list', '{"mcpServers": {"a": {\n"args: [\n"x",\n"y"\n]}}}', ['2 json-unclosed']],
    ['a missing brace', '{"mcpServers": {"a": {\n"env":\n"A": "1",\n"B": "2"\n},\n"x": 1}}}', ['2 json-syntax']],
    ['several errors on a line', "{'mcpServers': {'a': {'command': 'x'}}}", ['1 json-syntax']],
    [
      'errors in two servers',
      '{"mcpServers": {"a": {"timeout": 1s},\n"b": {"timeout": 2s}}}',
      ['1 json-syntax', '2 json-syntax'],
    ],
  ])('%s is one finding per mistake', (_name, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('is still checked in the other servers', () => {
    expect(found('{"mcpServers": {"a": {"comand": "x"},\n"b": {"timeout": 1s},\n"c": {"comand": "x"}}}')).toEqual([
      '1 unknown-key',
      '2 json-syntax',
      '3 unknown-key',
    ]);
  });
});

describe('the list of rules', () => {
  test('has unique codes in kebab case', () => {
    const codes = rules.map((rule) => rule.code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[a-z]+(-[a-z]+)+$/);
  });

  test.each(rules.map((rule) => [rule.code, rule.docs] as const))(
    '%s: the wrong example breaks only this rule, and the right example has no problems',
    (code, docs) => {
      expect(problemsOf(docs.wrong, docs.context).map((problem) => problem.code)).toEqual([code]);
      expect(problemsOf(docs.right, docs.context)).toEqual([]);
      expect(obeysTheSpec(docs.right)).toBe(true);
    },
  );

  test.each(rules.map((rule) => [rule.code, rule] as const))(
    '%s: is an error if and only if the spec rejects the wrong example',
    (code, { severity, docs }) => {
      // That file isn't a config file.
      if (code !== 'not-a-config') expect(severity === 'error').toBe(!obeysTheSpec(docs.wrong));
    },
  );
});

/** Each quick fix makes exactly the expected change. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/document.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { kindChanges, safeChanges, usableFixes } from '../../../server/fixes/fix-all.ts';
import { removeMembers } from '../../../server/fixes/members.ts';
import type { DocumentLevel } from '../../../server/rules/context.ts';
import { checkDocument, rules } from '../../../server/rules/index.ts';
import { server, serverWith } from './support.ts';

type Case = readonly [code: string, title: string, before: string, after: string, level?: DocumentLevel];

const http = '"type": "http", "url": "https://example.com/mcp"';
const stdio = '"command": "x"';

function fixed(code: string, title: string, before: string, level?: DocumentLevel): string {
  const document = new ConfigDocument(before);
  const context = level === undefined ? {} : { level };
  const fixes = checkDocument(document, context)
    .filter((problem) => problem.code === code)
    .flatMap((problem) => problem.fixes?.(document) ?? []);
  const fix = fixes.find((candidate) => candidate.title === title);
  if (fix === undefined) throw new Error(`Offered for ${code}: ${fixes.map((offered) => offered.title).join(' | ')}`);
  return applyChanges(before, fix.changes);
}

const githubToken = `gh${'p_'}${'a1B2'.repeat(9)}`;

const one: readonly Case[] = [
  ['json-comment', 'Remove the comment', '{\n  // ours\n  "mcpServers": {}\n}', '{\n  "mcpServers": {}\n}'],
  ['json-comment', 'Remove the comment', '{"mcpServers": {} /* x */}', '{"mcpServers": {}}'],
  ['json-trailing-comma', 'Remove the comma', '{"mcpServers": {},\r\n}', '{"mcpServers": {}\r\n}'],
  ['json-byte-order-mark', 'Remove the byte order mark', '\uFEFF{}', '{}'],
  ['json-syntax', 'Add the comma', server('{"command": "x"\n"args": []}'), server('{"command": "x",\n"args": []}')],
  ['json-syntax', 'Add the colon', server('{"command" "x"}'), server('{"command": "x"}')],
  ['json-syntax', 'Remove the comma', server('{"command": "x",, "cwd": "y"}'), server('{"command": "x", "cwd": "y"}')],
  ['json-syntax', 'Change to "command"', server('{command: "x"}'), server('{"command": "x"}')],
  [
    'json-syntax',
    'Change to true',
    server('{"command": "x", "enabled": True}'),
    server('{"command": "x", "enabled": true}'),
  ],
  [
    'json-syntax',
    'Change to 0.5',
    server('{"command": "x", "timeout": .5}'),
    server('{"command": "x", "timeout": 0.5}'),
  ],
  ['json-syntax', 'Double the backslashes', server('{"command": "a\\q\\n"}'), server('{"command": "a\\\\q\\n"}')],
  [
    'json-syntax',
    'Double the backslashes',
    server(String.raw`{"command": "bin\Foo\Bar\New\Run\Test\u00e9"}`),
    server(String.raw`{"command": "bin\\Foo\\Bar\\New\\Run\\Test\u00e9"}`),
  ],
  [
    'json-syntax',
    'Double the backslashes',
    server(String.raw`{"command": "C:\temp\new\\Users\bin\u00e9\Run"}`),
    server(String.raw`{"command": "C:\\temp\\new\\Users\\bin\\u00e9\\Run"}`),
  ],
  [
    'invisible-character',
    'Double the backslashes',
    server(String.raw`{"command": "C:\tools\node.exe"}`),
    server(String.raw`{"command": "C:\\tools\\node.exe"}`),
  ],
  ['json-syntax', 'Replace the single quotes', server('{"command": \'x\'}'), server('{"command": "x"}')],
  [
    'json-syntax',
    'Remove everything after the object',
    `${server('{"command": "x"}')}}}\n`,
    `${server('{"command": "x"}')}\n`,
  ],
  [
    'json-syntax',
    'Replace the curly quotes',
    server('{“command”: “x y”, "args": ["“a”"]}'),
    server('{"command": "x y", "args": ["“a”"]}'),
  ],
  ['misplaced-field', 'Remove "url"', server('{"command": "x", "url": null}'), server('{"command": "x"}')],
  [
    'npx-without-yes',
    'Add "-y"',
    server('{\n  "command": "npx",\n  "args": [\n    "docs@1.2.3"\n  ]\n}'),
    server('{\n  "command": "npx",\n  "args": [\n    "-y",\n    "docs@1.2.3"\n  ]\n}'),
  ],
  [
    'container-without-input',
    'Add "-i"',
    server('{"command": "docker", "args": ["run", "--rm", "a:1.2"]}'),
    server('{"command": "docker", "args": ["run", "-i", "--rm", "a:1.2"]}'),
  ],
  [
    'container-terminal',
    'Change to "-i"',
    server('{"command": "docker", "args": ["run", "-it", "a:1.2"]}'),
    server('{"command": "docker", "args": ["run", "-i", "a:1.2"]}'),
  ],
  [
    'container-terminal',
    'Remove "--tty"',
    server('{"command": "docker", "args": ["run", "-i", "--tty", "a:1.2"]}'),
    server('{"command": "docker", "args": ["run", "-i", "a:1.2"]}'),
  ],
  [
    'timeout-in-seconds',
    'Change to 30000',
    server(`{${stdio}, "timeout": 30}`),
    server(`{${stdio}, "timeout": 30000}`),
  ],
  [
    'invalid-url',
    'Change to "https://example.com/mcp"',
    server('{"type": "http", "url": "example.com/mcp"}'),
    server(`{${http}}`),
  ],
  [
    'invalid-url',
    'Change to "https://example.com/mcp"',
    server('{"type": "http", "url": "https://example.com/mcp "}'),
    server(`{${http}}`),
  ],
  [
    'sse-url',
    'Change the type to "sse"',
    server('{"type": "http", "url": "https://example.com/sse"}'),
    server('{"type": "sse", "url": "https://example.com/sse"}'),
  ],
  [
    'header-name',
    'Rename to "X-Api-Key"',
    server(`{${http}, "headers": {"X Api Key": "a"}}`),
    server(`{${http}, "headers": {"X-Api-Key": "a"}}`),
  ],
  [
    'missing-token',
    'Change to "Bearer ${DOCS_TOKEN}"',
    server(`{${http}, "headers": {"Authorization": "Bearer "}}`),
    server(`{${http}, "headers": {"Authorization": "Bearer \${DOCS_TOKEN}"}}`),
  ],
  [
    'invisible-character',
    'Remove the invisible characters',
    server('{"command": "x\u200b", "args": []}'),
    server('{"command": "x", "args": []}'),
  ],
  [
    'invisible-character',
    'Remove the curly quotes',
    server('{"command": "x", "args": ["“a”"]}'),
    server('{"command": "x", "args": ["a"]}'),
  ],
  [
    'foreign-variable',
    'Change to ${PORT:-80}',
    server(`{${stdio}, "args": ["a-\${PORT:=80}"]}`),
    server(`{${stdio}, "args": ["a-\${PORT:-80}"]}`),
  ],
  [
    'misspelled-package',
    'Change to "@playwright/mcp"',
    server('{"command": "npx", "args": ["-y", "@playwrigth/mcp@1.2.3"]}'),
    server('{"command": "npx", "args": ["-y", "@playwright/mcp@1.2.3"]}'),
  ],
  [
    'callback-port-mismatch',
    'Change "callbackPort" to 3118',
    server(`{${http}, "oauth": {"redirectUri": "http://localhost:3118/callback", "callbackPort": 3000}}`),
    server(`{${http}, "oauth": {"redirectUri": "http://localhost:3118/callback", "callbackPort": 3118}}`),
  ],
  [
    'flat-map',
    'Move the server to "mcpServers"',
    '{"$schema": "y", "command": "x", "args": []}',
    '{"$schema": "y", "mcpServers": {"server": {"command": "x", "args": []}}}',
  ],
  [
    'flat-map',
    'Move the server to "mcpServers"',
    '{\n  "command": "x",\n  "env": {\n    "A": "b"\n  }\n}\n',
    '{\n  "mcpServers": {\n    "server": {\n      "command": "x",\n      "env": {\n        "A": "b"\n      }\n    }\n  }\n}\n',
  ],
  [
    'flat-map',
    'Move the servers to "mcpServers"',
    '{\n  "docs": {\n    "command": "x"\n  }\n}\n',
    '{\n  "mcpServers": {\n    "docs": {\n      "command": "x"\n    }\n  }\n}\n',
  ],
  [
    'flat-map',
    'Move the servers to "mcpServers"',
    '{"$schema": "x", "docs": {"command": "x"}}',
    '{"$schema": "x", "mcpServers": {"docs": {"command": "x"}}}',
  ],
  ['foreign-root-key', 'Rename to "mcpServers"', '{"servers": {}}', '{"mcpServers": {}}'],
  [
    'foreign-root-key',
    'Convert to "mcpServers"',
    '{"servers": [\n  {\n    "name": "a",\n    "command": "x"\n  }, {"command": "y", "name": "a"}]}',
    '{"mcpServers": {\n  "a": {\n    "command": "x"\n  }, "a-2": {"command": "y"}}}',
  ],
  [
    'wrong-json-type',
    'Convert to an object',
    '{"mcpServers": [{"name": "a", "command": "x"}]}',
    '{"mcpServers": {"a": {"command": "x"}}}',
  ],
  [
    'unknown-top-level-key',
    'Move to "mcpServers"',
    '{\n  "mcpServers": {\n    "a": {\n      "command": "x"\n    }\n  },\n  "b": {\n    "command": "y"\n  }\n}\n',
    '{\n  "mcpServers": {\n    "a": {\n      "command": "x"\n    },\n    "b": {\n      "command": "y"\n    }\n  }\n}\n',
  ],
  [
    'unknown-top-level-key',
    'Move to "mcpServers"',
    '{"servers": {"a": {"command": "x"}}, "mcpServers": {"a": {"command": "y"}}}',
    '{"mcpServers": {"a": {"command": "y"}, "a-2": {"command": "x"}}}',
  ],
  [
    'unknown-top-level-key',
    'Move to "mcpServers"',
    '{"mcpServers": {}, "MCPServers": {"a": {"command": "x"}}}',
    '{"mcpServers": {"a": {"command": "x"}}}',
  ],
  [
    'unknown-top-level-key',
    'Remove "version"',
    '{\n  "version": 1,\n  "mcpServers": {}\n}',
    '{\n  "mcpServers": {}\n}',
  ],
  ['unknown-top-level-key', 'Rename to "mcpServers"', '{"mcpservers": {}}', '{"mcpServers": {}}'],
  [
    'server-name',
    'Rename to "my-docs"',
    '{"mcpServers": {"my docs": {"command": "x"}}, "disabledServers": ["my docs", "y"], "enabledServers": ["my docs"]}',
    '{"mcpServers": {"my-docs": {"command": "x"}}, "disabledServers": ["my-docs", "y"], "enabledServers": ["my-docs"]}',
  ],
  [
    'server-name',
    'Rename to "a-b-2"',
    '{"mcpServers": {"a b": {"command": "x"}, "a:b": {"command": "y"}}}',
    '{"mcpServers": {"a b": {"command": "x"}, "a-b-2": {"command": "y"}}}',
  ],
  [
    'duplicate-server',
    'Rename to "a-b-2"',
    '{"mcpServers": {"a b": {"command": "x"}, "a b": {"command": "y"}}}',
    '{"mcpServers": {"a-b-2": {"command": "x"}, "a b": {"command": "y"}}}',
  ],
  [
    'server-name',
    'Rename to "a-b-2"',
    '{"mcpServers": {"a b": {"command": "x"}, "a-b": {"command": "y"}}}',
    '{"mcpServers": {"a-b-2": {"command": "x"}, "a-b": {"command": "y"}}}',
  ],
  [
    'server-not-object',
    'Change to {"command": "npx", "args": ["-y", "docs"]}',
    server('"npx -y docs"'),
    server('{"command": "npx", "args": ["-y", "docs"]}'),
  ],
  [
    'server-not-object',
    'Change to {"type": "http", "url": "https://example.com/mcp"}',
    server('"https://example.com/mcp"'),
    server(`{${http}}`),
  ],
  ['missing-type', 'Add "type": "http"', server('{"url": "https://example.com/mcp"}'), server(`{${http}}`)],
  [
    'missing-type',
    'Add "type": "sse"',
    server('{\n\t\t"url": "https://example.com/sse"\n\t}'),
    server('{\n\t\t"type": "sse",\n\t\t"url": "https://example.com/sse"\n\t}'),
  ],
  [
    'unknown-transport',
    'Change to "http"',
    server('{"type": "streamable-http", "url": "https://example.com/mcp"}'),
    server(`{${http}}`),
  ],
  [
    'transport-mismatch',
    'Change to "http"',
    server('{"type": "stdio", "url": "https://example.com/mcp"}'),
    server(`{${http}}`),
  ],
  [
    'command-and-url',
    'Keep the stdio server and remove "url", "headers"',
    server('{"command": "x", "url": "y", "args": [], "headers": {}}'),
    server('{"command": "x", "args": []}'),
  ],
  [
    'command-and-url',
    'Keep the http server and remove "command", "args"',
    server('{"command": "x", "url": "https://example.com/mcp", "args": []}'),
    server(`{${http}}`),
  ],
  [
    'disabled-stub',
    'Move to "disabledServers"',
    '{"mcpServers": {"docs": {"enabled": false}, "a": {"command": "x"}}}',
    '{"mcpServers": {"a": {"command": "x"}}, "disabledServers": ["docs"]}',
  ],
  [
    'disabled-stub',
    'Move to "disabledServers"',
    '{"disabledServers": ["a"], "mcpServers": {"docs": {"enabled": false}}}',
    '{"disabledServers": ["a", "docs"], "mcpServers": {}}',
  ],
  ['misplaced-field', 'Remove "env"', server(`{${http}, "env": {"A": "1"}}`), server(`{${http}}`)],
  [
    'misplaced-field',
    'Remove "headers"',
    server('{\n  // why\n  "headers": {}, // because\n  "command": "x"\n}'),
    server('{\n  // why\n  // because\n  "command": "x"\n}'),
  ],
  [
    'missing-auth-type',
    'Add "type": "oauth"',
    server(`{${http}, "auth": {}}`),
    server(`{${http}, "auth": {"type": "oauth"}}`),
  ],
  [
    'missing-auth-type',
    'Add "type": "apikey"',
    server(`{${http}, "auth": {"clientId": "x"}}`),
    server(`{${http}, "auth": {"type": "apikey", "clientId": "x"}}`),
  ],
  ['unknown-key', 'Rename to "command"', server('{"comand": "x"}'), server('{"command": "x"}')],
  ['unknown-key', 'Rename to "command"', server('{"cmd": "x"}'), server('{"command": "x"}')],
  ['unknown-key', 'Rename to "args"', server(`{${stdio}, "arguments": ["a"]}`), server(`{${stdio}, "args": ["a"]}`)],
  ['unknown-key', 'Rename to "env"', server(`{${stdio}, "enviroment": {}}`), server(`{${stdio}, "env": {}}`)],
  [
    'unknown-key',
    'Move to "env"',
    server(`{${stdio}, "env": {"A": "1"}, "Env": {"B": "2"}}`),
    server(`{${stdio}, "env": {"A": "1", "B": "2"}}`),
  ],
  [
    'unknown-key',
    'Move to "oauth"',
    server(`{${http}, "callbackPort": 3000}`),
    server(`{${http}, "oauth": {"callbackPort": 3000}}`),
  ],
  ['unknown-key', 'Remove "colour"', server('{"command": "x", "colour": [1, {}]}'), server('{"command": "x"}')],
  [
    'foreign-key',
    'Replace with "enabled": false',
    server(`{${stdio}, "disabled": true}`),
    server(`{${stdio}, "enabled": false}`),
  ],
  ['foreign-key', 'Remove "disabled"', server(`{${stdio}, "disabled": false}`), server(`{${stdio}}`)],
  [
    'foreign-key',
    'Rename to "url" and add "type": "http"',
    server('{"serverUrl": "https://example.com/mcp"}'),
    server(`{${http}}`),
  ],
  [
    'foreign-key',
    'Rename to "url" and add "type": "sse"',
    server('{\n  "httpUrl": "https://example.com/sse"\n}'),
    server('{\n  "type": "sse",\n  "url": "https://example.com/sse"\n}'),
  ],
  [
    'foreign-key',
    'Rename to "url"',
    server('{"type": "http", "httpUrl": "x"}'),
    server('{"type": "http", "url": "x"}'),
  ],
  ['foreign-key', 'Rename to "timeout"', server(`{${stdio}, "timeout_ms": 5}`), server(`{${stdio}, "timeout": 5}`)],
  ['foreign-key', 'Rename to "env"', server(`{${stdio}, "environment": {}}`), server(`{${stdio}, "env": {}}`)],
  [
    'foreign-key',
    'Replace with "type": "http"',
    server('{"transport": "streamable-http", "url": "x"}'),
    server('{"type": "http", "url": "x"}'),
  ],
  [
    'foreign-key',
    'Replace with "timeout": 60000',
    server(`{${stdio}, "tool_timeout_sec": 60}`),
    server(`{${stdio}, "timeout": 60000}`),
  ],
  [
    'foreign-key',
    'Replace with an "Authorization" header',
    server(`{${http}, "bearer_token_env_var": "TOKEN"}`),
    server(`{${http}, "headers": {"Authorization": "Bearer \${TOKEN}"}}`),
  ],
  ['foreign-key', 'Remove "alwaysAllow"', server(`{${stdio}, "alwaysAllow": []}`), server(`{${stdio}}`)],
  ['newer-key', 'Remove "lazy"', server(`{"lazy": true, ${stdio}}`), server(`{${stdio}}`)],
  [
    'newer-key',
    'Replace with "scope"',
    server(`{${http}, "oauth": {"scopes": ["a", "b"]}}`),
    server(`{${http}, "oauth": {"scope": "a b"}}`),
  ],
  ['wrong-json-type', 'Change to 5000', server(`{${stdio}, "timeout": "5000"}`), server(`{${stdio}, "timeout": 5000}`)],
  [
    'wrong-json-type',
    'Change to 60000',
    server(`{${stdio}, "timeout": "60s"}`),
    server(`{${stdio}, "timeout": 60000}`),
  ],
  ['wrong-json-type', 'Change to true', server(`{${stdio}, "enabled": "True"}`), server(`{${stdio}, "enabled": true}`)],
  [
    'wrong-json-type',
    'Change to ["-y", "docs"]',
    server(`{${stdio}, "args": "-y docs"}`),
    server(`{${stdio}, "args": ["-y", "docs"]}`),
  ],
  [
    'wrong-json-type',
    'Change to 8080',
    server(`{${http}, "oauth": {"callbackPort": "8080"}}`),
    server(`{${http}, "oauth": {"callbackPort": 8080}}`),
  ],
  [
    'wrong-json-type',
    'Split into "command" and "args"',
    server('{"command": ["npx", "-y", "docs"]}'),
    server('{"command": "npx", "args": ["-y", "docs"]}'),
  ],
  [
    'not-allowed-value',
    'Change to "string"',
    server(`{${stdio}, "requestIdFormat": "String"}`),
    server(`{${stdio}, "requestIdFormat": "string"}`),
  ],
  [
    'out-of-range',
    'Change to 0 (no time limit)',
    server(`{${stdio}, "timeout": -1}`),
    server(`{${stdio}, "timeout": 0}`),
  ],
  ['list-item-not-string', 'Enclose in double quotes', '{"disabledServers": [1]}', '{"disabledServers": ["1"]}'],
  ['list-item-empty', 'Remove the empty entry', '{"disabledServers": ["a", ""]}', '{"disabledServers": ["a"]}'],
  [
    'list-item-repeated',
    'Remove the duplicate entry',
    '{"disabledServers": ["a", "a", "b"]}',
    '{"disabledServers": ["a", "b"]}',
  ],
  ['item-not-string', 'Change to "80"', server(`{${stdio}, "args": [80]}`), server(`{${stdio}, "args": ["80"]}`)],
  [
    'value-not-string',
    'Change to "true"',
    server(`{${stdio}, "env": {"A": true}}`),
    server(`{${stdio}, "env": {"A": "true"}}`),
  ],
  ['value-not-string', 'Remove "A"', server(`{${stdio}, "env": {"A": null}}`), server(`{${stdio}, "env": {}}`)],
  [
    'duplicate-key',
    'Remove this "cwd"',
    server(`{"cwd": "a", ${stdio}, "cwd": "b"}`),
    server(`{${stdio}, "cwd": "b"}`),
  ],
  [
    'duplicate-server',
    'Remove this "a"',
    '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}',
    '{"mcpServers": {"a": {"command": "y"}}}',
  ],
  [
    'duplicate-server',
    'Rename to "a-2"',
    '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}',
    '{"mcpServers": {"a-2": {"command": "x"}, "a": {"command": "y"}}}',
  ],
  [
    'listed-in-both',
    'Remove "docs" from "enabledServers"',
    '{"disabledServers": ["docs"], "enabledServers": ["docs"]}',
    '{"disabledServers": ["docs"], "enabledServers": []}',
  ],
  [
    'listed-in-both',
    'Remove "docs" from "disabledServers"',
    '{"disabledServers": ["docs"], "enabledServers": ["docs"]}',
    '{"disabledServers": [], "enabledServers": ["docs"]}',
  ],
  ['lists-without-effect', 'Remove "enabledServers"', '{"enabledServers": ["docs"]}', '{}', 'project'],
  [
    'enabled-overridden',
    'Remove "docs" from "enabledServers"',
    `{"mcpServers": {"docs": {${stdio}, "enabled": false}}, "enabledServers": ["docs"]}`,
    `{"mcpServers": {"docs": {${stdio}, "enabled": false}}, "enabledServers": []}`,
    'user',
  ],
  [
    'enabled-overridden',
    'Remove "enabled"',
    `{"mcpServers": {"docs": {${stdio}, "enabled": false}}, "enabledServers": ["docs"]}`,
    `{"mcpServers": {"docs": {${stdio}}}, "enabledServers": ["docs"]}`,
  ],
  [
    'ignored-when-imported',
    'Remove "instructions"',
    server(`{${stdio}, "instructions": false}`),
    server(`{${stdio}}`),
    'imported',
  ],
  [
    'authorization-beside-oauth',
    'Remove "Authorization"',
    server(`{${http}, "headers": {"Authorization": "\${A}"}, "oauth": {}}`),
    server(`{${http}, "oauth": {}}`),
  ],
  [
    'authorization-beside-oauth',
    'Remove "auth" and "oauth"',
    server(`{${http}, "auth": {"type": "oauth"}, "headers": {"authorization": "\${A}"}, "oauth": {}}`),
    server(`{${http}, "headers": {"authorization": "\${A}"}}`),
  ],
  [
    'offline-access-prompt',
    'Add "prompt": "consent"',
    server(`{${http}, "oauth": {"scope": "offline_access"}}`),
    server(`{${http}, "oauth": {"scope": "offline_access", "prompt": "consent"}}`),
  ],
  [
    'prompt-without-consent',
    'Change to "consent"',
    server(`{${http}, "oauth": {"scope": "offline_access", "prompt": "login"}}`),
    server(`{${http}, "oauth": {"scope": "offline_access", "prompt": "consent"}}`),
  ],
  [
    'prompt-without-effect',
    'Remove "prompt"',
    server(`{${http}, "oauth": {"prompt": ""}}`),
    server(`{${http}, "oauth": {}}`),
  ],
  [
    'legacy-sse',
    'Change to "http" (the URL may differ)',
    server('{"type": "sse", "url": "https://example.com/mcp"}'),
    server(`{${http}}`),
  ],
  [
    'command-with-arguments',
    'Move the arguments to "args"',
    server('{"command": "npx -y docs@1.2.3", "args": ["a"]}'),
    server('{"command": "npx", "args": ["-y", "docs@1.2.3", "a"]}'),
  ],
  [
    'shell-wrapper',
    'Remove "cmd /c" and start "npx" directly',
    server('{"command": "cmd", "args": ["/c", "npx", "-y", "docs@1.2.3"]}'),
    server('{"command": "npx", "args": ["-y", "docs@1.2.3"]}'),
  ],
  [
    'shell-wrapper',
    'Remove "/bin/bash -lc" and start "docs" directly',
    server('{"command": "/bin/bash", "args": ["-lc", "exec docs --quiet"]}'),
    server('{"command": "docs", "args": ["--quiet"]}'),
  ],
  [
    'npx-without-yes',
    'Add "-y"',
    server('{"command": "npx", "args": ["docs@1.2.3"]}'),
    server('{"command": "npx", "args": ["-y", "docs@1.2.3"]}'),
  ],
  [
    'npx-without-yes',
    'Add "-y"',
    server('{"command": "npx", "args": ["-p", "docs@1.2.3", "docs"]}'),
    server('{"command": "npx", "args": ["-y", "-p", "docs@1.2.3", "docs"]}'),
  ],
  [
    'foreign-key',
    'Move the properties to the server',
    server(
      '{\n  "transport": {\n    "type": "http",\n    "url": "https://example.com/mcp"\n  },\n  "enabled": true\n}',
    ),
    server('{\n  "type": "http",\n    "url": "https://example.com/mcp",\n  "enabled": true\n}'),
  ],
  [
    'foreign-key',
    'Move to "env"',
    server(`{${stdio}, "env": {"A": "1"}, "environment": {"B": "2"}}`),
    server(`{${stdio}, "env": {"A": "1", "B": "2"}}`),
  ],
  [
    'foreign-key',
    'Replace with an "Authorization" header',
    server(`{${http}, "headers": {"A": "1"}, "bearer_token_env_var": "TOKEN"}`),
    server(`{${http}, "headers": {"A": "1", "Authorization": "Bearer \${TOKEN}"}}`),
  ],
  [
    'foreign-key',
    'Move to "headers"',
    server(`{${http}, "env_http_headers": {"A": "VAR"}}`),
    server(`{${http}, "headers": {"A": "\${VAR}"}}`),
  ],
  [
    'foreign-variable',
    'Change to ${NAME}',
    server(`{${stdio}, "env": {"A": "\${env:A}/\${input:api-key}"}}`),
    server(`{${stdio}, "env": {"A": "\${A}/\${API_KEY}"}}`),
  ],
  [
    'dollar-variable',
    'Change to ${NAME}',
    server(`{${stdio}, "cwd": "$HOME/x"}`),
    server(`{${stdio}, "cwd": "\${HOME}/x"}`),
  ],
  [
    'tilde-path',
    'Change to ${HOME}',
    server(`{${stdio}, "args": ["--dir=~/x"]}`),
    server(`{${stdio}, "args": ["--dir=\${HOME}/x"]}`),
  ],
  [
    'host-variable',
    'Change to ${workspaceFolder:-.}',
    server(`{${stdio}, "cwd": "\${workspaceFolder}/x"}`),
    server(`{${stdio}, "cwd": "\${workspaceFolder:-.}/x"}`),
  ],
  [
    'literal-secret',
    'Remove the secret and use ${DOCS_TOKEN}',
    server(`{${http}, "headers": {"Authorization": "Bearer k3Jq9vT2mXw8Lr5Z"}}`),
    server(`{${http}, "headers": {"Authorization": "Bearer \${DOCS_TOKEN}"}}`),
  ],
  [
    'literal-secret',
    'Remove the secret and use ${DOCS_API_KEY}',
    server(`{${stdio}, "args": ["--api-key=k3Jq9vT2mXw8Lr5Z"]}`),
    server(`{${stdio}, "args": ["--api-key=\${DOCS_API_KEY}"]}`),
  ],
  [
    'literal-secret',
    'Remove the secret and use ${DOCS_TOKEN}',
    server(`{${stdio}, "env": {"A": "Bearer \${DOCS_TOKEN:-${githubToken}}"}}`),
    server(`{${stdio}, "env": {"A": "Bearer \${DOCS_TOKEN}"}}`),
  ],
  [
    'literal-secret',
    'Remove the secret and use ${PEM}',
    server(
      `{${stdio}, "env": {"PEM": "-----BEGIN ${'PRIVATE'} KEY-----\\n${'a1B2'.repeat(16)}\\nab==\\n-----END PRIVATE KEY-----\\n"}}`,
    ),
    server(`{${stdio}, "env": {"PEM": "\${PEM}\\n"}}`),
  ],
  ...[
    ['a1B2\\na1B2\\nab==', '\\n'],
    [`Comment: docs\\n${'a1B2'.repeat(16)}`, '\\n'],
    ['a1B2'.repeat(16), '\\\\\\\\n'],
  ].map(([lines, gap]): Case => {
    const key = [`-----BEGIN ${'PRIVATE'} KEY-----`, lines, '-----END PRIVATE KEY-----'].join(gap);
    return [
      'literal-secret',
      'Remove the secret and use ${PEM}',
      server(`{${stdio}, "env": {"PEM": "${key}"}}`),
      server(`{${stdio}, "env": {"PEM": "\${PEM}"}}`),
    ];
  }),
  [
    'literal-secret',
    'Remove the secret and use ${DOCS_KEY}',
    server(`{${stdio}, "env": {"DOCS_KEY": "\${${githubToken}}"}}`),
    server(`{${stdio}, "env": {"DOCS_KEY": "\${DOCS_KEY}"}}`),
  ],
  [
    'literal-secret',
    'Remove the secret and use ${DOCS_KEY}',
    server(`{${stdio}, "env": {"DOCS_KEY": "\${env:${githubToken}}"}}`),
    server(`{${stdio}, "env": {"DOCS_KEY": "\${DOCS_KEY}"}}`),
  ],
  [
    'literal-secret',
    'Remove the secret and use ${DOCS_TOKEN}',
    server(`{${stdio}, "args": ["{env:${githubToken}}"]}`),
    server(`{${stdio}, "args": ["\${DOCS_TOKEN}"]}`),
  ],
  [
    'credentials-in-url',
    'Remove the password and use ${DB}',
    server(`{${stdio}, "env": {"A": "\${DB:-postgres://u:k3Jq9vT2@db.example.com/x}"}}`),
    server(`{${stdio}, "env": {"A": "\${DB}"}}`),
  ],
  [
    'foreign-variable',
    'Change to ${NAME}',
    server(`{${stdio}, "cwd": "\${env:HOME:-/x}"}`),
    server(`{${stdio}, "cwd": "\${HOME:-/x}"}`),
  ],
  [
    'foreign-variable',
    'Change to ${NAME}',
    server(String.raw`{"command": "x", "env": {"A": "\u0024{env:HOME}\u200b"}}`),
    server('{"command": "x", "env": {"A": "${HOME}\\u200b"}}'),
  ],
  [
    'placeholder-value',
    'Change to ${API_KEY}',
    server(`{${stdio}, "env": {"API_KEY": "YOUR_API_KEY"}}`),
    server(`{${stdio}, "env": {"API_KEY": "\${API_KEY}"}}`),
  ],
  ['plain-http', 'Change to https', server('{"type": "http", "url": "http://example.com/mcp"}'), server(`{${http}}`)],
  [
    'plain-http',
    'Change to https',
    server('{"type": "http", "url": "http://a:b@example.com:80/mcp"}'),
    server('{"type": "http", "url": "https://a:b@example.com/mcp"}'),
  ],
  [
    'invalid-url',
    'Change to "https://example.com/mcp"',
    server('{"type": "http", "url": "https//example.com/mcp"}'),
    server(`{${http}}`),
  ],
  [
    'container-terminal',
    'Change to "-i"',
    server('{"command": "docker", "args": ["run", "-it=true", "a:1"]}'),
    server('{"command": "docker", "args": ["run", "-i", "a:1"]}'),
  ],
  [
    'credentials-in-url',
    'Remove the password and use ${DOCS_PASSWORD}',
    server('{"type": "http", "url": "https://me:k3Jq9vT2@example.com/mcp"}'),
    server('{"type": "http", "url": "https://me:${DOCS_PASSWORD}@example.com/mcp"}'),
  ],
  [
    'machine-path',
    'Use ${HOME} for the home folder',
    server(`{${stdio}, "cwd": "/Users/ada/docs"}`),
    server(`{${stdio}, "cwd": "\${HOME}/docs"}`),
    'project',
  ],
];

describe('single fix', () => {
  test.each(one.map((each) => [each[0], each[1], each] as const))('resolves %s: %s', (_code, _title, each) => {
    const [code, title, before, after, level] = each;
    expect(fixed(code, title, before, level)).toBe(after);
  });

  test('exists for at least 40 rules', () => {
    expect(new Set(one.map(([code]) => code)).size).toBeGreaterThanOrEqual(40);
  });

  test('is preferred only if it is the first for its problem', () => {
    for (const { code, docs } of rules) {
      const document = new ConfigDocument(docs.wrong);
      for (const problem of checkDocument(document, docs.context)) {
        const fixes = problem.fixes?.(document) ?? [];
        expect(
          fixes.slice(1).filter((fix) => fix.preferred === true),
          code,
        ).toEqual([]);
      }
    }
  });
});

/** Returns the titles of the fixes for a text; the preferred one is marked with a star. */
function offered(text: string, level?: DocumentLevel): readonly string[] {
  const document = new ConfigDocument(text);
  return checkDocument(document, level === undefined ? {} : { level }).flatMap((problem) =>
    (problem.fixes?.(document) ?? []).map(({ title, preferred }) => (preferred === true ? `*${title}` : title)),
  );
}

describe('offered fixes', () => {
  test.each([
    ['a number in a property with fixed values', server(`{${stdio}, "requestIdFormat": 1}`), []],
    ['a server type that is a number', server('{"type": 1, "command": "x"}'), []],
    ['an auth type that is a number', server(`{${http}, "auth": {"type": 1}}`), []],
    ['a port that rounds to 0', server(`{${http}, "oauth": {"callbackPort": 0.2}}`), []],
    ['a port that rounds up out of range', server(`{${http}, "oauth": {"callbackPort": 65535.6}}`), []],
    ['a port in quotes that is out of range', server(`{${http}, "oauth": {"callbackPort": "70000"}}`), []],
    ['a port that is infinite', server(`{${http}, "oauth": {"callbackPort": 1e400}}`), []],
    ['a hexadecimal number', server(`{${stdio}, "timeout": 0x10}`), ['*Change to 16']],
    ['a number with a unit', server(`{${stdio}, "timeout": 30s}`), []],
    ['a number with a leading zero', server(`{${stdio}, "timeout": 010}`), ['Change to 10']],
    // The only one is that of the syntax error.
    ['a path with a tab', server('{"command": "C:\tools"}'), ['*Double the backslashes']],
    ['servers in an array', '{"servers": [{"command": "x"}]}', []],
    [
      'a "disabled" that contradicts "enabled"',
      server(`{${stdio}, "disabled": true, "enabled": true}`),
      ['Set "enabled": false and remove "disabled"'],
    ],
    [
      'a "disabled" with the same meaning as "enabled"',
      server(`{${stdio}, "disabled": true, "enabled": false}`),
      ['*Remove "disabled"'],
    ],
    ['a transport other than the type', server(`{${http}, "transportType": "sse"}`), ['Remove "transportType"']],
    ['a transport that equals the type', server(`{${http}, "transportType": "http"}`), ['*Remove "transportType"']],
    ['an unencrypted URL with a port', server('{"type": "http", "url": "http://a.com:8080/"}'), ['Change to https']],
    ['an unencrypted URL without a port', server('{"type": "http", "url": "http://a.com/"}'), ['*Change to https']],
    ['a variable without braces in a default', server('{"command": "${DIR:-$HOME/docs}"}'), []],
    ['a Windows variable in a default', server('{"command": "${DIR:-%USERPROFILE%}"}'), []],
    ['a variable in a default', server('{"command": "${DIR:-${HOME}}"}'), []],
    ['a variable of another tool in a default', server('{"command": "${DIR:-${env:HOME}}"}'), []],
    ['a tilde in a default', server(`{${stdio}, "env": {"A": "\${DIR:-/a:~/b}"}}`), []],
    ['a secret in a nested default', server(`{${stdio}, "env": {"A": "\${B:-\${C:-${githubToken}}}"}}`), []],
    ['a nested transport', server(`{"transport": {${http}}}`), ['*Move the properties to the server']],
    [
      'a nested transport with a comment',
      server(`{"transport": {/* a */ ${http}}}`),
      ['Remove "transport"', '*Remove the comment'],
    ],
    ['a nested transport beside a type', server(`{"type": "http", "transport": {${http}}}`), ['Remove "transport"']],
    ['an off switch with other properties', server('{"enabled": false, "env": {"A": "1"}}'), []],
    ['an unsupported property with data', server(`{${stdio}, "alwaysAllow": ["a"]}`), ['Remove "alwaysAllow"']],
    ['an unsupported property without data', server(`{${stdio}, "alwaysAllow": []}`), ['*Remove "alwaysAllow"']],
    [
      'different servers with the same name',
      '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}',
      ['*Rename to "a-2"', 'Remove this "a"'],
    ],
    [
      'equal servers with the same name',
      '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "x"}}}',
      ['*Remove this "a"', 'Rename to "a-2"'],
    ],
  ])('are correct for %s', (_why, text, titles) => {
    expect(offered(text)).toEqual(titles);
  });

  test('replace no home folder whose name contains a space', () => {
    expect(offered(server(`{${stdio}, "args": ["/Users/John Doe/x"]}`), 'project')).toEqual([]);
    expect(offered(server(`{${stdio}, "args": ["/Users/ada:/Users/ada"]}`), 'project')).toHaveLength(1);
  });

  test('include no preferred fix for a list in a project file', () => {
    expect(offered('{"disabledServers": ["docs"]}', 'project')).toEqual(['Remove "disabledServers"']);
  });

  test('use the value that the message suggests', () => {
    const document = new ConfigDocument(server(`{${stdio}, "timeout": "5s"}`));
    const [problem] = checkDocument(document);
    expect(problem?.message).toContain('Use 5000.');
    expect(problem?.fixes?.(document).map(({ title }) => title)).toEqual(['Change to 5000']);
  });
});

describe('comments', () => {
  /** What can be applied, without the removal of the comments themselves. */
  const usable = (text: string) => {
    const document = new ConfigDocument(text);
    const problems = checkDocument(document).filter(({ code }) => code !== 'json-comment');
    return problems.flatMap((problem) => usableFixes(document, problem));
  };
  const servers = (target: string) => `{"servers": {"s": {"command": "x"}}, "mcpServers": {${target}}}`;

  test.each([
    ['an empty map of servers', servers(' /* todo */ '), '{"mcpServers": {"s": {"command": "x"} /* todo */ }}'],
    ['an empty map with a line comment', servers(' // todo\n'), '{"mcpServers": {"s": {"command": "x"} // todo\n}}'],
    [
      'an empty map on several lines',
      '{\n  "servers": {\n    "s": {\n      "command": "x"\n    }\n  },\n  "mcpServers": {\n    // todo\n  }\n}\n',
      '{\n  "mcpServers": {\n    "s": {\n      "command": "x"\n    }\n    // todo\n  }\n}\n',
    ],
    [
      'an empty map of variables',
      server(`{${stdio}, "env": { /* todo */ }, "environment": {"A": "1"}}`),
      server(`{${stdio}, "env": {"A": "1" /* todo */ }}`),
    ],
    [
      'a replaced member',
      server(`{${stdio}, "disabled" /* why */ : /* so */ true}`),
      server(`{${stdio}, "enabled" /* why */ : /* so */ false}`),
    ],
    [
      'a member that moves to a new object',
      server(`{${http}, "callbackPort": /* why */ 3000}`),
      server(`{${http}, "oauth": {"callbackPort": /* why */ 3000}}`),
    ],
    [
      'a member that moves to another object',
      server(`{${http}, "oauth": {"scope": "x"}, "callbackPort": /* why */ 3000}`),
      server(`{${http}, "oauth": {"scope": "x", "callbackPort": /* why */ 3000}}`),
    ],
  ])('are kept by the preferred fix: %s', (_where, before, after) => {
    const fix = usable(before).find(({ preferred }) => preferred === true);
    expect(applyChanges(before, fix?.changes ?? [])).toBe(after);
  });

  test.each([
    ['among merged entries', `"env": {"A": "1"}, "environment": { /* why */ "B": "2"}`, ['Remove "environment"']],
    ['in another spelling of a map', `"env": {"A": "1"}, "Env": { /* why */ "B": "2"}`, ['Remove "Env"']],
    ['in a member without effect', '"disabled": /* why */ false', ['Remove "disabled"']],
    ['in a member without data', '"alwaysAllow": [ /* why */ ]', ['Remove "alwaysAllow"']],
  ])('are not removed by preferred fixes: %s', (_where, fields, titles) => {
    const text = server(`{${stdio}, ${fields}}`);
    const fixes = usable(text);
    expect(fixes.map(({ title }) => title)).toEqual(titles);
    expect(fixes.filter(({ preferred }) => preferred === true)).toEqual([]);
    expect(kindChanges(text, {}, ['foreign-key', 'unknown-key'])).toEqual([]);
  });
});

describe('line breaks', () => {
  const lines = (eol: string, ...all: readonly string[]) => all.join(eol);

  test.each(['\n', '\r\n', '\r'])('match those of the file: %j', (eol) => {
    const before = lines(
      eol,
      '{',
      ' "servers": {',
      '  "s": {',
      '   "command": "x"',
      '  }',
      ' },',
      ' "mcpServers": {}',
      '}',
    );
    expect(fixed('unknown-top-level-key', 'Move to "mcpServers"', before)).toBe(
      lines(eol, '{', ' "mcpServers": {', '  "s": {', '   "command": "x"', '  }', ' }', '}'),
    );
    const flat = lines(eol, '{', '\t"s": {', '\t\t"command": "x"', '\t}', '}');
    expect(fixed('flat-map', 'Move the servers to "mcpServers"', flat)).toBe(
      lines(eol, '{', '\t"mcpServers": {', '\t\t"s": {', '\t\t\t"command": "x"', '\t\t}', '\t}', '}'),
    );
  });
});

describe('many fixes at once', () => {
  const safely = (before: string) => applyChanges(before, safeChanges(before));

  test('correct commas, duplicate and empty items, numbers, and spelling', () => {
    const before =
      '{\n  "disabledServers": ["a", "a", "", "a",],\n  "mcpServers": {"b": {"type": "HTTP", "url": "x", "timeout": "5"},}\n}';
    expect(safely(before)).toBe(
      '{\n  "disabledServers": ["a"],\n  "mcpServers": {"b": {"type": "http", "url": "x", "timeout": 5}}\n}',
    );
  });

  test('exclude a file that is not a config', () => {
    const text = '{"title": "MCP", "save": "Save",}';
    expect(safeChanges(text, { level: 'standalone' })).toEqual([]);
    expect(kindChanges(text, { level: 'standalone' }, ['json-trailing-comma'])).toEqual([]);
  });

  test('exclude what is valid in the format that the file names', () => {
    const plugin = (type: string, end: string) =>
      `{"$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", "mcpServers": {"a": {"type": "${type}", "url": "x"}${end}}}`;
    expect(safely(plugin('streamable-http', ','))).toBe(plugin('streamable-http', ''));
    const changes = kindChanges(plugin('streamable-http', ''), {}, ['unknown-transport']);
    expect(applyChanges(plugin('streamable-http', ''), changes)).toBe(plugin('http', ''));
  });

  test.each([
    ['"transportType": "http"', ''],
    ['"transportType": "sse"', ', "transportType": "sse"'],
    ['"serverUrl": "https://example.org/mcp"', ', "serverUrl": "https://example.org/mcp"'],
    ['"bearer_token_env_var": "TOKEN"', ', "bearer_token_env_var": "TOKEN"'],
  ])('write no property twice for a nested transport beside %s', (other, left) => {
    const nested = `${http}, "headers": {"Authorization": "Basic a"}`;
    for (const before of [`"transport": {${nested}}, ${other}`, `${other}, "transport": {${nested}}`]) {
      const text = serverWith(before);
      const after = applyChanges(text, kindChanges(text, {}, ['foreign-key']));
      expect(JSON.parse(after)).toEqual(JSON.parse(serverWith(nested + left)));
      expect(checkDocument(new ConfigDocument(after)).map(({ code }) => code)).not.toContain('duplicate-key');
    }
  });

  test('exclude changes that require a decision', () => {
    const before = server('{"url": "x", "disabled": true, "env": {}, /* why */ "url": "y"}');
    expect(safely(before)).toBe(before);
  });

  test('keep a value that is also the name of a variable, because other tools read it as written', () => {
    const text = server('{"command": "x", "env": {"LOG_LEVEL": "DEBUG"}}');
    const context = { environment: new Set(['DEBUG']) };
    expect(checkDocument(new ConfigDocument(text), context).map(({ code }) => code)).toEqual(['value-names-variable']);
    expect(safeChanges(text, context)).toEqual([]);
    expect(applyChanges(text, kindChanges(text, context, ['value-names-variable']))).toContain('"${DEBUG}"');
  });

  test('move any number of servers to "mcpServers" in one run', () => {
    const names = Array.from({ length: 50 }, (_, index) => `s${index}`);
    const outside = names.map((name) => `  "${name}": {"command": "x"}`).join(',\n');
    const before = `{\n${outside},\n  "mcpServers": {\n    "s0": {"command": "y"}\n  }\n}\n`;
    const after = applyChanges(before, kindChanges(before, {}, ['unknown-top-level-key']));
    const { mcpServers, ...others } = JSON.parse(after) as Record<string, Record<string, unknown>>;
    expect(others).toEqual({});
    expect(Object.keys(mcpServers ?? {})).toEqual(['s0', 's0-2', ...names.slice(1)]);
    expect(kindChanges(after, {}, ['unknown-top-level-key'])).toEqual([]);
  });

  test('remove adjacent items, including the last one', () => {
    expect(safely('{"disabledServers": ["", "", ""]}')).toBe('{"disabledServers": []}');
    expect(safely('{"disabledServers": ["a", "", ""]}')).toBe('{"disabledServers": ["a"]}');
    expect(safely('{"disabledServers": [\n  "",\n  "a",\n  ""\n]}')).toBe('{"disabledServers": [\n  "a"\n]}');
  });
});

test('removing several members keeps the comma before a member without a comma after it', () => {
  const { text, root } = new ConfigDocument('{"a": 1, "b": 2 "c": 3, "d": 4}');
  if (root?.type !== 'object') throw new Error('Expected an object.');
  expect(applyChanges(text, removeMembers(text, root, root.members.slice(1, 3)))).toBe('{"a": 1, "d": 4}');
});

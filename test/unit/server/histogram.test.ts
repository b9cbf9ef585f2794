/** Mistakes in real files, most frequent first: there is a rule for each. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { expect, test } from 'vitest';
import { problemsOf, server } from './support.ts';

const npx = (spec: string) => server(`{"command": "npx", "args": ["-y", "${spec}"]}`);
const withKey = (key: string) => server(`{"command": "x", "${key}": 1}`);

const findings: readonly (readonly [finding: string, code: string, sample: string])[] = [
  ['unpinned package, no version', 'unpinned-package', npx('docs')],
  ['unpinned package, @latest', 'unpinned-package', npx('docs@latest')],
  ['unpinned package under bunx', 'unpinned-package', server('{"command": "bunx", "args": ["docs"]}')],
  ['unpinned package under uvx', 'unpinned-package', server('{"command": "uvx", "args": ["docs"]}')],
  ['machine-specific absolute path in a shared file', 'machine-path', server('{"command": "/Users/ada/x"}')],
  ['url without type', 'missing-type', server('{"url": "https://example.com/mcp"}')],
  ['legacy sse', 'legacy-sse', server('{"type": "sse", "url": "https://example.com/sse"}')],
  ['variable that only one host sets', 'host-variable', server('{"command": "${CLAUDE_PLUGIN_ROOT}/x"}')],
  ['shell wrapper as command', 'shell-wrapper', server('{"command": "bash", "args": ["-c", "x"]}')],
  ['unknown key description', 'foreign-key', withKey('description')],
  ...['alwaysAllow', 'autoApprove', 'disabled', 'headersHelper', 'link', 'tools', 'timeout_ms', 'transportType'].map(
    (key) => [`unknown key ${key}`, 'foreign-key', withKey(key)] as const,
  ),
  ...['_comment', 'note', 'oauth_resource', 'bearer_token_env_var', 'tool_timeout_sec'].map(
    (key) => [`unknown key ${key}`, 'foreign-key', withKey(key)] as const,
  ),
  ['unknown key disabledTools', 'newer-key', withKey('disabledTools')],
  ['unknown key descrption', 'unknown-key', withKey('descrption')],
  ['unknown top-level key', 'unknown-top-level-key', '{"mcpServers": {}, "version": 1}'],
  ['flat map, no mcpServers', 'flat-map', '{"docs": {"command": "x"}}'],
  [
    '$schema of another dialect',
    'other-dialect',
    '{"$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", "mcpServers": {}}',
  ],
  ['placeholder secret YOUR_…', 'placeholder-value', server('{"command": "x", "env": {"API_KEY": "YOUR_API_KEY"}}')],
  ['placeholder secret <…>', 'placeholder-value', server('{"command": "x", "env": {"API_KEY": "<api-key>"}}')],
  ['invalid server name', 'server-name', '{"mcpServers": {"my docs": {"command": "x"}}}'],
  ['plain http to a host that is not loopback', 'plain-http', server('{"type": "http", "url": "http://example.com/"}')],
  [
    'type streamable-http',
    'unknown-transport',
    server('{"type": "streamable-http", "url": "https://example.com/mcp"}'),
  ],
  ['empty url', 'empty-value', server('{"type": "http", "url": ""}')],
  ['servers as root key', 'foreign-root-key', '{"servers": {}}'],
  ['${env:X}', 'foreign-variable', server('{"command": "x", "env": {"A": "${env:X}"}}')],
  ['${input:x}', 'foreign-variable', server('{"command": "x", "env": {"A": "${input:x}"}}')],
  ['lists in a project file', 'lists-without-effect', '{"disabledServers": ["docs"]}'],
  [
    'live-looking secret in headers',
    'literal-secret',
    server(
      '{"type": "http", "url": "https://example.com/mcp", "headers": {"Authorization": "Bearer k3Jq9vT2mXw8Lr5Z"}}',
    ),
  ],
  ['live-looking secret in env', 'literal-secret', server('{"command": "x", "env": {"API_KEY": "k3Jq9vT2mXw8Lr5Z"}}')],
  [
    'live-looking secret in args',
    'literal-secret',
    server('{"command": "x", "args": ["--api-key", "k3Jq9vT2mXw8Lr5Z"]}'),
  ],
];

test.each(findings)('%s is reported as %s', (_finding, code, sample) => {
  expect(problemsOf(sample, { level: 'project' }).map((problem) => problem.code)).toEqual([code]);
});

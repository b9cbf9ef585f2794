/** Files called `mcp.json` that are something else get at most one hint. */
import { expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { check } from '../../../server/rules/check.ts';

const codes = (text: string, mayBeOther = true): readonly string[] =>
  check(new ConfigDocument(text), { level: 'standalone', mayBeOther }).problems.map(({ code }) => code);

test.each([
  ['a flat translation', '{"title": "MCP servers", "save": "Save"}'],
  ['a nested translation', '{"dialog": {"title": "Add", "buttons": {"ok": "OK"}}, "empty": ""}'],
  ['an object without string values', '{"version": 1, "enabled": true, "tags": []}'],
  [
    'a list of tools',
    '{"version": "1.0", "tools": [{"name": "get", "inputSchema": {"properties": {"url": {"type": "string"}}}}]}',
  ],
  ['a list of texts', '["MCP", "Save"]'],
  ['labels of a form', '{"page": {"dialog": {"form": {"command": "Command", "args": "Arguments"}}}}'],
  ['a JSON schema', '{"$schema": "https://json-schema.org/draft-07/schema#", "type": "object", "properties": {}}'],
  ['a namespace of translations', '{"mcp": {"title": "Servers", "save": "Save"}}'],
  ['data with addresses', '{"items": [{"url": "https://example.com"}], "owner": {"url": "https://example.com"}}'],
  ['a hook', '{"statusLine": {"type": "command", "command": "date"}}'],
])('%s gets only the not-a-config hint', (_name, text) => {
  expect(codes(text)).toEqual(['not-a-config']);
});

const unknown = 'unknown-top-level-key';

test.each([
  ['an empty object', '{}', []],
  ['a list of servers', '[{"command": "npx"}]', ['top-level-not-object']],
  ['a config in a list', '[{"mcpServers": {"docs": {"command": "npx"}}}]', ['top-level-not-object']],
  ['servers below another property', '{"tools": {"mcpServers": {"docs": {"command": "npx"}}}}', [unknown]],
  ['servers far below', '{"projects": {"/a": {"mcpServers": {}}}, "version": 1}', [unknown, unknown]],
  ["VS Code's settings", '{"mcp": {"servers": {"docs": {"command": "npx"}}}}', [unknown]],
  [
    "a registry's file",
    '{"name": "io.github.a/b", "version": "1", "remotes": [{"type": "streamable-http", "url": "https://a.example"}]}',
    [unknown],
  ],
  ['a server at the top level', '{"command": "npx"}', ['flat-map']],
  ['servers at the top level', '{"docs": {"command": "npx"}}', ['flat-map']],
  ['a server beside other settings', '{"version": 1, "docs": {"command": "npx"}}', ['flat-map']],
  ['servers under an unknown property', '{"tools": {"docs": {"command": "npx"}}}', ['unknown-top-level-key']],
  [
    'an author beside the servers',
    '{"mcpServers": {}, "author": {"name": "A", "url": "https://example.com"}}',
    ['unknown-top-level-key'],
  ],
  ['a misspelled root', '{"mcpserver": {"docs": {"command": "npx"}}}', ['unknown-top-level-key']],
  ['a misspelled list', '{"disabledServer": ["docs"]}', ['unknown-top-level-key']],
  ['an unknown property beside the servers', '{"mcpServers": {}, "version": 1}', ['unknown-top-level-key']],
])('%s is checked as a config file', (_name, text, expected) => {
  expect(codes(text)).toEqual(expected);
});

test.each([
  ['a version', '{"version": 1}', [unknown]],
  ['a comment', '{"_comment": "todo"}', [unknown]],
  ['a translation', '{"title": "MCP", "save": "Save", "ok": "OK", "no": "No"}', [unknown]],
  ['a list', '["a"]', ['top-level-not-object']],
  ['a schema and a name', '{"$schema": "https://example.com/schema", "name": "a"}', [unknown]],
])('%s is one error in a place that an agent reads', (_name, text, expected) => {
  expect(codes(text, false)).toEqual(expected);
});

test('a list of tools is no config in a root either, but in .mcp.json it is an error', () => {
  const text = '{"version": "1.0", "tools": [{"name": "get", "inputSchema": {}}]}';
  expect(codes(text, false)).toEqual(['not-a-config']);
  const { problems } = check(new ConfigDocument(text), { level: 'standalone', agents: ['oh-my-pi', 'claude-code'] });
  expect(problems.map(({ code }) => code)).toEqual([unknown]);
});

test('a translation in a translations folder gets only the not-a-config hint', () => {
  const problems = check(new ConfigDocument('{"title": "MCP"}'), { level: 'foreign', mayBeOther: true }).problems;
  expect(problems.map(({ code }) => code)).toEqual(['not-a-config']);
});

test('every file in the Oh My Pi folder is checked as a config file', () => {
  const problems = check(new ConfigDocument('{"title": "MCP"}'), { level: 'project' }).problems;
  expect(problems.map(({ code }) => code)).toEqual(['unknown-top-level-key']);
});

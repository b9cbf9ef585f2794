/** Many fixes at once: those that are safe, and those of some kinds of problems. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { removeMembers } from '../../../server/fixes/members.ts';
import { check } from '../../../server/rules/check.ts';
import { kindChanges, safeChanges, sureChanges } from '../../../server/rules/fix-all.ts';
import { server, serverWith } from './support.ts';

const http = '"type": "http", "url": "https://example.com/mcp"';

describe('many fixes at once', () => {
  const safely = (before: string) => applyChanges(before, safeChanges(before));

  test('correct commas, duplicate and empty items, numbers, and spelling', () => {
    const before =
      '{\n  "disabledServers": ["a", "a", "", "a",],\n  "mcpServers": {"b": {"type": "HTTP", "url": "x", "timeout": "5"},}\n}';
    expect(safely(before)).toBe(
      '{\n  "disabledServers": ["a"],\n  "mcpServers": {"b": {"type": "http", "url": "x", "timeout": 5}}\n}',
    );
  });

  test.each([
    '"env": {"A": "1"}, "environment": { /* why */ "B": "2"}',
    '"env": {"A": "1"}, "Env": { /* why */ "B": "2"}',
    '"disabled": /* why */ false',
    '"alwaysAllow": [ /* why */ ]',
  ])('keep the comment in %s', (fields) => {
    expect(kindChanges(serverWith(`"command": "x", ${fields}`), {}, ['foreign-key', 'unknown-key'])).toEqual([]);
  });

  test('add no key twice that two problems would add', () => {
    const before = serverWith(`${http}, "oauth": {"scopes": ["a", "b"]}, "scope": "c"`);
    const after = serverWith(`${http}, "oauth": {"scope": "a b"}, "scope": "c"`);
    expect(applyChanges(before, sureChanges(before))).toBe(after);
  });

  test('exclude a file that is not a config', () => {
    const text = '{"title": "MCP", "save": "Save",}';
    const context = { level: 'standalone', mayBeOther: true } as const;
    expect(safeChanges(text, context)).toEqual([]);
    expect(kindChanges(text, context, ['json-trailing-comma'])).toEqual([]);
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
      expect(check(new ConfigDocument(after)).problems.map(({ code }) => code)).not.toContain('duplicate-key');
    }
  });

  test('exclude changes that require a decision', () => {
    const before = server('{"url": "x", "disabled": true, "env": {}, /* why */ "url": "y"}');
    expect(safely(before)).toBe(before);
  });

  test('keep a value that is also the name of a variable, because other tools read it as written', () => {
    const text = server('{"command": "x", "env": {"LOG_LEVEL": "DEBUG"}}');
    const context = { environment: new Set(['DEBUG']) };
    expect(check(new ConfigDocument(text), context).problems.map(({ code }) => code)).toEqual(['value-names-variable']);
    expect(safeChanges(text, context)).toEqual([]);
    expect(applyChanges(text, kindChanges(text, context, ['value-names-variable']))).toContain('"${DEBUG}"');
  });

  test('move any number of servers to "mcpServers" in one run', () => {
    const names = Array.from({ length: 50 }, (_, index) => `s${index}`);
    const outside = names.map((name) => `  "${name}": {"command": "x"}`).join(',\n');
    const before = `{\n${outside},\n  "mcpServers": {\n    "s0": {"command": "y"}\n  }\n}\n`;
    const after = applyChanges(before, kindChanges(before, {}, ['unknown-top-level-key']));
    const { mcpServers, ...others } = JSON.parse(after) as Record<string, Record<string, unknown>>;
    // It differs from the definition in "mcpServers".
    expect(others).toEqual({ s0: { command: 'x' } });
    expect(Object.keys(mcpServers ?? {})).toEqual(names);
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

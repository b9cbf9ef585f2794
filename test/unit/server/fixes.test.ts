/** Each quick fix makes exactly the expected change. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/document.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { kindChanges, safeChanges, usableFixes } from '../../../server/fixes/fix-all.ts';
import { removeMembers } from '../../../server/fixes/members.ts';
import { check } from '../../../server/rules/check.ts';
import type { DocumentLevel } from '../../../server/rules/context.ts';
import { rules } from '../../../server/rules/rule-list.ts';
import { formatFixes, githubToken, http, stdio } from './fix-examples.ts';
import { contentFixes } from './fix-examples-content.ts';
import { server, serverWith } from './support.ts';

const one = [...formatFixes, ...contentFixes];

function fixed(code: string, title: string, before: string, level?: DocumentLevel): string {
  const document = new ConfigDocument(before);
  const context = level === undefined ? {} : { level };
  const fixes = check(document, context)
    .problems.filter((problem) => problem.code === code)
    .flatMap((problem) => problem.fixes?.(document) ?? []);
  const fix = fixes.find((candidate) => candidate.title === title);
  if (fix === undefined) throw new Error(`Offered for ${code}: ${fixes.map((offered) => offered.title).join(' | ')}`);
  return applyChanges(before, fix.changes);
}

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
      for (const problem of check(document, docs.context).problems) {
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
  return check(document, level === undefined ? {} : { level }).problems.flatMap((problem) =>
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
    const [problem] = check(document).problems;
    expect(problem?.message).toContain('Use 5000.');
    expect(problem?.fixes?.(document).map(({ title }) => title)).toEqual(['Change to 5000']);
  });
});

describe('comments', () => {
  /** What can be applied, without the removal of the comments themselves. */
  const usable = (text: string) => {
    const document = new ConfigDocument(text);
    const problems = check(document).problems.filter(({ code }) => code !== 'json-comment');
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

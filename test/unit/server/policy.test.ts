// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look in policies and config files
/** Verdicts of policies: the documented examples of both vendors, and cases that the documentation leaves open. */
import { describe, expect, test } from 'vitest';
import { readText } from '../../../scripts/lib/repository.ts';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import type { Policy } from '../../../server/policy/policy.ts';
import { readPolicy } from '../../../server/policy/read-policy.ts';
import { subjectOf } from '../../../server/policy/subject.ts';
import { type PolicySubject, verdictOf } from '../../../server/policy/verdict.ts';

const uri = 'file:///etc/claude-code/managed-settings.json';

function policyOf(...sources: readonly object[]): Policy {
  const layers = sources.map((lists, index) => {
    const read = readPolicy(JSON.stringify(lists), uri);
    expect(read.faults).toEqual([]);
    return { label: `${index}.json`, ...read.lists };
  });
  return { layers, faults: [] };
}

const process = (commandLine: readonly string[], name = 'any'): PolicySubject => ({
  name,
  transport: 'stdio',
  commandLine,
  url: undefined,
  hasEndpoint: true,
});
const remote = (url: string, name = 'any'): PolicySubject => ({
  name,
  transport: 'http',
  commandLine: undefined,
  url,
  hasEndpoint: true,
});

/** Returns the subject of an entry of a file. */
function entry(value: object, name = 'any'): PolicySubject {
  const [server] = new ConfigDocument(JSON.stringify({ mcpServers: { [name]: value } })).servers;
  if (server?.parsed === undefined) throw new Error('not a server');
  return subjectOf(name, server.parsed);
}

/** Returns `allowed`, `denied`, or why the server isn't listed. */
function told(subject: PolicySubject, ...sources: readonly object[]): string | undefined {
  const verdict = verdictOf(subject, policyOf(...sources));
  return verdict?.kind === 'notListed' ? verdict.why : verdict?.kind;
}

const cases = readText('test/fixtures/policies.txt')
  .trimEnd()
  .split(/^# /m)
  .slice(1)
  .flatMap((block) => {
    const [title = '', ...lines] = block.trimEnd().split('\n');
    let lists = '';
    return lines.flatMap((line) => {
      if (line.startsWith('{')) lists = line;
      const [, kind, subject = '', name = 'any', expected] =
        /^ {2}(run|url) (.*?)(?: \(([\w-]+)\))? → (.*)$/.exec(line.replaceAll('⇥', '\t')) ?? [];
      return kind === undefined ? [] : [[title, kind, subject, name, expected, lists] as const];
    });
  });

/** Returns the words of a command line, of which those with spaces are JSON. */
const wordsOf = (line: string): readonly string[] =>
  (line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map((word) => (word.startsWith('"') ? JSON.parse(word) : word));

test.each(cases)('%s: %s %s (%s) is %s by %s', (_title, kind, subject, name, expected, lists) => {
  const server = kind === 'url' ? remote(subject, name) : process(wordsOf(subject), name);
  expect(told(server, JSON.parse(lists))).toBe(expected);
});

describe('examples of GitHub Copilot', () => {
  test('a server must be in the allowlists of all sources and in no denylist', () => {
    const one = { allowedMcpServers: [{ serverName: 'a' }, { serverName: 'b' }] };
    const two = {
      allowedMcpServers: [{ serverName: 'b' }, { serverName: 'c' }],
      deniedMcpServers: [{ serverName: 'd' }],
    };
    const names = ['a', 'b', 'c', 'd'];
    expect(names.map((name) => told(process(['x'], name), one, two))).toEqual([
      'no-match',
      'allowed',
      'no-match',
      'denied',
    ]);
  });
});

describe('undocumented cases are decided against the server', () => {
  test('a denied command or URL is denied for any transport', () => {
    const both = { ...process(['x']), url: 'https://evil.example/' };
    expect(told(both, { deniedMcpServers: [{ serverUrl: 'https://evil.example' }] })).toBe('denied');
  });
  test('an allowed name has only letters, numbers, hyphens, and underscores', () => {
    expect(told(process(['x'], 'my docs'), { allowedMcpServers: [{ serverName: 'my docs' }] })).toBe('no-match');
    expect(told(process(['x'], 'my docs'), { deniedMcpServers: [{ serverName: 'my docs' }] })).toBe('denied');
  });
  test("a URL that isn't valid is not listed if URLs are denied", () => {
    expect(told(remote('evil.example/mcp'), { deniedMcpServers: [{ serverUrl: 'https://evil.example' }] })).toBe(
      'invalid',
    );
    const list = entry({ type: 'http', url: ['https://evil.example'] });
    expect(told(list, { deniedMcpServers: [{ serverUrl: 'https://evil.example' }] })).toBe('invalid');
    expect(told(remote('evil.example/mcp'), { deniedMcpServers: [{ serverCommand: ['evil'] }] })).toBe('allowed');
  });
  test.each([
    [{ command: 'npx', args: 'evil' }, 'invalid'],
    [{ command: 'npx', args: ['evil', 5] }, 'invalid'],
    [{ command: ['npx', 'evil'] }, 'invalid'],
    [{ command: 'npx', args: null }, 'allowed'],
    [{ command: 'npx' }, 'allowed'],
    [{ url: 'https://good.example' }, 'allowed'],
  ])('a command line that is not comparable is not listed if commands are denied: %j', (value, expected) => {
    expect(told(entry(value), { deniedMcpServers: [{ serverCommand: ['npx', 'evil', '5'] }] })).toBe(expected);
  });
  describe('an entry that tools read in different ways must be allowed in all of them', () => {
    const command = { serverCommand: ['npx', 'ok'] };
    const url = { serverUrl: 'https://good.example/*' };
    const both = { command: 'npx', args: ['ok'], url: 'https://good.example/mcp' };
    const name = { serverName: 'any' };
    test.each([
      [{ ...both, type: 'streamable-http', command: 'evil' }, [url], 'no-match'],
      [{ ...both, type: 'streamable-http' }, [command, { serverCommand: ['npx'] }, url], 'allowed'],
      [{ ...both, type: 'streamable-http' }, [command, url], 'no-match'],
      [{ ...both, type: 5 }, [{ serverCommand: ['npx'] }, command], 'no-match'],
      // Not a property of the agent, which starts the command.
      [{ ...both, transportType: 'http' }, [url], 'no-match'],
      [{ ...both, transportType: 'http' }, [url, command], 'allowed'],
      [{ type: 'local', command: 'npx', args: ['ok'] }, [command], 'no-match'],
      [{ type: 'local', command: 'npx' }, [{ serverCommand: ['npx'] }], 'allowed'],
      [{ command: '', url: 'https://evil.example/x' }, [name, url], 'name-only'],
      [{ command: '', url: 'https://good.example/x' }, [url], 'allowed'],
      [{ type: 'bogus', command: '', url: 'https://evil.example/x' }, [name, url], 'name-only'],
      [{ type: 'streamable-http', url: 'https://good.example/x' }, [url], 'allowed'],
      [both, [command], 'allowed'],
      [{ ...both, type: 'http' }, [url], 'allowed'],
      [{ ...both, type: null }, [command], 'allowed'],
      [{ ...both, type: '${TYPE:-stdio}' }, [command], 'no-match'],
    ])('%j', (value, allowedMcpServers, expected) => {
      expect(told(entry(value), { allowedMcpServers })).toBe(expected);
    });
    test('and is denied if it is denied in one of them', () => {
      const deny = (entry: object) => ({ deniedMcpServers: [entry] });
      expect(told(entry({ ...both, type: 'streamable-http' }), deny({ serverCommand: ['npx'] }))).toBe('denied');
      expect(told(entry({ ...both, type: 'streamable-http' }), deny(command))).toBe('denied');
      expect(told(entry({ ...both, type: 'streamable-http' }), deny(url))).toBe('denied');
      const lists = { allowedMcpServers: [name], ...deny({ serverCommand: ['npx'] }) };
      expect(told(entry({ type: 'local', command: 'npx', args: ['ok'] }, 'unlisted'), lists)).toBe('denied');
    });
  });
  test('a missing policy returns no verdict', () => {
    expect(verdictOf(process(['x']), { layers: [], faults: [] })).toBeUndefined();
  });
});

test('a verdict takes linear time, even for hostile values', () => {
  const lists = { deniedMcpServers: [{ serverCommand: ['npx', 'evil'] }, { serverUrl: 'https://evil.example/*' }] };
  for (const [opening, closing] of ['${ }', '{env: }', '$( ', '$A '].map((text) => text.split(' '))) {
    const hostile = opening?.repeat(50_000) ?? '';
    expect(told(process(['npx', `${hostile}${closing}`]), lists)).toBe('variable');
    // Without its closing brace, it's text.
    expect(told(process(['npx', hostile]), lists)).toBe(closing === '' ? 'variable' : 'allowed');
    expect(told(remote(`https://good.example.com/${hostile}`), lists)).toBe('allowed');
  }
});

test('a verdict points to the matching entry, or to the list without a match', () => {
  const text =
    '{\n  "allowedMcpServers": [\n    {"serverName": "a"}\n  ],\n  "deniedMcpServers": [{"serverName": "b"}]\n}';
  const policy = { layers: [{ label: 'x', ...readPolicy(text, uri).lists }], faults: [] };
  const at = (name: string) => {
    const found = verdictOf(process(['x'], name), policy)?.at;
    return found && [found.uri, text.slice(found.offset, found.offset + found.length)];
  };
  expect(at('a')).toEqual([uri, '{"serverName": "a"}']);
  expect(at('b')).toEqual([uri, '{"serverName": "b"}']);
  expect(at('c')).toEqual([uri, '"allowedMcpServers"']);
});

describe('invalid policy files report a fault at its offset', () => {
  const entry = (text: string) => `{"allowedMcpServers": [${text}]}`;
  test.each([
    ['', 'Invalid JSON (empty).', 0],
    ['{"allowedMcpServers": [],}', 'Invalid JSON (trailing comma).', 24],
    ['{ // note\n}', 'Invalid JSON (comment).', 2],
    ['[]', 'Expected an object, got an array.', 0],
    ['{"allowedMcpServers": {}}', 'Expected an array of entries, got an object.', 22],
    ['{"deniedMcpServers": null}', 'Expected an array of entries, got null.', 21],
    ['{"allowedMcpServers": [], "allowedMcpServers": []}', 'Duplicate "allowedMcpServers".', 1],
    ['{"allowedMcpServer": []}', 'Unknown property "allowedMcpServer". Did you mean "allowedMcpServers"?', 1],
    ['{"deniedMcpServers": [], "deniedMCPServers": []}', /"deniedMCPServers"\. Did you mean "deniedMcpServers"\?/, 25],
    ['{"deniedMcpServers": [], "deniedMcpServer": []}', /"deniedMcpServer"\. Did you mean "deniedMcpServers"\?/, 25],
    ['{"allowedMcpServers": [], "blockedMcpServers": []}', /^Unknown property "blockedMcpServers"\./, 26],
    ['{"allowedMcpServers": [], "denyMcpServers": []}', /^Unknown property "denyMcpServers"\./, 26],
    [
      '{"deniedMcpServers": {"overridable": [{"serverName": "a"}], "overridable": []}}',
      'Expected an array of entries, got an object.',
      21,
    ],
    [entry('"github"'), 'Expected an object, got a string.', 23],
    [entry('{}'), 'An entry has exactly one property: "serverName", "serverCommand", or "serverUrl".', 23],
    [entry('{"serverName": "a", "serverUrl": "https://a"}'), /exactly one property/, 43],
    [entry('{"servername": "a"}'), 'Unknown property "servername". Did you mean "serverName"?', 24],
    [entry('{"serverName": ""}'), '"serverName" must be a string that isn\'t empty.', 38],
    [entry('{"serverCommand": "npx a"}'), /"serverCommand" must be an array of strings/, 41],
    [entry('{"serverCommand": []}'), /"serverCommand" must be an array of strings/, 41],
    [entry('{"serverCommand": ["npx", 1]}'), /"serverCommand" must be an array of strings/, 41],
    [entry('{"serverUrl": "mcp.example.com"}'), /"serverUrl" must be a URL pattern such as/, 37],
    [entry('{"serverUrl": "https://a@b.example/"}'), /"serverUrl" must be a URL pattern such as/, 37],
    [entry(Array(10_001).fill('{"serverName":"a"}').join()), /Too many entries\. The maximum is 10000\./, 22],
  ])('%.60s', (text, message, offset) => {
    const [first] = readPolicy(text, uri).faults;
    expect(first?.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect([first?.uri, first?.offset]).toEqual([uri, offset]);
  });

  test('other vendor settings and lists are ignored', () => {
    const text = JSON.stringify({
      managedMcpServers: {},
      permissions: { deny: ['x'] },
      allowManagedMcpServersOnly: true,
      enableAllProjectMcpServers: true,
      enabledMcpjsonServers: [],
    });
    expect(readPolicy(text, uri)).toEqual({ lists: { allowed: undefined, denied: undefined }, faults: [] });
  });
});

test('a pattern with many wildcards is matched without backtracking', () => {
  const [many, long] = ['*a'.repeat(5000), 'a'.repeat(50_000)];
  expect(told(remote(`https://a/${long}`), { deniedMcpServers: [{ serverUrl: `https://a/${many}b` }] })).toBe(
    'allowed',
  );
  expect(told(remote(`https://a/${long}`), { deniedMcpServers: [{ serverUrl: `https://a/${many}` }] })).toBe('denied');
});

test('an entry without a command and a URL starts nothing, so only a denial of its name applies', () => {
  const off = { ...process([], 'off'), transport: undefined, commandLine: undefined, hasEndpoint: false };
  const allowlist = { allowedMcpServers: [{ serverName: 'docs' }] };
  expect(told(off, allowlist)).toBeUndefined();
  expect(told(off, allowlist, { deniedMcpServers: [{ serverName: 'off' }] })).toBe('denied');
});

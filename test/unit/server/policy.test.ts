// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look in policies and config files
/** Verdicts of policies: the documented examples of both vendors, and cases that the documentation leaves open. */
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/document.ts';
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

type Case = readonly [subject: PolicySubject, expected: string];
const check = (lists: object, cases: readonly Case[]) =>
  test.each(
    cases.map(([subject, expected]) => [
      subject.commandLine?.join(' ') ?? subject.url,
      subject.name,
      expected,
      subject,
    ]),
  )('%s (%s): %s', (_text, _name, expected, subject) => expect(told(subject as PolicySubject, lists)).toBe(expected));

describe('examples of Claude Code', () => {
  describe('URL-only allowlist', () => {
    check(
      {
        allowedMcpServers: [
          { serverUrl: 'https://mcp.example.com/*' },
          { serverUrl: 'https://*.internal.example.com/*' },
        ],
      },
      [
        [remote('https://mcp.example.com/api'), 'allowed'],
        [remote('https://api.internal.example.com/mcp'), 'allowed'],
        [remote('https://external.example.com/mcp'), 'no-match'],
        [process(['node', 'server.js']), 'no-match'],
      ],
    );
  });
  describe('command-only allowlist', () => {
    check({ allowedMcpServers: [{ serverCommand: ['npx', '-y', 'approved-package'] }] }, [
      [process(['npx', '-y', 'approved-package']), 'allowed'],
      [process(['node', 'server.js']), 'no-match'],
      [remote('https://api.example.com', 'my-api'), 'no-match'],
    ]);
  });
  describe('mixed name and command allowlist', () => {
    check({ allowedMcpServers: [{ serverName: 'github' }, { serverCommand: ['npx', '-y', 'approved-package'] }] }, [
      [process(['npx', '-y', 'approved-package'], 'local-tool'), 'allowed'],
      [process(['node', 'server.js'], 'local-tool'), 'no-match'],
      [process(['node', 'server.js'], 'github'), 'name-only'],
      [remote('https://api.example.com', 'github'), 'allowed'],
      [remote('https://api.example.com', 'other-api'), 'no-match'],
    ]);
  });
  describe('name-only allowlist', () => {
    check({ allowedMcpServers: [{ serverName: 'github' }, { serverName: 'internal-tool' }] }, [
      [process(['any'], 'github'), 'allowed'],
      [process(['any'], 'internal-tool'), 'allowed'],
      [remote('https://api.example.com', 'github'), 'allowed'],
      [process(['any'], 'other'), 'no-match'],
      [remote('https://api.example.com', 'other'), 'no-match'],
    ]);
  });
  describe('allowlist with denylist override', () => {
    check(
      {
        allowedMcpServers: [{ serverUrl: 'https://*.example.com/*' }],
        deniedMcpServers: [{ serverUrl: 'https://staging.example.com/*' }],
      },
      [
        [remote('https://mcp.example.com/api'), 'allowed'],
        [remote('https://staging.example.com/api'), 'denied'],
        [remote('https://other.com/mcp'), 'no-match'],
      ],
    );
  });
  describe('hard allowlist with a denylist', () => {
    check(
      {
        allowedMcpServers: [
          { serverUrl: 'https://api.githubcopilot.com/*' },
          { serverUrl: 'https://mcp.sentry.dev/*' },
          { serverCommand: ['npx', '-y', '@modelcontextprotocol/server-filesystem', '.'] },
          { serverCommand: ['python', '/usr/local/bin/approved-server.py'] },
          { serverUrl: 'https://mcp.example.com/*' },
          { serverUrl: 'https://*.internal.example.com/*' },
        ],
        deniedMcpServers: [
          { serverName: 'dangerous-server' },
          { serverCommand: ['npx', '-y', 'unapproved-package'] },
          { serverUrl: 'https://*.untrusted.example.com/*' },
        ],
      },
      [
        [remote('https://mcp.sentry.dev/mcp'), 'allowed'],
        [process(['python', '/usr/local/bin/approved-server.py']), 'allowed'],
        [process(['npx', '-y', '@modelcontextprotocol/server-filesystem', '.']), 'allowed'],
        [process(['npx', '-y', '@modelcontextprotocol/server-filesystem', '/']), 'no-match'],
        [process(['python', '/usr/local/bin/approved-server.py'], 'dangerous-server'), 'denied'],
        [process(['npx', '-y', 'unapproved-package']), 'denied'],
        [remote('https://a.untrusted.example.com/mcp'), 'denied'],
      ],
    );
  });
  describe('URL patterns', () => {
    const allows = (serverUrl: string, cases: readonly Case[]) => check({ allowedMcpServers: [{ serverUrl }] }, cases);
    allows('https://mcp.example.com', [
      [remote('https://mcp.example.com/any/path'), 'allowed'],
      [remote('https://mcp.example.com.evil.example/'), 'no-match'],
    ]);
    allows('http://localhost:*/*', [
      [remote('http://localhost:3000/mcp'), 'allowed'],
      [remote('http://localhost/mcp'), 'allowed'],
      [remote('http://localhost.evil.example:3000/mcp'), 'no-match'],
    ]);
    allows('*://mcp.example.com/*', [
      [remote('http://mcp.example.com/mcp'), 'allowed'],
      [remote('https://mcp.example.com/mcp'), 'allowed'],
    ]);
    allows('https://Mcp.Example.com/*', [
      [remote('https://mcp.example.com/api'), 'allowed'],
      [remote('https://MCP.example.com./api'), 'allowed'],
    ]);
    allows('https://mcp.example.com/Api', [[remote('https://mcp.example.com/api'), 'no-match']]);
  });
  test('commands match exactly: every argument, in order', () => {
    const lists = { allowedMcpServers: [{ serverCommand: ['npx', '-y', 'server'] }] };
    expect(told(process(['npx', 'server']), lists)).toBe('no-match');
    expect(told(process(['npx', '-y', 'server', '--flag']), lists)).toBe('no-match');
  });
  test('a missing allowlist allows all servers that are not denied; an empty one allows no servers', () => {
    expect(told(process(['x']), { deniedMcpServers: [] })).toBe('allowed');
    expect(told(process(['x']), { allowedMcpServers: [] })).toBe('no-match');
    expect(told(remote('https://a.example'), { allowedMcpServers: [], deniedMcpServers: [] })).toBe('no-match');
  });
});

describe('examples of GitHub Copilot', () => {
  check(
    {
      allowedMcpServers: [
        { serverUrl: 'https://api.githubcopilot.com/*' },
        { serverCommand: ['npx', '@playwright/mcp@latest'] },
        { serverCommand: ['cmd', '/c', 'uvx', 'markitdown-mcp'] },
      ],
      deniedMcpServers: [{ serverCommand: ['npx', '-y', '@modelcontextprotocol/server-filesystem', '/'] }],
    },
    [
      [remote('https://api.githubcopilot.com/mcp/'), 'allowed'],
      [process(['npx', '@playwright/mcp@latest']), 'allowed'],
      [process(['cmd', '/c', 'uvx', 'markitdown-mcp']), 'allowed'],
      [process(['npx', '-y', '@modelcontextprotocol/server-filesystem', '/']), 'denied'],
      [process(['npx', '-y', '@modelcontextprotocol/server-filesystem', '/src']), 'no-match'],
    ],
  );
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
  describe('URLs are compared in canonical form', () => {
    check(
      { deniedMcpServers: [{ serverUrl: 'https://evil.example/*' }, { serverUrl: 'https://*.bücher.example/*' }] },
      [
        [remote('HTTPS://%65vil.EXAMPLE:443/mcp#part'), 'denied'],
        [remote('https://evil.example./mcp'), 'denied'],
        [remote('https://a.xn--bcher-kva.example/'), 'denied'],
        [remote('https://a.B\u00dcCHER.example/'), 'denied'],
        [remote('https://good.example/https://evil.example/'), 'allowed'],
      ],
    );
  });
  test('a wildcard in the host does not match the path', () => {
    const lists = { allowedMcpServers: [{ serverUrl: 'https://*.internal.example.com/*' }] };
    expect(told(remote('https://evil.example/.internal.example.com/'), lists)).toBe('no-match');
    expect(told(remote('https://evil.example?.internal.example.com/'), lists)).toBe('no-match');
    expect(told(remote('https://evil.example\\.internal.example.com/'), lists)).toBe('no-match');
  });
  test('the `overridable` form of a list is equivalent to the list', () => {
    expect(told(process(['x']), { allowedMcpServers: { overridable: [] } })).toBe('no-match');
  });
});

describe('undocumented cases are decided against the server', () => {
  test('a URL with a user name matches no allowlist', () => {
    const url = 'https://user@mcp.example.com/mcp';
    expect(told(remote(url), { allowedMcpServers: [{ serverUrl: 'https://mcp.example.com/*' }] })).toBe('no-match');
    expect(told(remote(url), { deniedMcpServers: [{ serverUrl: 'https://mcp.example.com/*' }] })).toBe('denied');
  });
  test('a denied path matches any query, but an allowed path only the exact URL', () => {
    const url = 'https://mcp.example.com/mcp?team=a';
    expect(told(remote(url), { deniedMcpServers: [{ serverUrl: 'https://mcp.example.com/mcp' }] })).toBe('denied');
    expect(told(remote(url), { allowedMcpServers: [{ serverUrl: 'https://mcp.example.com/mcp' }] })).toBe('no-match');
  });
  test('a denied command or URL is denied for any transport', () => {
    const both = { ...process(['x']), url: 'https://evil.example/' };
    expect(told(both, { deniedMcpServers: [{ serverUrl: 'https://evil.example' }] })).toBe('denied');
  });
  test('an allowed name has only letters, numbers, hyphens, and underscores', () => {
    expect(told(process(['x'], 'my docs'), { allowedMcpServers: [{ serverName: 'my docs' }] })).toBe('no-match');
    expect(told(process(['x'], 'my docs'), { deniedMcpServers: [{ serverName: 'my docs' }] })).toBe('denied');
  });
  describe('variables are not expanded', () => {
    check(
      { allowedMcpServers: [{ serverCommand: ['${HOME}/bin/server'] }, { serverUrl: 'https://*.example.com/*' }] },
      [
        [process(['${HOME}/bin/server']), 'allowed'],
        [process(['/home/me/bin/server']), 'no-match'],
        [process(['${TOOL}']), 'variable'],
        [remote('https://${HOST}.example.com/mcp'), 'variable'],
        [remote('https://a.example.com/$TENANT'), 'variable'],
      ],
    );
    check({ deniedMcpServers: [{ serverCommand: ['npx', 'evil'] }, { serverUrl: 'https://evil.example/*' }] }, [
      [process(['npx', '${PACKAGE}']), 'variable'],
      [process(['npx', 'e${PACKAGE:-vi}l']), 'variable'],
      [process(['npx', 'good-${PACKAGE}']), 'allowed'],
      [process(['npx', '${PACKAGE}', '--more']), 'allowed'],
      [remote('https://${HOST}/mcp'), 'variable'],
    ]);
    check({ deniedMcpServers: [{ serverCommand: ['${BIN}/evil'] }, { serverUrl: 'https://${HOST}/*' }] }, [
      [process(['/bin/evil']), 'variable'],
      [process(['/bin/good']), 'allowed'],
      [remote('https://any.example/mcp'), 'variable'],
    ]);
  });
  describe('a variable without its closing brace is compared as text', () => {
    const unclosed = '${A:-docs-server';
    check({ allowedMcpServers: [{ serverCommand: [unclosed] }, { serverUrl: 'https://good.example/*' }] }, [
      [process([unclosed]), 'allowed'],
      [process(['${A:-other']), 'no-match'],
      [process(['${A}${B']), 'variable'],
      [process(['${A $B']), 'variable'],
      [remote('https://good.example/${A'), 'allowed'],
    ]);
    check({ deniedMcpServers: [{ serverCommand: ['docs-server'] }, { serverUrl: 'https://evil.example/a${B' }] }, [
      [process([unclosed]), 'allowed'],
      [process(['${A:-docs}-server']), 'variable'],
      [remote('https://evil.example/a${B'), 'denied'],
      [remote('https://evil.example/abc'), 'allowed'],
    ]);
  });
  describe('a variable after the authority of a URL is compared with denials of the same scheme and authority', () => {
    check({ deniedMcpServers: [{ serverUrl: 'https://evil.example.org/a' }, { serverUrl: '*://*.bad.example/a' }] }, [
      [remote('https://good.example.com/mcp?key=${DOCS_KEY}'), 'allowed'],
      [remote('https://good.example.com?key=$DOCS_KEY'), 'allowed'],
      [remote('http://evil.example.org/${TENANT}'), 'allowed'],
      [remote('https://EVIL.example.org./${TENANT}'), 'variable'],
      [remote('https://me@evil.example.org:443/${TENANT}'), 'variable'],
      [remote('wss://x.bad.example/${TENANT}'), 'variable'],
      // The value of the variable can change the host.
      [remote('https://good.example.com${SUFFIX}/mcp'), 'variable'],
      [remote('https://good.example.com:${PORT}/mcp'), 'variable'],
      [remote('https://me:${PASSWORD}@good.example.com/mcp'), 'variable'],
      [remote('${BASE}://good.example.com/mcp'), 'variable'],
      [remote('https:///good${SUFFIX}/mcp'), 'variable'],
      [remote('https://\t/good${SUFFIX}/mcp'), 'variable'],
      [remote('https:\\\\good${SUFFIX}/mcp'), 'variable'],
    ]);
    check({ deniedMcpServers: [{ serverUrl: 'https://evil${SUFFIX}/*' }] }, [
      [remote('https://good.example.com/${TENANT}'), 'variable'],
    ]);
    check({ deniedMcpServers: [{ serverUrl: 'https://b.example/$PATH' }] }, [
      [remote('https://good.example.com/${TENANT}'), 'allowed'],
      [remote('https://b.example/${TENANT}'), 'variable'],
    ]);
  });
  describe("variables of OpenCode and Crush aren't expanded", () => {
    check({ deniedMcpServers: [{ serverCommand: ['evil', 'run'] }, { serverUrl: 'https://evil.example/*' }] }, [
      [remote('{env:MCP_URL}'), 'variable'],
      [remote('{file:./url.txt}'), 'variable'],
      [remote('https://{env:HOST}/mcp'), 'variable'],
      [remote('https://good.example/{env:TENANT}'), 'allowed'],
      [process(['{env:TOOL}', 'run']), 'variable'],
      [process(['$(cat $(tool)) run']), 'allowed'],
      [process(['$(cat $(tool))', 'run']), 'variable'],
      [remote('$(url)'), 'variable'],
    ]);
    check({ allowedMcpServers: [{ serverUrl: 'https://good.example/*' }] }, [
      [remote('https://good.example/{env:TENANT}'), 'variable'],
    ]);
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

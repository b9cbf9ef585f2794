/**
 * All table rows and rules of the config format, in the order of the spec. Each example is checked twice: by our rules,
 * which must report only the one mistake, and by ajv with the schema.
 */
import { describe, expect, test } from 'vitest';
import { errorsOf, fileWith, obeysTheSpec } from './support.ts';

/** Valid texts, and invalid ones with the code of the only error. */
type Row = readonly [row: string, good: readonly string[], bad: readonly (readonly [code: string, text: string])[]];

const json = JSON.stringify;
const stdio = { command: 'docs-server' };
const http = { type: 'http', url: 'https://example.com/mcp' };
const sse = { type: 'sse', url: 'https://example.com/sse' };
const everyVariant = [stdio, http, sse];
const onEvery = (field: object) => everyVariant.map((server) => fileWith({ ...server, ...field }));
const badOnEvery = (code: string, field: object) => onEvery(field).map((text) => [code, text] as const);
const notStrings = [1, true, null, [], {}];
const wrongType = 'wrong-json-type';
/** Returns a text for each value, with the code of its error. */
const all = <T>(code: string, values: readonly T[], text: (value: T) => string) =>
  values.map((value) => [code, text(value)] as const);

function check(rows: readonly Row[]): void {
  test.each(rows)('%s', (_row, good, bad) => {
    for (const text of good) {
      expect(errorsOf(text), text).toEqual([]);
      expect(obeysTheSpec(text), text).toBe(true);
    }
    for (const [code, text] of bad) {
      expect(
        errorsOf(text).map((problem) => problem.code),
        text,
      ).toEqual([code]);
      expect(obeysTheSpec(text), text).toBe(false);
    }
    expect(good.length + bad.length).toBeGreaterThan(0);
  });
}

describe('a config file', () => {
  check([
    ['contains servers of three transports', [json({ mcpServers: { one: stdio, two: http, three: sse } })], []],
    [
      'is a JSON object',
      ['{}', ' {\n} '],
      all('top-level-not-object', ['[]', '"x"', '1', 'null', 'true'], (text) => text),
    ],
    ['rejects unknown top-level properties', [], [['unknown-top-level-key', '{"version": 1}']]],
  ]);
});

describe('top-level object', () => {
  check([
    ['$schema is a string', ['{"$schema": "x"}'], all(wrongType, notStrings, (value) => json({ $schema: value }))],
    ['$schema is optional', ['{"mcpServers": {}}'], []],
    [
      'mcpServers is an object',
      ['{"mcpServers": {}}'],
      all(wrongType, [[], 'x', 1, null], (value) => json({ mcpServers: value })),
    ],
    [
      'a server name matches the pattern',
      ['a', 'A-b_c.9', '.', '-', '0', '__proto__', 'constructor', 'x'.repeat(100)].map((name) => fileWith(stdio, name)),
      all('server-name', ['', ' ', 'a b', 'a:b', 'a/b', 'ä', 'a\n', '😀', 'x'.repeat(101)], (name) =>
        fileWith(stdio, name),
      ),
    ],
    ...['disabledServers', 'enabledServers'].map(
      (list): Row => [
        `${list} is an array of unique strings of at least 1 character`,
        [json({ [list]: [] }), json({ [list]: ['a', 'b c'] })],
        [
          ...all(wrongType, ['a', 1, {}, null, true], (value) => json({ [list]: value })),
          ...all('list-item-not-string', [1, null, true, {}, []], (item) => json({ [list]: ['a', item] })),
          ['list-item-empty', json({ [list]: ['a', ''] })] as const,
          ['list-item-repeated', json({ [list]: ['a', 'b', 'a'] })] as const,
        ],
      ],
    ),
  ]);
});

describe('server configuration', () => {
  check([
    ['an entry is an object', [], all('server-not-object', ['x', 1, null, true, []], (value) => fileWith(value))],
    [
      'each entry is exactly one of three variants',
      everyVariant.map((server) => fileWith(server)),
      [
        ['command-and-url', fileWith({ ...stdio, url: 'x' })],
        ['missing-command', fileWith({})],
      ],
    ],
    ['no properties other than those listed are allowed', [], badOnEvery('unknown-key', { colour: 'red' })],
  ]);
});

describe('common fields', () => {
  check([
    [
      'enabled is a boolean',
      [true, false].flatMap((enabled) => onEvery({ enabled })),
      ['true', 1, null].flatMap((enabled) => badOnEvery(wrongType, { enabled })),
    ],
    [
      'timeout is a number of at least 0',
      [0, 0.5, 30000, 1e9].flatMap((timeout) => onEvery({ timeout })),
      [
        ...badOnEvery('out-of-range', { timeout: -1 }),
        ...badOnEvery('out-of-range', { timeout: -0.001 }),
        ['out-of-range', fileWith(stdio).replace('"docs-server"', '"x","timeout":1e999')],
      ],
    ],
    ['timeout is not a string', [], ['5', null, true, []].flatMap((timeout) => badOnEvery(wrongType, { timeout }))],
    [
      'requestIdFormat is string or number',
      ['string', 'number'].flatMap((requestIdFormat) => onEvery({ requestIdFormat })),
      [
        ...badOnEvery('not-allowed-value', { requestIdFormat: 'uuid' }),
        ...badOnEvery('not-allowed-value', { requestIdFormat: '' }),
        ...badOnEvery(wrongType, { requestIdFormat: 1 }),
      ],
    ],
    [
      'instructions is a boolean',
      [true, false].flatMap((instructions) => onEvery({ instructions })),
      ['no', 0, null].flatMap((instructions) => badOnEvery(wrongType, { instructions })),
    ],
    [
      'auth is an object',
      onEvery({ auth: { type: 'oauth' } }),
      ['x', [], null].flatMap((auth) => badOnEvery(wrongType, { auth })),
    ],
    [
      'oauth is an object',
      onEvery({ oauth: {} }),
      ['x', [], null].flatMap((oauth) => badOnEvery(wrongType, { oauth })),
    ],
    [
      'all common fields are accepted together on every variant',
      onEvery({
        enabled: true,
        timeout: 1,
        requestIdFormat: 'string',
        instructions: false,
        auth: { type: 'apikey' },
        oauth: {},
      }),
      [],
    ],
  ]);
});

describe('stdio variant', () => {
  check([
    [
      'type is optional and only stdio',
      [fileWith(stdio), fileWith({ ...stdio, type: 'stdio' })],
      [
        ['unknown-transport', fileWith({ ...stdio, type: 'local' })],
        ['unknown-transport', fileWith({ ...stdio, type: 'STDIO' })],
        [wrongType, fileWith({ ...stdio, type: 1 })],
        [wrongType, fileWith({ ...stdio, type: null })],
      ],
    ],
    [
      'command is required',
      [],
      [
        ['missing-command', fileWith({ type: 'stdio' })],
        ['missing-command', fileWith({ args: [] })],
      ],
    ],
    [
      'command is a string of at least 1 character',
      [fileWith({ command: ' ' })],
      [['empty-value', fileWith({ command: '' })], ...all(wrongType, notStrings, (command) => fileWith({ command }))],
    ],
    [
      'args is an array of strings',
      [fileWith({ ...stdio, args: [] }), fileWith({ ...stdio, args: ['', 'a', 'a'] })],
      [
        [wrongType, fileWith({ ...stdio, args: 'x' })],
        ...all('item-not-string', [1, null, true, {}, []], (item) => fileWith({ ...stdio, args: [item] })),
      ],
    ],
    [
      'env is an object from string to string',
      [fileWith({ ...stdio, env: {} }), fileWith({ ...stdio, env: { A: '', '': 'b' } })],
      [
        [wrongType, fileWith({ ...stdio, env: [] })],
        ...all('value-not-string', notStrings, (value) => fileWith({ ...stdio, env: { A: value } })),
      ],
    ],
    [
      'cwd is a string',
      [fileWith({ ...stdio, cwd: '' })],
      all(wrongType, notStrings, (cwd) => fileWith({ ...stdio, cwd })),
    ],
    [
      'a stdio server must not have url',
      [],
      [
        ['command-and-url', fileWith({ ...stdio, type: 'stdio', url: 'x' })],
        ['transport-mismatch', fileWith({ type: 'stdio', url: 'x' })],
      ],
    ],
    ['a stdio server must not have headers', [], [['misplaced-field', fileWith({ ...stdio, headers: {} })]]],
  ]);
});

describe.each([
  ['http', http],
  ['sse', sse],
])('%s variant', (name, server) => {
  check([
    [
      'type is required',
      [],
      [
        ['missing-type', fileWith({ url: server.url })],
        ['missing-type', fileWith({ url: server.url, headers: {} })],
      ],
    ],
    [
      `type is only ${name}`,
      [fileWith(server)],
      [
        ['unknown-transport', fileWith({ ...server, type: `${name}s` })],
        [wrongType, fileWith({ ...server, type: [] })],
      ],
    ],
    [
      'url is required',
      [],
      [
        ['missing-url', fileWith({ type: name })],
        ['missing-url', fileWith({ type: name, headers: {} })],
      ],
    ],
    [
      'url is a string of at least 1 character',
      [fileWith({ ...server, url: 'x' })],
      [
        ['empty-value', fileWith({ ...server, url: '' })],
        ...all(wrongType, notStrings, (url) => fileWith({ ...server, url })),
      ],
    ],
    [
      'headers is an object from string to string',
      [fileWith({ ...server, headers: {} }), fileWith({ ...server, headers: { A: '' } })],
      [
        [wrongType, fileWith({ ...server, headers: 'x' })],
        ...all('value-not-string', notStrings, (value) => fileWith({ ...server, headers: { A: value } })),
      ],
    ],
    [
      'must not have command',
      [],
      [
        ['command-and-url', fileWith({ ...server, command: 'x' })],
        ['transport-mismatch', fileWith({ type: name, command: 'x' })],
      ],
    ],
    [
      'must not have args, env or cwd',
      [],
      all('misplaced-field', [{ args: [] }, { env: {} }, { cwd: '' }], (field) => fileWith({ ...server, ...field })),
    ],
  ]);
});

describe('auth object', () => {
  const withAuth = (auth: object) => fileWith({ ...http, auth });
  check([
    [
      'no other properties are allowed',
      [],
      [
        ['unknown-key', withAuth({ type: 'oauth', colour: 'red' })],
        ['unknown-key', withAuth({ type: 'oauth', callbackPort: 1 })],
      ],
    ],
    [
      'type is required',
      [],
      [
        ['missing-auth-type', withAuth({})],
        ['missing-auth-type', withAuth({ clientId: 'x' })],
      ],
    ],
    [
      'type is oauth or apikey',
      [withAuth({ type: 'oauth' }), withAuth({ type: 'apikey' })],
      [
        ['not-allowed-value', withAuth({ type: 'bearer' })],
        [wrongType, withAuth({ type: null })],
      ],
    ],
    ...['credentialId', 'tokenUrl', 'clientId', 'clientSecret', 'resource'].map(
      (field): Row => [
        `${field} is a string`,
        [withAuth({ type: 'oauth', [field]: '' }), withAuth({ type: 'oauth', [field]: 'x' })],
        all(wrongType, notStrings, (value) => withAuth({ type: 'oauth', [field]: value })),
      ],
    ),
  ]);
});

describe('oauth object', () => {
  const withOauth = (oauth: object) => fileWith({ ...sse, oauth });
  check([
    [
      'no other properties are allowed',
      [withOauth({})],
      [
        ['unknown-key', withOauth({ colour: 'red' })],
        ['unknown-key', withOauth({ tokenUrl: 'x' })],
      ],
    ],
    ...['clientId', 'clientSecret', 'scope', 'redirectUri', 'callbackPath', 'prompt'].map(
      (field): Row => [
        `${field} is a string`,
        [withOauth({ [field]: '' }), withOauth({ [field]: 'x' })],
        all(wrongType, notStrings, (value) => withOauth({ [field]: value })),
      ],
    ),
    [
      'callbackPort is an integer from 1 to 65535',
      [1, 3000, 65535]
        .map((callbackPort) => withOauth({ callbackPort }))
        .concat(withOauth({}).replace('"oauth":{}', '"oauth":{"callbackPort":3e3}')),
      [
        ...all('out-of-range', [0, -1, 65536], (callbackPort) => withOauth({ callbackPort })),
        ...all(wrongType, [1.5, '80', null], (callbackPort) => withOauth({ callbackPort })),
      ],
    ],
  ]);
});

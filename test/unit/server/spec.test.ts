/**
 * All table rows and rules of the config format, in the order of the spec. Each example is checked twice: by our rules,
 * which must report only the one mistake, and by ajv with the schema.
 */
import { describe, expect, test } from 'vitest';
import { errorsOf, fileWith, obeysTheSpec } from './support.ts';

interface Row {
  readonly row: string;
  readonly good: readonly string[];
  /** Code of the only error, and the text. */
  readonly bad: readonly (readonly [code: string, text: string])[];
}

const json = JSON.stringify;
const stdio = { command: 'docs-server' };
const http = { type: 'http', url: 'https://example.com/mcp' };
const sse = { type: 'sse', url: 'https://example.com/sse' };
const everyVariant = [stdio, http, sse];
const onEvery = (field: object) => everyVariant.map((server) => fileWith({ ...server, ...field }));
const badOnEvery = (code: string, field: object) => onEvery(field).map((text) => [code, text] as const);
const notStrings = [1, true, null, [], {}];
const wrongType = 'wrong-json-type';

function check(rows: readonly Row[]): void {
  test.each(rows.map((row) => [row.row, row] as const))('%s', (_row, { good, bad }) => {
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
    {
      row: 'contains servers of three transports',
      good: [json({ mcpServers: { one: stdio, two: http, three: sse } })],
      bad: [],
    },
    {
      row: 'is a JSON object',
      good: ['{}', ' {\n} '],
      bad: ['[]', '"x"', '1', 'null', 'true'].map((text) => ['top-level-not-object', text] as const),
    },
    { row: 'rejects unknown top-level properties', good: [], bad: [['unknown-top-level-key', '{"version": 1}']] },
  ]);
});

describe('top-level object', () => {
  check([
    {
      row: '$schema is a string',
      good: ['{"$schema": "x"}'],
      bad: notStrings.map((value) => [wrongType, json({ $schema: value })] as const),
    },
    { row: '$schema is optional', good: ['{"mcpServers": {}}'], bad: [] },
    {
      row: 'mcpServers is an object',
      good: ['{"mcpServers": {}}'],
      bad: [[], 'x', 1, null].map((value) => [wrongType, json({ mcpServers: value })] as const),
    },
    {
      row: 'a server name matches the pattern',
      good: ['a', 'A-b_c.9', '.', '-', '0', '__proto__', 'constructor', 'x'.repeat(100)].map((name) =>
        fileWith(stdio, name),
      ),
      bad: ['', ' ', 'a b', 'a:b', 'a/b', 'ä', 'a\n', '😀', 'x'.repeat(101)].map(
        (name) => ['server-name', fileWith(stdio, name)] as const,
      ),
    },
    ...['disabledServers', 'enabledServers'].map((list) => ({
      row: `${list} is an array of unique strings of at least 1 character`,
      good: [json({ [list]: [] }), json({ [list]: ['a', 'b c'] })],
      bad: [
        ...['a', 1, {}, null, true].map((value) => [wrongType, json({ [list]: value })] as const),
        ...[1, null, true, {}, []].map((item) => ['list-item-not-string', json({ [list]: ['a', item] })] as const),
        ['list-item-empty', json({ [list]: ['a', ''] })] as const,
        ['list-item-repeated', json({ [list]: ['a', 'b', 'a'] })] as const,
      ],
    })),
  ]);
});

describe('server configuration', () => {
  check([
    {
      row: 'an entry is an object',
      good: [],
      bad: ['x', 1, null, true, []].map((value) => ['server-not-object', fileWith(value)] as const),
    },
    {
      row: 'each entry is exactly one of three variants',
      good: everyVariant.map((server) => fileWith(server)),
      bad: [
        ['command-and-url', fileWith({ ...stdio, url: 'x' })],
        ['missing-command', fileWith({})],
      ],
    },
    {
      row: 'no properties other than those listed are allowed',
      good: [],
      bad: badOnEvery('unknown-key', { colour: 'red' }),
    },
  ]);
});

describe('common fields', () => {
  check([
    {
      row: 'enabled is a boolean',
      good: [true, false].flatMap((enabled) => onEvery({ enabled })),
      bad: ['true', 1, null].flatMap((enabled) => badOnEvery(wrongType, { enabled })),
    },
    {
      row: 'timeout is a number of at least 0',
      good: [0, 0.5, 30000, 1e9].flatMap((timeout) => onEvery({ timeout })),
      bad: [
        ...badOnEvery('out-of-range', { timeout: -1 }),
        ...badOnEvery('out-of-range', { timeout: -0.001 }),
        ['out-of-range', fileWith(stdio).replace('"docs-server"', '"x","timeout":1e999')],
      ],
    },
    {
      row: 'timeout is not a string',
      good: [],
      bad: ['5', null, true, []].flatMap((timeout) => badOnEvery(wrongType, { timeout })),
    },
    {
      row: 'requestIdFormat is string or number',
      good: ['string', 'number'].flatMap((requestIdFormat) => onEvery({ requestIdFormat })),
      bad: [
        ...badOnEvery('not-allowed-value', { requestIdFormat: 'uuid' }),
        ...badOnEvery('not-allowed-value', { requestIdFormat: '' }),
        ...badOnEvery(wrongType, { requestIdFormat: 1 }),
      ],
    },
    {
      row: 'instructions is a boolean',
      good: [true, false].flatMap((instructions) => onEvery({ instructions })),
      bad: ['no', 0, null].flatMap((instructions) => badOnEvery(wrongType, { instructions })),
    },
    {
      row: 'auth is an object',
      good: onEvery({ auth: { type: 'oauth' } }),
      bad: ['x', [], null].flatMap((auth) => badOnEvery(wrongType, { auth })),
    },
    {
      row: 'oauth is an object',
      good: onEvery({ oauth: {} }),
      bad: ['x', [], null].flatMap((oauth) => badOnEvery(wrongType, { oauth })),
    },
    {
      row: 'all common fields are accepted together on every variant',
      good: onEvery({
        enabled: true,
        timeout: 1,
        requestIdFormat: 'string',
        instructions: false,
        auth: { type: 'apikey' },
        oauth: {},
      }),
      bad: [],
    },
  ]);
});

describe('stdio variant', () => {
  check([
    {
      row: 'type is optional and only stdio',
      good: [fileWith(stdio), fileWith({ ...stdio, type: 'stdio' })],
      bad: [
        ['unknown-transport', fileWith({ ...stdio, type: 'local' })],
        ['unknown-transport', fileWith({ ...stdio, type: 'STDIO' })],
        [wrongType, fileWith({ ...stdio, type: 1 })],
        [wrongType, fileWith({ ...stdio, type: null })],
      ],
    },
    {
      row: 'command is required',
      good: [],
      bad: [
        ['missing-command', fileWith({ type: 'stdio' })],
        ['missing-command', fileWith({ args: [] })],
      ],
    },
    {
      row: 'command is a string of at least 1 character',
      good: [fileWith({ command: ' ' })],
      bad: [
        ['empty-value', fileWith({ command: '' })],
        ...notStrings.map((command) => [wrongType, fileWith({ command })] as const),
      ],
    },
    {
      row: 'args is an array of strings',
      good: [fileWith({ ...stdio, args: [] }), fileWith({ ...stdio, args: ['', 'a', 'a'] })],
      bad: [
        [wrongType, fileWith({ ...stdio, args: 'x' })],
        ...[1, null, true, {}, []].map((item) => ['item-not-string', fileWith({ ...stdio, args: [item] })] as const),
      ],
    },
    {
      row: 'env is an object from string to string',
      good: [fileWith({ ...stdio, env: {} }), fileWith({ ...stdio, env: { A: '', '': 'b' } })],
      bad: [
        [wrongType, fileWith({ ...stdio, env: [] })],
        ...notStrings.map((value) => ['value-not-string', fileWith({ ...stdio, env: { A: value } })] as const),
      ],
    },
    {
      row: 'cwd is a string',
      good: [fileWith({ ...stdio, cwd: '' })],
      bad: notStrings.map((cwd) => [wrongType, fileWith({ ...stdio, cwd })] as const),
    },
    {
      row: 'a stdio server must not have url',
      good: [],
      bad: [
        ['command-and-url', fileWith({ ...stdio, type: 'stdio', url: 'x' })],
        ['transport-mismatch', fileWith({ type: 'stdio', url: 'x' })],
      ],
    },
    {
      row: 'a stdio server must not have headers',
      good: [],
      bad: [['misplaced-field', fileWith({ ...stdio, headers: {} })]],
    },
  ]);
});

describe.each([
  ['http', http],
  ['sse', sse],
])('%s variant', (name, server) => {
  check([
    {
      row: 'type is required',
      good: [],
      bad: [
        ['missing-type', fileWith({ url: server.url })],
        ['missing-type', fileWith({ url: server.url, headers: {} })],
      ],
    },
    {
      row: `type is only ${name}`,
      good: [fileWith(server)],
      bad: [
        ['unknown-transport', fileWith({ ...server, type: `${name}s` })],
        [wrongType, fileWith({ ...server, type: [] })],
      ],
    },
    {
      row: 'url is required',
      good: [],
      bad: [
        ['missing-url', fileWith({ type: name })],
        ['missing-url', fileWith({ type: name, headers: {} })],
      ],
    },
    {
      row: 'url is a string of at least 1 character',
      good: [fileWith({ ...server, url: 'x' })],
      bad: [
        ['empty-value', fileWith({ ...server, url: '' })],
        ...notStrings.map((url) => [wrongType, fileWith({ ...server, url })] as const),
      ],
    },
    {
      row: 'headers is an object from string to string',
      good: [fileWith({ ...server, headers: {} }), fileWith({ ...server, headers: { A: '' } })],
      bad: [
        [wrongType, fileWith({ ...server, headers: 'x' })],
        ...notStrings.map((value) => ['value-not-string', fileWith({ ...server, headers: { A: value } })] as const),
      ],
    },
    {
      row: 'must not have command',
      good: [],
      bad: [
        ['command-and-url', fileWith({ ...server, command: 'x' })],
        ['transport-mismatch', fileWith({ type: name, command: 'x' })],
      ],
    },
    {
      row: 'must not have args, env or cwd',
      good: [],
      bad: [{ args: [] }, { env: {} }, { cwd: '' }].map(
        (field) => ['misplaced-field', fileWith({ ...server, ...field })] as const,
      ),
    },
  ]);
});

describe('auth object', () => {
  const withAuth = (auth: object) => fileWith({ ...http, auth });
  check([
    {
      row: 'no other properties are allowed',
      good: [],
      bad: [
        ['unknown-key', withAuth({ type: 'oauth', colour: 'red' })],
        ['unknown-key', withAuth({ type: 'oauth', callbackPort: 1 })],
      ],
    },
    {
      row: 'type is required',
      good: [],
      bad: [
        ['missing-auth-type', withAuth({})],
        ['missing-auth-type', withAuth({ clientId: 'x' })],
      ],
    },
    {
      row: 'type is oauth or apikey',
      good: [withAuth({ type: 'oauth' }), withAuth({ type: 'apikey' })],
      bad: [
        ['not-allowed-value', withAuth({ type: 'bearer' })],
        [wrongType, withAuth({ type: null })],
      ],
    },
    ...['credentialId', 'tokenUrl', 'clientId', 'clientSecret', 'resource'].map((field) => ({
      row: `${field} is a string`,
      good: [withAuth({ type: 'oauth', [field]: '' }), withAuth({ type: 'oauth', [field]: 'x' })],
      bad: notStrings.map((value) => [wrongType, withAuth({ type: 'oauth', [field]: value })] as const),
    })),
  ]);
});

describe('oauth object', () => {
  const withOauth = (oauth: object) => fileWith({ ...sse, oauth });
  check([
    {
      row: 'no other properties are allowed',
      good: [withOauth({})],
      bad: [
        ['unknown-key', withOauth({ colour: 'red' })],
        ['unknown-key', withOauth({ tokenUrl: 'x' })],
      ],
    },
    ...['clientId', 'clientSecret', 'scope', 'redirectUri', 'callbackPath', 'prompt'].map((field) => ({
      row: `${field} is a string`,
      good: [withOauth({ [field]: '' }), withOauth({ [field]: 'x' })],
      bad: notStrings.map((value) => [wrongType, withOauth({ [field]: value })] as const),
    })),
    {
      row: 'callbackPort is an integer from 1 to 65535',
      good: [1, 3000, 65535]
        .map((callbackPort) => withOauth({ callbackPort }))
        .concat(withOauth({}).replace('"oauth":{}', '"oauth":{"callbackPort":3e3}')),
      bad: [
        ...[0, -1, 65536].map((callbackPort) => ['out-of-range', withOauth({ callbackPort })] as const),
        ...[1.5, '80', null].map((callbackPort) => [wrongType, withOauth({ callbackPort })] as const),
      ],
    },
  ]);
});

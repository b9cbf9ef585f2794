/** `mcp-lock.json`: locked values, writing and reading, and comparison. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { ServerDefinition } from '../../../common/messages/server-definition.ts';
import { escapeJson } from '../../../common/text/escape.ts';
import { canonicalJson, indentedCanonicalJson, TooDeepError } from '../../../common/tool-lock/canonical.ts';
import { compareLocked } from '../../../common/tool-lock/compare.ts';
import { lockText, longestValue, maxLockLength, withLocked } from '../../../common/tool-lock/lock.ts';
import {
  CannotLockError,
  launchFingerprint,
  lockServer,
  withoutSecrets,
} from '../../../common/tool-lock/lock-server.ts';
import { itemText } from '../../../common/tool-lock/lock-text.ts';
import { LockError, readLock } from '../../../common/tool-lock/read-lock.ts';
import { fc, runs } from '../random-runs.ts';
import { definition, lockOf, tested, tool } from './support.ts';

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

/** Returns the same value with shuffled keys in all objects. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, shuffled(member)] as const)
      .reverse(),
  );
}

describe('canonical JSON', () => {
  test('is the same for every key order and preserves the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(shuffled(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(indentedCanonicalJson(value)))).toBe(text);
      }),
    );
  });

  test('differs for different values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const isSame = canonicalJson(one) === canonicalJson(other);
        let isEqual = true;
        try {
          expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)));
        } catch {
          isEqual = false;
        }
        expect(isSame).toBe(isEqual);
      }),
    );
  });

  test('sorts keys by UTF-16 code unit, including numbers and __proto__', () => {
    const value = JSON.parse('{"b":1,"10":2,"9":3,"__proto__":4,"a":5,"\u{1f600}":6,"\uffff":7}');
    expect(canonicalJson(value)).toBe('{"10":2,"9":3,"__proto__":4,"a":5,"b":1,"\u{1f600}":6,"\uffff":7}');
  });

  test('rejects a value with too many levels instead of overflowing the stack', () => {
    expect(canonicalJson(nested(200))).toHaveLength(400);
    expect(() => canonicalJson(nested(100_000))).toThrow(TooDeepError);
  });
});

describe('a lock', () => {
  test('is independent of the order of tools and schema properties', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } };
    const one = tested({ tools: [tool('x', { description: 'X', inputSchema: schema }), tool('y')] });
    const other = tested({ tools: [tool('y'), tool('x', { inputSchema: shuffled(schema), description: 'X' })] });
    expect(await lockOf(one)).toBe(await lockOf(other));
  });

  test('keeps names with a special meaning in JavaScript', async () => {
    const result = tested({ tools: [tool('__proto__', { description: 'P' }), tool('constructor'), tool('7')] });
    const text = await lockOf(result, '__proto__');
    const lock = await readLock(text);
    expect(lockText(lock)).toBe(text);
    expect(Object.keys(lock.servers)).toEqual(['__proto__']);
    const server = Object.entries(lock.servers)[0]?.[1];
    expect(Object.keys(server?.tools ?? {}).toSorted()).toEqual(['7', '__proto__', 'constructor']);
  });

  test('keeps only the hash of a value that is too long', async () => {
    const fields = { description: 'x'.repeat(longestValue), title: 'short' };
    const { tools } = await lockServer(tested({ tools: [tool('x', fields)] }), definition);
    expect(Object.keys(tools.x?.description ?? {})).toEqual(['sha256']);
    expect(tools.x?.title?.value).toBe('short');
    expect(itemText(tools.x)).toMatch(/^description:\n\(too long to keep; SHA-256 [\da-f]{64}\)\n/);
  });

  test('with the maximum number of levels can be written and read', async () => {
    const text = await lockOf(tested({ tools: [tool('x', { inputSchema: nested(200) })] }));
    expect(lockText(await readLock(text))).toBe(text);
  });

  test('is rejected if a name is listed twice or a schema has too many levels', async () => {
    const twice = lockServer(tested({ tools: [tool('x\u200b'), tool('x\u200b')] }), definition);
    await expect(twice).rejects.toThrow('The server lists "x\\u{200b}" twice, so it can\'t be locked.');
    const deep = lockServer(tested({ tools: [tool('x', { inputSchema: nested(5000) })] }), definition);
    await expect(deep).rejects.toBeInstanceOf(CannotLockError);
  });
});

describe('the launch fingerprint of a lock', () => {
  const stdio = (args: readonly string[], env = {}): ServerDefinition =>
    ({ ...definition, args, env }) as ServerDefinition;
  const http = (url: string, headers = {}): ServerDefinition =>
    ({ name: 'a', transport: 'http', url, headers, signsIn: false }) as ServerDefinition;

  const token = 'ghp_0123456789012345678901234567890123456';

  test.each([
    ['an environment variable', stdio(['x'], { TOKEN: 'one' }), stdio(['x'], { TOKEN: 'two' })],
    ['an option', stdio(['--api-key', 'k3Yq0aZ81mB7']), stdio(['--api-key', 'Zx81mB7k3Yq0'])],
    ['an assignment', stdio(['-e', 'API_KEY=abc']), stdio(['-e', 'API_KEY=xyz'])],
    [
      'a header in an argument',
      stdio(['--header', 'Authorization: Bearer abc']),
      stdio(['--header', 'Authorization: x']),
    ],
    ['user info', stdio(['postgres://me:abc@db/x']), stdio(['postgres://me:xyz@db/x'])],
    ['a header', http('https://a.example/mcp', { 'X-Key': '1' }), http('https://a.example/mcp', { 'X-Key': '2' })],
    ['a Windows-style option', stdio(['/token:abc']), stdio(['/token:xyz'])],
    ['an argument', stdio(['k3Jq9vT2mXw8Lr5Z']), stdio(['Zq9vT2mXw8Lr5k3J'])],
    ['a password with an at sign', stdio(['postgres://me:a@b@db/x']), stdio(['postgres://me:x@y@db/x'])],
    ['the path of a URL', http('https://a.example/k3Jq9vT2mXw8Lr5Z'), http('https://a.example/Zq9vT2mXw8Lr5k3J')],
    ['the fragment of a URL', http('https://a.example/#token=abc'), http('https://a.example/#token=xyz')],
    ['the query of a URL', http('https://a.example/mcp?api_key=abc'), http('https://a.example/mcp?api_key=xyz')],
    ['the user info of a URL', http('https://me:abc@a.example/mcp'), http('https://you:xyz@a.example/mcp')],
  ])('ignores a changed secret in %s', async (_where, one, other) => {
    expect(await launchFingerprint(one)).toBe(await launchFingerprint(other));
  });

  test.each([
    ['argument', stdio(['x@1.0.0']), stdio(['x@1.0.1'])],
    ['package', stdio(['mcp-neo4j-cypher']), stdio(['evil2-stealer-package'])],
    ['package with underscores', stdio(['mcp_server_sqlite3']), stdio(['evil2_stealer_package'])],
    ['package in one word', stdio(['mcpserversqlite3']), stdio(['evil2stealerpackage'])],
    ['script with a token', stdio(['-c', `good ${token}`]), stdio(['-c', `evil ${token}`])],
    [
      'repository',
      stdio(['--from', 'git+https://a.example/o/mcp-neo4j-cypher']),
      stdio(['--from', 'git+https://a.example/o/evil2-stealer-package']),
    ],
    ['command', { ...stdio([]), command: 'mcp-server-sqlite3' }, { ...stdio([]), command: 'evil2-stealer-program' }],
    ['random command', { ...stdio([]), command: 'k3Jq9vT2mXw8Lr5Z' }, { ...stdio([]), command: 'Zq9vT2mXw8Lr5k3J' }],
    [
      'query that names no secret',
      http('https://a.example/mcp?server=mcp-neo4j-cypher'),
      http('https://a.example/mcp?server=evil2-stealer-package'),
    ],
    ['name of a variable', stdio([], { A: '1' }), stdio([], { B: '1' })],
    ['URL', http('https://a.example/mcp'), http('https://b.example/mcp')],
    ['query', http('https://a.example/mcp?tools=a'), http('https://a.example/mcp?tools=b')],
  ])('changes with the %s', async (_what, one, other) => {
    expect(await launchFingerprint(one)).not.toBe(await launchFingerprint(other));
  });

  test('is the same on each machine, because variables are not expanded', () => {
    expect(withoutSecrets(stdio(['${HOME}/x'], { B: '${B}', A: 'x' }))).toEqual({
      transport: 'stdio',
      command: 'a-server',
      args: ['${HOME}/x'],
      env: ['A', 'B'],
      cwd: undefined,
    });
  });
});

describe('a lock file', () => {
  const result = tested({
    instructions: 'Be nice.\n',
    tools: [
      tool('add', { description: 'Adds.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }),
    ],
    prompts: [{ name: 'p', fields: { description: 'P', arguments: [{ name: 'x' }] } }],
    resourceTemplates: [{ name: 't', uri: 'demo://{id}', fields: { name: 't' } }],
  });

  test('has sorted keys and a final line break, and is preserved by reading and writing', async () => {
    const text = await lockOf(result);
    expect(text.endsWith('}\n')).toBe(true);
    expect(lockText(await readLock(text))).toBe(text);
    expect(text).toBe(`${indentedCanonicalJson(JSON.parse(text))}\n`);
    expect([...text.matchAll(/^ {6}"(\w+)":/gm)].map((match) => match[1])).toEqual([
      'instructions',
      'launch',
      'prompts',
      'protocolVersion',
      'resourceTemplates',
      'server',
      'tools',
    ]);
  });

  test('is valid against its schema', async () => {
    const schema = JSON.parse(readFileSync(new URL('../../../schemas/mcp-lock.schema.json', import.meta.url), 'utf8'));
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
    const value = JSON.parse(await lockOf(result));
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    for (const broken of [{ ...value, lockfileVersion: 2 }, { ...value, more: 1 }, { lockfileVersion: 1 }])
      expect(validate(broken)).toBe(false);
  });

  test('keeps the locks of other servers and changes only updated entries', async () => {
    const before = await lockOf(result, 'other', await readLock(await lockOf(result, 'a')));
    const changed = tested({ ...result, tools: [tool('add', { description: 'Adds numbers.' })] });
    const after = await lockOf(changed, 'a', await readLock(before));
    const [servers, now] = [before, after].map((text) => JSON.parse(text).servers);
    expect(now.other).toEqual(servers.other);
    expect(now.a.prompts).toEqual(servers.a.prompts);
    expect(now.a.tools).not.toEqual(servers.a.tools);
  });

  test('escapes hidden characters', async () => {
    const description = 'a\u200bb\u202e\u{e0041}\ue000\ufe0f\u0085é';
    const text = await lockOf(tested({ tools: [tool('x', { description })] }));
    expect(text).toContain('"a\\u200bb\\u202e\\udb40\\udc41\\ue000\\ufe0f\\u0085é"');
    expect((await readLock(text)).servers.a?.tools.x?.description?.value).toBe(description);
  });

  test('ignores CRLF line breaks and a byte order mark', async () => {
    const text = await lockOf(result);
    expect(await readLock(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(await readLock(text));
  });

  const broken = async (edit: (text: string) => string): Promise<string> => {
    const error = await readLock(edit(await lockOf(result))).catch((caught: unknown) => caught);
    if (!(error instanceof LockError)) throw new Error(`no error of the lock: ${error}`);
    return `${error.line}: ${error.message}`;
  };
  test.each<[string, (text: string) => string, RegExp]>([
    ['is truncated', (text) => text.slice(0, 200), /^\d+: The file isn't valid JSON\.$/],
    ['is empty', () => '', /^1: The file isn't valid JSON\.$/],
    ['has comments', (text) => `// x\n${text}`, /^1: The file isn't valid JSON\.$/],
    ['is not an object', () => '[]', /^1: Expected an object\.$/],
    ['has no version', () => '{"servers": {}}', /^1: Missing property "lockfileVersion"\.$/],
    [
      'has a newer version',
      (text) => text.replace('"lockfileVersion": 1', '"lockfileVersion": 2'),
      /^2: "lockfileVersion" 2 is newer than 1\. Update Switchyard\.$/,
    ],
    ['has another version', (text) => text.replace('"lockfileVersion": 1', '"lockfileVersion": "1"'), /^2: Expected/],
    ['has an unknown property', (text) => text.replace('"launch"', '"lunch"'), /^\d+: Unknown property "lunch"\.$/],
    ['has a name twice', (text) => text.replace('"a": {', '"a": {},\n    "a": {'), /^5: Duplicate property "a"\.$/],
    [
      'has a duplicate tool',
      (text) => text.replace('"add": {', '"add": {},\n        "\\u0061dd": {'),
      /^\d+: Duplicate property "add"\.$/,
    ],
    ['has a changed value', (text) => text.replace('Adds.', 'Deletes.'), /^\d+: The value doesn't match its hash/],
    ['has a changed hash', (text) => text.replace(/"sha256": "./, '"sha256": "g'), /^\d+: Expected a SHA-256 hash/],
    ['has a number as a name', (text) => text.replace('"name": "a"', '"name": 1'), /^\d+: Expected a string\.$/],
    ['has too many levels', () => `{"servers": ${'['.repeat(100_000)}`, /^1: Too many levels\.$/],
    ['has many levels after a string without an end', () => `["\r${'['.repeat(100_000)}"`, /^1: Too many levels\.$/],
    ['has many levels after a comment', () => `/* " */ ${'['.repeat(100_000)}"`, /^1: Too many levels\.$/],
    ['has a very long string', () => JSON.stringify('x'.repeat(9_500_000)), /^1: Expected an object\.$/],
    ['is too large', () => ' '.repeat(maxLockLength + 1), /^1: The file is larger than 10 MB\.$/],
  ])('that %s is rejected with a line number', async (_what, edit, message) => {
    expect(await broken(edit)).toMatch(message);
  });

  test('is either rejected or read completely after an arbitrary change', async () => {
    const text = await lockOf(result);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 2 }), async (at, inserted) => {
        const changed = text.slice(0, at) + inserted + text.slice(at + 1);
        const lock = await readLock(changed).catch((error: unknown) => error);
        if (lock instanceof LockError) return;
        // A user may change names, versions, and the value of a field, but a value must always match its hash.
        expect(lockText(lock as Awaited<ReturnType<typeof readLock>>)).toBe(
          `${escapeJson(indentedCanonicalJson(JSON.parse(changed)))}\n`,
        );
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a comparison', () => {
  const lock = (more: Parameters<typeof tested>[0], written = definition) => lockServer(tested(more), written);

  test('ignores a different protocol version', async () => {
    const tools = [tool('x', { description: 'X' })];
    const before = await lock({ tools });
    expect(compareLocked(before, await lock({ tools, revisions: ['2099-01-01'] }))).toBeUndefined();
  });

  test('lists added and removed items, and changed items by field', async () => {
    const before = await lock({
      tools: [tool('gone'), tool('same', { description: 'S' }), tool('told', { description: 'old', inputSchema: {} })],
      prompts: [{ name: 'p', fields: { arguments: [] } }],
    });
    const after = await lock({
      tools: [
        tool('new'),
        tool('same', { description: 'S' }),
        tool('told', { description: 'new', inputSchema: { type: 'object' }, outputSchema: {} }),
      ],
      prompts: [{ name: 'p', fields: { arguments: [{ name: 'x' }] } }],
    });
    const changes = compareLocked(before, after);
    expect(
      changes?.items.map(({ kind, name, before: old, after: now, fields }) => [kind, name, !old, !now, ...fields]),
    ).toEqual([
      ['tools', 'gone', false, true],
      ['tools', 'new', true, false],
      ['tools', 'told', false, false, 'description', 'inputSchema', 'outputSchema'],
      ['prompts', 'p', false, false, 'arguments'],
    ]);
  });

  test('reports a changed launch, server, and instructions', async () => {
    const before = await lock({ instructions: 'old' });
    const after = await lock({ instructions: 'new', server: { name: 'a', version: '2.0.0' } }, {
      ...definition,
      args: ['--all'],
    } as ServerDefinition);
    expect(compareLocked(before, after)).toMatchObject({
      launch: true,
      server: { before: { version: '1.0.0' }, after: { version: '2.0.0' } },
      instructions: { before: { value: 'old' }, after: { value: 'new' } },
      items: [],
    });
  });

  describe.each(['prompts', 'resourceTemplates'] as const)('of %s that cannot be listed', (kind) => {
    const failing = { kind: 'list', list: kind, failure: { kind: 'interrupted', message: '' } } as const;
    const item = { name: 'p', uri: 'p', fields: { description: 'x' } };

    test('says nothing now, and keeps their locks', async () => {
      const before = await lock({ tools: [tool('x')], [kind]: [item] });
      const unknown = await lock({ tools: [tool('y')], flaws: [failing] });
      expect(compareLocked(before, unknown)?.items.map(({ name }) => name)).toEqual(['x', 'y']);
      const { servers } = withLocked({ servers: { a: before } }, new Map([['a', unknown]]));
      expect(servers.a).toEqual({ ...unknown, [kind]: before[kind] });
      expect(compareLocked(before, await lock({ tools: [tool('x')] }))?.items).toMatchObject([{ name: 'p' }]);
    });

    test('shows them as added if they could not be listed when the server was locked', async () => {
      const text = await lockOf(tested({ flaws: [failing] }));
      const { servers } = await readLock(text);
      expect(Object.keys(servers.a ?? {})).not.toContain(kind);
      const after = await lock({ [kind]: [item] });
      expect(servers.a && compareLocked(servers.a, after)?.items).toMatchObject([{ kind, name: 'p', after: {} }]);
    });
  });

  test('handles a tool named like a built-in JavaScript property', async () => {
    const changes = compareLocked(await lock({}), await lock({ tools: [tool('toString', { description: 'x' })] }));
    expect(changes?.items).toMatchObject([{ name: 'toString', fields: [] }]);
    expect(changes?.items[0]?.before).toBeUndefined();
  });
});

test('the text of an item shows hidden characters and preserves line breaks', async () => {
  const fields = { description: 'one\ntwo\u200b', inputSchema: { title: '\u202ex' } };
  const { tools } = await lockServer(tested({ tools: [tool('x', fields)] }), definition);
  expect(itemText(tools.x)).toBe('description:\none\ntwo\\u{200b}\n\ninputSchema:\n{\n  "title": "\\u{202e}x"\n}\n');
  expect(itemText(undefined)).toBe('');
  expect(withLocked({ servers: {} }, new Map()).servers).toEqual({});
});

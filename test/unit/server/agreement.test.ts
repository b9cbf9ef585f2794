/** Our rules agree with an independent check (strict JSON, then ajv with the schema) on real and generated files. */

import { describe, expect, test } from 'vitest';
import { type JsonNode, liveMembers } from '../../../server/config/text/json.ts';
import { parseText } from '../../../server/config/text/parse.ts';
import { atLeast, corpus } from '../../corpus.ts';
import { fc, runs } from '../random-runs.ts';
import { errorsOf, obeysTheSpec, problemsOf } from './support.ts';

const files = corpus();

describe('real files', () => {
  test('some follow the spec, and some violate it', () => {
    const obeying = files.filter(({ text }) => obeysTheSpec(text)).length;
    expect(files.length).toBeGreaterThanOrEqual(atLeast(109, 20));
    expect(obeying).toBeGreaterThan(atLeast(40, 5));
    expect(obeying).toBeLessThan(files.length - 5);
  });

  const named = files.map(({ name: file, text }) => [file, text] as const);
  test.each(named)('%s: has errors if and only if it violates the spec', (_file, text) => {
    expect(errorsOf(text).length === 0).toBe(obeysTheSpec(text));
  });
});

/** Asserts that the parser finds faults exactly if `JSON.parse` throws, and otherwise reads the same value. */
function assertSameAsJson(text: string): void {
  const { root, faults } = parseText(text);
  let expected: unknown;
  try {
    expected = JSON.parse(text);
  } catch {
    expect(faults, text).not.toEqual([]);
    return;
  }
  expect(faults, text).toEqual([]);
  expect(root && plainValue(root)).toEqual(expected);
}

function plainValue(node: JsonNode): unknown {
  if (node.type === 'array') return node.items.map(plainValue);
  if (node.type !== 'object') return 'value' in node ? node.value : null;
  return Object.fromEntries(Array.from(liveMembers(node), ([name, { value }]) => [name, value && plainValue(value)]));
}

test('the parser reads the same values as JSON.parse in every real file', () => {
  for (const { text } of files) assertSameAsJson(text);
});

const word = fc.oneof(
  fc.constantFrom('', 'a', 'npx', 'http', 'stdio', 'sse', 'oauth', 'number', 'x y'),
  fc.string({ maxLength: 4 }),
);
const anyValue = fc.oneof(
  word,
  fc.constantFrom<unknown>(...[null, true, false, 0, -1, 1.5, 3000, 65536, '0', [], {}, [''], ['a', 'a']]),
  fc.constantFrom<unknown>({ a: 1 }, { type: 'oauth' }, { callbackPort: 0 }),
  fc.jsonValue({ maxDepth: 2 }),
);
const name = fc.oneof(
  fc.constantFrom('a', 'b-1', 'a b', '', '__proto__', 'x'.repeat(101)),
  fc.stringMatching(/^[a-z]{1,4}$/),
);
const key = fc.constantFrom(
  ...'type command args env cwd url headers enabled timeout requestIdFormat instructions'.split(' '),
  ...'auth oauth clientId callbackPort comand disabled serverUrl lazy transport constructor __proto__'.split(' '),
);
const strings = fc.dictionary(fc.string({ maxLength: 3 }), word, { maxKeys: 2 });
const common = {
  enabled: fc.boolean(),
  timeout: fc.nat(),
  requestIdFormat: fc.constantFrom('string', 'number'),
  instructions: fc.boolean(),
  auth: fc.record({ type: fc.constantFrom('oauth', 'apikey'), clientId: word }, { requiredKeys: ['type'] }),
  oauth: fc.record({ scope: word, callbackPort: fc.integer({ min: 1, max: 65535 }) }, { requiredKeys: [] }),
};
const filled = fc.string({ minLength: 1, maxLength: 5 });
const validServer = fc.oneof(
  fc.record(
    {
      ...common,
      type: fc.constant('stdio'),
      command: filled,
      args: fc.array(word, { maxLength: 2 }),
      env: strings,
      cwd: word,
    },
    { requiredKeys: ['command'] },
  ),
  fc.record(
    { ...common, type: fc.constantFrom('http', 'sse'), url: filled, headers: strings },
    { requiredKeys: ['type', 'url'] },
  ),
);
const validName = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,10}$/);
const validList = fc.uniqueArray(filled, { maxLength: 3 });
const validConfig = fc.record(
  {
    $schema: word,
    mcpServers: fc.dictionary(validName, validServer, { maxKeys: 4 }),
    disabledServers: validList,
    enabledServers: validList,
  },
  { requiredKeys: [] },
);

/** Changes one place: sets or removes a key at the top level, in a server, or in an object inside a server. */
const mutation = fc.record({
  level: fc.constantFrom('top', 'servers', 'server', 'inner'),
  pick: fc.nat(),
  key: fc.oneof(key, name),
  value: fc.option(anyValue, { nil: undefined }),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(config: object, { level, pick, key: changed, value }: Mutation): object {
  const copy: Record<string, unknown> = structuredClone(config) as Record<string, unknown>;
  const inside = (object: Record<string, unknown>): Record<string, unknown> => {
    const objects = Object.values(object).filter(
      (entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry),
    );
    return (objects[pick % objects.length] ?? object) as Record<string, unknown>;
  };
  const { mcpServers } = copy;
  const servers = (typeof mcpServers === 'object' && mcpServers !== null ? mcpServers : copy) as Record<
    string,
    unknown
  >;
  const target = {
    top: () => copy,
    servers: () => servers,
    server: () => inside(servers),
    inner: () => inside(inside(servers)),
  }[level]();
  const keys = Object.keys(target);
  const at = pick % 3 === 0 ? (keys[pick % Math.max(1, keys.length)] ?? changed) : changed;
  if (value === undefined) delete target[at];
  else Object.defineProperty(target, at, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

const write = (value: unknown): fc.Arbitrary<string> =>
  fc.constantFrom(JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, '\t'));

function assertAgreement(text: string): void {
  expect(errorsOf(text).length === 0, text).toBe(obeysTheSpec(text));
}

function assertInside(text: string): void {
  const outside = problemsOf(text).filter(
    ({ offset, length }) => offset < 0 || length < 0 || offset + length > text.length,
  );
  expect(outside, text).toEqual([]);
}

const jsonPiece = fc.oneof(
  fc.constantFrom(
    ...'{ } [ ] , : " "a" "mcpServers" "command" "type" "url" 1 - .5 1e true nul'.split(' '),
    '\\',
    '"\\u12',
    '//',
    '/*',
    '*/',
    "'",
  ),
  fc.constantFrom(' ', '\n', '\r\n', '\t', '\u00a0', '\uFEFF', '\u2028', 'é', '😀', '\ud800', '\0'),
);
const brokenJson = fc.array(jsonPiece, { maxLength: 30 }).map((pieces) => pieces.join(''));
/** A valid file with some text removed or a few characters inserted. */
const damagedConfig = fc
  .tuple(validConfig, fc.nat(), fc.nat({ max: 6 }), brokenJson)
  .map(([config, at, cut, insert]) => {
    const text = JSON.stringify(config, null, 2);
    const place = at % (text.length + 1);
    return text.slice(0, place) + insert.slice(0, 4) + text.slice(place + cut);
  });

describe('generated files', () => {
  test('valid configs have no errors', () => {
    fc.assert(
      fc.property(validConfig.chain(write), (text) => {
        expect(obeysTheSpec(text)).toBe(true);
        expect(errorsOf(text)).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('mutated configs: both validators agree', () => {
    let invalid = 0;
    fc.assert(
      fc.property(validConfig, fc.array(mutation, { minLength: 1, maxLength: 3 }), (config, mutations) => {
        const text = JSON.stringify(mutations.reduce(mutate, config));
        if (!obeysTheSpec(text)) invalid++;
        assertAgreement(text);
        assertInside(text);
      }),
      { numRuns: runs(700) },
    );
    expect(invalid).toBeGreaterThan(runs(500));
  });

  test('damaged texts: both validators agree, and every range is inside the document', () => {
    fc.assert(
      fc.property(fc.oneof(brokenJson, damagedConfig, fc.string({ unit: 'binary' })), (text) => {
        assertAgreement(text);
        assertInside(text);
      }),
      { numRuns: runs(700) },
    );
  });

  test('the parser reads the same values as JSON.parse', () => {
    const pretty = fc.json().map((text) => JSON.stringify(JSON.parse(text), null, 2));
    fc.assert(fc.property(fc.oneof(brokenJson, damagedConfig, fc.json(), pretty), assertSameAsJson), {
      numRuns: runs(1000),
    });
  });

  test.each([
    '"\\u00e9\\ud800"',
    '[1e999, -0, 0.10E+2]',
    '{"a": 1, "b": {}, "a": []}',
    ' [ ] ',
    '"\\/"',
    '01',
    '"\t"',
    '-',
    '[1,]',
    '{"a" 1}',
    '"\\x"',
    '"',
  ])('the parser and JSON.parse agree on %s', assertSameAsJson);
});

/** The schema is valid, complete, and usable by any tool; and so is the code generated from it. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { getLanguageService, type JSONSchema, TextDocument } from 'vscode-json-languageservice';
import { configFiles, formatTables } from '../../../scripts/generate-config.ts';
import { fieldSet, type SetName, transportsWith } from '../../../server/config/format/format.ts';
import { fileWith, schema } from './support.ts';

const sets: readonly SetName[] = ['top', 'stdio', 'http', 'sse', 'auth', 'oauth'];

describe('the schema', () => {
  test('is valid for edited 2020-12 in strict mode, and its examples conform to it', () => {
    const ajv = new Ajv2020({ strict: true, keywords: ['enumDescriptions'] });
    expect(ajv.validateSchema(schema)).toBe(true);
    ajv.addSchema(schema, 'format');
    const examples = (pointer: string): unknown[] =>
      (ajv.getSchema(pointer)?.schema as { examples?: unknown[] } | undefined)?.examples ?? [];
    const definitions = Object.keys((schema as { $defs: object }).$defs);
    for (const pointer of ['format', ...definitions.map((name) => `format#/$defs/${name}`)]) {
      for (const example of examples(pointer))
        expect(ajv.validate(pointer, example), `${pointer} ${JSON.stringify(example)}`).toBe(true);
    }
    for (const name of sets) {
      for (const field of fieldSet(name).fields) {
        const pointer =
          name === 'top' ? `format#/properties/${field.name}` : `format#/$defs/${name}/properties/${field.name}`;
        for (const example of field.examples) expect(ajv.validate(pointer, example), pointer).toBe(true);
      }
    }
  });

  test('contains only the hosts of the JSON Schema dialect and of examples', () => {
    const hosts = new Set(Array.from(JSON.stringify(schema).matchAll(/https?:\/\/([^/"]+)/g), ([, host]) => host));
    expect([...hosts].sort()).toEqual(['127.0.0.1:3000', 'example.com', 'json-schema.org']);
  });

  test.each([
    ['url without type', { url: 'https://example.com/mcp' }],
    ['an unknown type', { type: 'streamable-http', url: 'https://example.com/mcp', headers: {} }],
    ['a field of another transport', { type: 'http', url: 'https://example.com/mcp', env: {} }],
    ['a value of the wrong type', { command: 'x', timeout: '1' }],
    ['a missing command', { args: [] }],
  ])('produces exactly one error in a generic tool: %s', async (_name, server) => {
    const service = getLanguageService({});
    service.configure({ schemas: [{ uri: 'urn:test', fileMatch: ['*'], schema: schema as JSONSchema }] });
    const document = TextDocument.create('file:///mcp.json', 'json', 1, fileWith(server));
    expect(await service.doValidation(document, service.parseJSONDocument(document))).toHaveLength(1);
  });

  test('allows common fields on every variant in a generic tool', async () => {
    const service = getLanguageService({});
    service.configure({ schemas: [{ uri: 'urn:test', fileMatch: ['*'], schema: schema as JSONSchema }] });
    for (const server of [{ command: 'x' }, { type: 'http', url: 'x' }, { type: 'sse', url: 'x' }]) {
      const document = TextDocument.create(
        'file:///mcp.json',
        'json',
        1,
        fileWith({ ...server, enabled: true, timeout: 1, instructions: true }),
      );
      expect(await service.doValidation(document, service.parseJSONDocument(document))).toEqual([]);
    }
  });
});

describe('the tables', () => {
  const common = 'enabled timeout requestIdFormat instructions auth oauth';

  test.each([
    ['top', 'C7', '$schema mcpServers disabledServers enabledServers'],
    ['stdio', 'C17', `type command args env cwd ${common}`],
    ['http', 'C17', `type url headers ${common}`],
    ['sse', 'C17', `type url headers ${common}`],
    ['auth', 'C46', 'type credentialId tokenUrl clientId clientSecret resource'],
    ['oauth', 'C50', 'clientId clientSecret scope redirectUri callbackPort callbackPath prompt'],
  ] as const)('%s has the fields of the spec and no others [spec %s]', (name, _row, fields) => {
    expect(fieldSet(name).fields.map((field) => field.name)).toEqual(fields.split(' '));
  });

  test('defaults are those of the spec and no others [spec C25 C29 C34 C35 C37]', () => {
    const defaults = sets.flatMap((name) =>
      fieldSet(name).fields.flatMap((field) =>
        field.default === undefined ? [] : [`${name}.${field.name}=${field.default}`],
      ),
    );
    const common = (name: string) => [`${name}.requestIdFormat=number`, `${name}.instructions=true`];
    expect(defaults).toEqual(['stdio.type=stdio', ...common('stdio'), ...common('http'), ...common('sse')]);
  });

  test('map every field to its transports', () => {
    expect(['command', 'url', 'enabled', 'nonsense'].map((name) => transportsWith(name).join())).toEqual([
      'stdio',
      'http,sse',
      'stdio,http,sse',
      '',
    ]);
  });

  test('are identical after each generation', async () => {
    expect(await configFiles()).toEqual(await configFiles());
    expect(JSON.stringify(formatTables(schema).stdio)).toBe(
      JSON.stringify(formatTables(structuredClone(schema)).stdio),
    );
  });

  test.each([
    [
      'a field without a description',
      { properties: { a: { type: 'string', examples: ['x'] } } },
      '"a" needs a type, a description and an example',
    ],
    [
      'a value without a description',
      { properties: { a: { type: 'string', description: 'x', examples: ['x'], enum: ['x'] } } },
      'The value x of "a" has no description',
    ],
    ['an undefined reference', { properties: { a: { $ref: '#/$defs/nothing' } } }, 'does not define'],
  ])('cannot be generated from %s', (_name, broken, message) => {
    expect(() => formatTables({ ...schema, ...broken } as never)).toThrow(message);
  });
});

/**
 * Generates server/generated/ from schemas/mcp.schema.json: the tables that the language server uses for checks,
 * completion, and hover. No validator is compiled: the server chooses the transport of an entry first and then checks
 * its fields against the table of that transport (`server/rules`). In the tests, ajv checks the same rules
 * independently.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type AllowedValue,
  type FieldInfo,
  type FieldSet,
  type FieldType,
  type FormatTables,
  setOf,
} from '../server/config/format/field.ts';
import { root } from './lib/repository.ts';
import type { GeneratedFiles } from './lib/write-generated.ts';

const schemaFile = path.join(root, 'schemas/mcp.schema.json');

/** The part of JSON Schema that the config format's schema uses. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: Record<string, Schema>;
  readonly title?: string;
  readonly description?: string;
  readonly type?: FieldType;
  readonly pattern?: string;
  readonly properties?: Record<string, Schema>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly uniqueItems?: boolean;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
}

/**
 * Computes the tables of the format.
 * @throws Error if a field of the schema has no type, description or example, or a value has no description
 */
export function formatTables(whole: Schema): FormatTables {
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const name = schema.$ref.replace('#/$defs/', '');
    const found = whole.$defs?.[name];
    if (found === undefined) throw new Error(`The schema refers to ${schema.$ref}, which it does not define.`);
    return resolve(found);
  };
  const definition = (name: string): Schema => resolve({ $ref: `#/$defs/${name}` });

  const allowedValues = (name: string, schema: Schema): readonly AllowedValue[] | undefined =>
    schema.enum?.map((value, index) => {
      const description = schema.enumDescriptions?.[index];
      if (description === undefined) throw new Error(`The value ${value} of "${name}" has no description.`);
      return { value, description };
    });

  const field = (name: string, reference: Schema, required: boolean): FieldInfo => {
    const schema = resolve(reference);
    const { type, description, examples } = schema;
    if (type === undefined || description === undefined || examples === undefined) {
      throw new Error(`"${name}" needs a type, a description and an example in the schema.`);
    }
    const inner =
      schema.items ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
    const values = allowedValues(name, schema);
    return {
      name,
      type,
      description,
      examples,
      ...(schema.default !== undefined && { default: schema.default }),
      ...(values !== undefined && { values }),
      ...(schema.minimum !== undefined && { minimum: schema.minimum }),
      ...(schema.maximum !== undefined && { maximum: schema.maximum }),
      ...(schema.minLength !== undefined && { minLength: schema.minLength }),
      ...(inner !== undefined && resolve(inner).type === 'string' && { holds: 'strings' as const }),
      ...(schema.uniqueItems === true && { names: true as const }),
      ...(required && { required: true as const }),
    };
  };

  const fieldSet = (schema: Schema): FieldSet =>
    setOf({
      title: schema.title ?? '',
      description: schema.description ?? '',
      examples: schema.examples ?? [],
      fields: Object.entries(schema.properties ?? {}).map(([name, property]) =>
        field(name, property, schema.required?.includes(name) ?? false),
      ),
    });

  const serverName = definition('serverName');
  return {
    top: fieldSet(whole),
    stdio: fieldSet(definition('stdio')),
    http: fieldSet(definition('http')),
    sse: fieldSet(definition('sse')),
    auth: fieldSet(definition('auth')),
    oauth: fieldSet(definition('oauth')),
    serverName: { description: serverName.description ?? '', pattern: new RegExp(serverName.pattern ?? '') },
  };
}

/** Prints the tables as a module. A field shared by several transports is written once. */
function printModule(tables: FormatTables): string {
  const shared = new Map<string, string>();
  const constant = (info: FieldInfo): string => {
    const text = JSON.stringify(info);
    const name = shared.get(text) ?? `f${shared.size}`;
    shared.set(text, name);
    return name;
  };
  const set = ({ fields, byName: _, ...texts }: FieldSet): string =>
    `setOf({ ${Object.entries(texts)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
      .join(', ')}, fields: [${fields.map(constant).join(', ')}] })`;
  const sets = (['top', 'stdio', 'http', 'sse', 'auth', 'oauth'] as const).map(
    (key) => `  ${key}: ${set(tables[key])},`,
  );
  return [
    '// Made by scripts/generate-config.ts from schemas/mcp.schema.json. Change the schema, not this file.',
    "import { type FieldInfo, type FormatTables, setOf } from '../config/format/field.ts';",
    '',
    ...Array.from(shared, ([text, name]) => `const ${name}: FieldInfo = ${text};`),
    '',
    'export const tables: FormatTables = {',
    ...sets,
    `  serverName: { description: ${JSON.stringify(tables.serverName.description)}, pattern: ${tables.serverName.pattern} },`,
    '};',
    '',
  ].join('\n');
}

/**
 * Returns the module of tables. The same schema always produces the same bytes.
 * @throws Error if the schema can't be read or is incomplete (see `formatTables`)
 */
export async function configFiles(): Promise<GeneratedFiles> {
  const text = printModule(formatTables(JSON.parse(await readFile(schemaFile, 'utf8')) as Schema));
  return { 'server/generated/tables.ts': text };
}

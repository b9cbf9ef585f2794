/** Files for other editors are valid, agree with the npm package, and are shown unchanged in their documentation. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { npmName } from '../../scripts/lib/npm-name.ts';
import { readText } from '../../scripts/lib/repository.ts';

const page = readText('docs/editors.md');
const manifest = JSON.parse(readText('package.json'));
const server = 'mcp-config-language-server';

describe('docs/editors.md', () => {
  test.each([
    ['lua', 'neovim/init.lua'],
    ['toml', 'helix/languages.toml'],
    ['elisp', 'emacs/init.el'],
  ])('shows the %s file %s unchanged', (language, file) => {
    const text = readText(`docs/editors/${file}`);
    expect(page).toContain(`\`\`\`${language}\n${text}\`\`\`\n`);
    expect(text).toContain(server);
    expect(manifest.bin).toHaveProperty(server);
  });

  test('shows the configuration of nvim-lspconfig unchanged', () => {
    const text = readText('docs/editors/nvim-lspconfig/lsp/mcp_config.lua');
    expect(page).toContain(`\`\`\`lua\n${text.slice(text.indexOf('return {'))}\`\`\`\n`);
  });
});

test('the entry for mason-registry names the package, its version, and its programs', () => {
  const entry = parse(readText('docs/editors/mason-registry/package.yaml'));
  expect(entry.source.id).toBe(`pkg:npm/${npmName.replace('@', '%40')}@${manifest.version}`);
  expect(entry.bin).toEqual(Object.fromEntries(Object.keys(manifest.bin).map((name) => [name, `npm:${name}`])));
  expect(entry.licenses).toEqual([manifest.license]);
});

test('the entries for SchemaStore are valid in its catalog', () => {
  const file = createRequire(import.meta.url).resolve('schemastore/schemas/json/schema-catalog.json');
  // For this schema, draft 4 differs from the drafts that Ajv supports only in these two keywords.
  const { id: _id, $schema: _schema, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  const catalog = JSON.parse(readText('docs/editors/schemastore/catalog.json'));
  expect([validate(catalog), validate.errors]).toEqual([true, null]);
  expect(validate({ ...catalog, schemas: [{ name: 'x' }] })).toBe(false);
  const matched = manifest.contributes.jsonValidation.flatMap((one: { fileMatch: string | string[] }) => one.fileMatch);
  for (const { fileMatch } of catalog.schemas)
    for (const pattern of fileMatch) expect(matched.map((one: string) => one.replace(/^\//, ''))).toContain(pattern);
});

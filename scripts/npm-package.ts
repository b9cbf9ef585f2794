/**
 * Creates the npm package in dist/npm: the command line, the language server, and the schema with its types, without
 * files of the extension. A release publishes this folder to npm and commits it for pre-commit, GitHub Actions, and
 * containers, so these need no build. Usage: `npm run package:npm`.
 */
import { globSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { compile } from 'json-schema-to-typescript';
import { buildPrograms } from './build.ts';
import { npmName } from './lib/npm-name.ts';
import { readText, root } from './lib/repository.ts';
import { writeNotices } from './third-party.ts';

export const npmFolder = path.join(root, 'dist/npm');

/** Files of the project that are part of the npm package. */
const COPIED = [
  'LICENSE',
  'docs/rules.md',
  'schemas/mcp.schema.json',
  'schemas/mcp-config.schema.json',
  'schemas/mcp-agents.schema.json',
  'schemas/mcp-lock.schema.json',
  'dist/check-thread.js',
  'dist/cli.js',
  'dist/cli-chunks',
  'dist/server.js',
  'dist/server-chunks',
];

/** Files that are also committed for hooks, the action, the include, and the image. */
const FOR_CLONES = [
  '.pre-commit-hooks.yaml',
  'distribution/action.yml',
  'distribution/check.sh',
  'distribution/diff.sh',
  'distribution/gitlab-ci.yml',
  'distribution/Dockerfile',
];

/** @param metafiles of the programs, which are in dist/ */
export async function stageNpmPackage(metafiles: readonly Metafile[]): Promise<void> {
  await rm(npmFolder, { recursive: true, force: true });
  await mkdir(npmFolder, { recursive: true });
  // Source maps are excluded: they refer to sources that aren't in the package.
  const filter = (source: string) => !source.endsWith('.map');
  const translations = globSync('l10n/server.l10n.*.json', { cwd: root });
  for (const file of [...COPIED, ...translations])
    await cp(path.join(root, file), path.join(npmFolder, file), { recursive: true, filter });
  for (const file of FOR_CLONES) await cp(path.join(root, file), path.join(npmFolder, path.basename(file)));
  await cp(path.join(root, 'distribution/README.md'), path.join(npmFolder, 'README.md'));
  await writeFile(path.join(npmFolder, 'schemas/mcp.schema.d.ts'), await schemaTypes());
  await writeFile(path.join(npmFolder, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
  await writeNotices(metafiles, npmFolder, []);
}

async function manifest(): Promise<object> {
  const { version, license, private: isPrivate, type, bin, engines } = readJson('package.json');
  return {
    name: npmName,
    version,
    description:
      'Checks, fixes, and converts the tool-server config of coding agents (mcp.json): command line and language server.',
    keywords: [
      'mcp',
      'mcp.json',
      'model context protocol',
      'linter',
      'formatter',
      'language server',
      'lsp',
      'pre-commit',
    ],
    license,
    private: isPrivate,
    type,
    bin,
    engines: { node: engines.node },
    exports: {
      './schema': { types: './schemas/mcp.schema.d.ts', default: './schemas/mcp.schema.json' },
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    files: ['dist', 'docs', 'l10n', 'schemas', 'THIRD-PARTY-NOTICES.txt'],
  };
}

/**
 * Generates TypeScript types of a config file: unions, but not the conditions by which the schema chooses a transport.
 */
async function schemaTypes(): Promise<string> {
  const schema = readJson('schemas/mcp.schema.json');
  const { title, description } = schema.$defs.server;
  const transports = ['stdio', 'http', 'sse'].map((name) => ({ $ref: `#/$defs/${name}` }));
  const server = { title, description, oneOf: transports };
  const types = await compile({ ...schema, title: 'McpConfig', $defs: { ...schema.$defs, server } }, 'McpConfig', {
    bannerComment: '/** Generated from mcp.schema.json. */',
    style: { singleQuote: true, printWidth: 120 },
  });
  return `${types}\n/** The schema itself. */\ndeclare const schema: Readonly<Record<string, unknown>>;\nexport default schema;\n`;
}

const readJson = (file: string) => JSON.parse(readText(file));

if (import.meta.main) {
  await stageNpmPackage(await buildPrograms());
  console.log(`The npm package is in ${path.relative(root, npmFolder)}.`);
}

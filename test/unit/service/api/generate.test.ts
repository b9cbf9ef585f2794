import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { apiFiles } from '../../../../scripts/generate-api.ts';
import { root } from '../../../../scripts/lib/repository.ts';
import { TemporaryFolder } from '../../../temporary-folder.ts';

const GENERATED = path.join(root, 'src/service/api/generated');

async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')])),
  );
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = new TemporaryFolder('api');
  return use(folder.path).finally(() => folder.remove());
}

describe('generated code', () => {
  it('matches the generated files of the client', async () => {
    const made = Object.entries(await apiFiles()).map(([file, text]) => [path.basename(file), text] as const);
    expect(Object.fromEntries(made)).toEqual(await filesIn(GENERATED));
  });

  it('is an ES module without require, imports or eval', async () => {
    const { 'validators.js': code } = await filesIn(GENERATED);
    expect(code).not.toMatch(/\brequire\b\s*\(/);
    expect(code).not.toMatch(/^import /m);
    expect(code).not.toMatch(/\b(eval|Function)\(/);
  });

  it('runs in a bundle without a schema compiler or Node modules', async () => {
    await inFolder(async (folder) => {
      const outfile = path.join(folder, 'api.mjs');
      const entryPoints = [path.join(root, 'src/service/api/index.ts')];
      const { metafile } = await build({
        entryPoints,
        outfile,
        bundle: true,
        format: 'esm',
        platform: 'browser',
        metafile: true,
        logLevel: 'silent',
      });
      const packages = Object.keys(metafile.inputs).filter((one) => one.includes('node_modules'));
      expect(packages).not.toHaveLength(0);
      expect(packages.filter((one) => !/@vscode\/l10n/.test(one))).toEqual([]);
      expect(Object.values(metafile.outputs).flatMap((one) => one.imports)).toEqual([]);
      const bundle = (await import(
        pathToFileURL(outfile).href
      )) as typeof import('../../../../src/service/api/index.ts');
      const client = bundle.createClient({
        baseUrl: 'https://service.example',
        apiKey: 'k',
        fetch: async () => Response.json([{ id: 1 }]),
      });
      await expect(client.listWorkflows()).rejects.toMatchObject({ error: { kind: 'badResponse' } });
      await expect(client.listExecutions({ limit: 101 })).rejects.toMatchObject({ error: { kind: 'validation' } });
    });
  });
});

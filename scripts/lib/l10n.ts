/** Collects the localizable strings: arguments of `l10n.t`, and descriptions in the schema of the config format. */
import { globSync } from 'node:fs';
import { getL10nJson } from '@vscode/l10n-dev';
import { readText, root } from './repository.ts';

/** Returns all strings of the extension, its webviews, and the code it shares with the command line. */
export const localizableStrings = (): Promise<Record<string, string>> => stringsOf(['src/**/*.ts', 'common/**/*.ts']);

/** Returns all strings of the language server, including the descriptions of the schema. */
export async function serverStrings(): Promise<Record<string, string>> {
  const schema = JSON.parse(readText('schemas/mcp.schema.json'));
  const described = [...descriptionsIn(schema)].map((text) => [text, text] as const);
  return { ...(await stringsOf(['server/**/*.ts'])), ...Object.fromEntries(described) };
}

async function stringsOf(patterns: string[]): Promise<Record<string, string>> {
  const files = globSync(patterns, { cwd: root }).filter((file) => !file.includes('generated'));
  const texts = files.map(readText);
  const bundle = await getL10nJson([{ extension: '.ts', contents: asOneFile(texts) }]);
  return Object.fromEntries(
    Object.entries(bundle).map(([key, value]) => [key, typeof value === 'string' ? value : value.message]),
  );
}

/** The extractor needs 200 ms for each file and import, so it gets one file with one import. */
function asOneFile(texts: readonly string[]): string {
  const bodies = texts.filter((text) => /\bl10n\b/.test(text)).map((text) => text.replace(/^import\b[^;]*;$/gm, ''));
  return ["import { l10n } from 'vscode';", ...bodies].join('\n');
}

function* descriptionsIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if ((key === 'description' || key === 'title') && typeof value === 'string') yield value;
    else if (key === 'enumDescriptions' && Array.isArray(value)) yield* value;
    else yield* descriptionsIn(value);
  }
}

/** Generates all code from the two schemas in schemas/, docs/rules.md, package.json, and server/tools, into `generated/` folders that Git ignores. */
import { apiFiles } from './generate-api.ts';
import { configFiles } from './generate-config.ts';
import { nameFiles } from './generate-names.ts';
import { readerFacts } from './generate-readers.ts';
import { ruleLineFiles } from './generate-rule-lines.ts';
import { toolFiles } from './generate-tools.ts';
import { root } from './lib/repository.ts';
import { type GeneratedFiles, outdatedFiles, writeGenerated } from './lib/write-generated.ts';

async function generatedFiles(): Promise<GeneratedFiles> {
  const parts = await Promise.all([
    apiFiles(),
    configFiles(),
    ruleLineFiles(),
    nameFiles(),
    toolFiles(),
    readerFacts(),
  ]);
  return Object.assign({}, ...parts);
}

export async function generate(): Promise<void> {
  await writeGenerated(await generatedFiles(), root);
}

/** Generates only what the language server and the command line contain. */
export async function generateForPrograms(): Promise<void> {
  await writeGenerated({ ...(await configFiles()), ...ruleLineFiles(), ...toolFiles(), ...readerFacts() }, root);
}

/** Throws if a generated file isn't what `generate` would write now. */
export async function verifyGenerated(): Promise<void> {
  const outdated = await outdatedFiles(await generatedFiles(), root);
  if (outdated.length > 0) throw new Error(`${outdated.join(', ')} isn't up to date. Run npm run generate.`);
}

if (import.meta.main) await generate();

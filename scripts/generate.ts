/** Generates all code from the two schemas in schemas/, from docs/rules.md, and from package.json, into `generated/` folders that Git ignores. */
import { generateApi } from './generate-api.ts';
import { generateConfig } from './generate-config.ts';
import { generateNames } from './generate-names.ts';
import { generateRuleLines } from './generate-rule-lines.ts';

export async function generate(): Promise<void> {
  await Promise.all([generateApi(), generateConfig(), generateRuleLines(), generateNames()]);
}

if (import.meta.main) await generate();

/** Generates all code from the two schemas in schemas/ and from docs/rules.md, into `generated/` folders that Git ignores. */
import { generateApi } from './generate-api.ts';
import { generateConfig } from './generate-config.ts';
import { generateRuleLines } from './generate-rule-lines.ts';

export async function generate(): Promise<void> {
  await Promise.all([generateApi(), generateConfig(), generateRuleLines()]);
}

if (import.meta.main) await generate();

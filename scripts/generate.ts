/** Generates all code from the two schemas in schemas/, into `generated/` folders that Git ignores. */
import { generateApi } from './generate-api.ts';
import { generateConfig } from './generate-config.ts';

export async function generate(): Promise<void> {
  await Promise.all([generateApi(), generateConfig()]);
}

if (import.meta.main) await generate();

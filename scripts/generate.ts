/** Everything that is made from the two documents of truth in schemas/, into ignored `generated/` folders. */
import { generateApi } from './generate-api.ts';
import { generateConfig } from './generate-config.ts';

export async function generate(): Promise<void> {
  await Promise.all([generateApi(), generateConfig()]);
}

if (import.meta.main) await generate();

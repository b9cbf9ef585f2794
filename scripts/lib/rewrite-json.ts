import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './repository.ts';
import { run } from './run.ts';

/** Changes a JSON file of the repository, and formats it. */
// biome-ignore lint/suspicious/noExplicitAny: a file of ours, whose shape its own tests hold
export async function rewriteJson(name: string, change: (content: any) => void): Promise<void> {
  const file = path.join(root, name);
  const content = JSON.parse(await readFile(file, 'utf8'));
  change(content);
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
  await run('biome', ['format', '--write', name]);
}

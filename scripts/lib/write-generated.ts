import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes a generated file only if its text changes: other suites may read it at the same time. */
export async function writeGenerated(file: string, text: string): Promise<void> {
  const present = await readFile(file, 'utf8').catch(() => undefined);
  if (present === text) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

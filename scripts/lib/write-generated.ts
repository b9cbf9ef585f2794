import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Texts of generated files by path from the root of the repository. */
export type GeneratedFiles = Readonly<Record<string, string>>;

const readIfPresent = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);

/**
 * Writes the files whose text differs. Each one appears whole, because a bundler or a test may read it at the same time.
 * @param root folder that the paths start from
 */
export async function writeGenerated(files: GeneratedFiles, root: string): Promise<void> {
  await Promise.all(Object.entries(files).map(([file, text]) => writeIfChanged(path.join(root, file), text)));
}

async function writeIfChanged(file: string, text: string): Promise<void> {
  if ((await readIfPresent(file)) === text) return;
  await mkdir(path.dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}-${crypto.randomUUID()}.new`;
  await writeFile(beside, text);
  await rename(beside, file);
}

/** Returns the paths of the files that are missing or have another text. */
export async function outdatedFiles(files: GeneratedFiles, root: string): Promise<readonly string[]> {
  const names = Object.keys(files);
  const texts = await Promise.all(names.map((file) => readIfPresent(path.join(root, file))));
  return names.filter((file, index) => texts[index] !== files[file]);
}

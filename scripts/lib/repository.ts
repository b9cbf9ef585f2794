/** The files of this repository. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** @param file path from the root */
export function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
